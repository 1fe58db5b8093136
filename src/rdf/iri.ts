const absolute = /^[A-Za-z][A-Za-z0-9+.-]*:[^\p{Cc} <>"{}|\\^`]*$/u

/** Whether a text is an absolute IRI: a scheme, a colon, and none of the characters that RFC 3987 leaves out. */
export function isAbsoluteIri(text: string): boolean {
  return absolute.test(text)
}
