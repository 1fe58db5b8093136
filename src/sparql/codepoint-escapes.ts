import { refusal } from './parse-error.ts'

const escapes = /\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})/g

/** Where in a text stands what is at an offset of the text without its codepoint escapes (SPARQL 1.1, 19.2). */
export function originalOffset(text: string, offset: number): number {
  let shift = 0
  for (const { 0: written, 1: short, 2: long, index } of text.matchAll(escapes)) {
    if (index - shift >= offset) break
    const read = Number.parseInt(short ?? long ?? '', 16) > 0xff_ff ? 2 : 1
    shift += written.length - read
  }
  return offset + shift
}

/** A text with characters in the place of its codepoint escapes, which {@link checkEscapes} holds to be characters. */
export function withoutEscapes(text: string): string {
  return text.replace(escapes, (_, short: string | undefined, long: string | undefined) =>
    String.fromCodePoint(Number.parseInt(short ?? long ?? '', 16)),
  )
}

/**
 * Holds that the codepoint escapes of a text are of characters.
 *
 * @throws ServiceError `invalidQuery` with line and column.
 */
export function checkEscapes(text: string): void {
  for (const { 0: written, 1: short, 2: long, index } of text.matchAll(escapes)) {
    const codePoint = Number.parseInt(short ?? long ?? '', 16)
    const isCharacter = codePoint <= 0x10_ff_ff && !(codePoint >= 0xd8_00 && codePoint <= 0xdf_ff)
    if (!isCharacter) throw refusal(text, index, `${written} is not a character.`)
  }
  if (text.isWellFormed()) return
  const surrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.exec(text)
  throw refusal(text, surrogate?.index ?? 0, 'Half of a surrogate pair is not a character.')
}
