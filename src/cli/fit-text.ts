import stringWidth from 'string-width'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Columns of a terminal that a text takes. */
export function textWidth(text: string): number {
  return isPlain(text) ? text.length : stringWidth(text)
}

/** The text in exactly `width` columns: filled up with spaces, or cut with `…` at its end. */
export function fitText(text: string, width: number): string {
  const own = textWidth(text)
  if (own <= width) return text + ' '.repeat(width - own)
  let fitted = ''
  let used = 0
  // A text of a megabyte is looked at where it is seen only.
  for (const { segment } of graphemes.segment(text.slice(0, (width + 1) * 16))) {
    const next = textWidth(segment)
    if (used + next > width - 1) break
    fitted += segment
    used += next
  }
  return `${fitted}…${' '.repeat(Math.max(0, width - 1 - used))}`
}

/** Whether every character is one of the printable ones of ASCII, which are one column wide. */
function isPlain(text: string): boolean {
  return /^[ -~]*$/u.test(text)
}
