/**
 * Text of others in one line of a terminal: white space as one space, and in place of what would steer the terminal or
 * turn around what is printed after it (control characters, and the explicit controls of the bidirectional algorithm,
 * Unicode UAX 9, 2.1 to 2.4) U+FFFD.
 */
export function oneLine(text: string): string {
  return harmless(text.replace(/\s+/gu, ' ').trim())
}

/** The same of one cell, with white space kept where it is a space. */
export function harmless(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '\u{fffd}')
}
