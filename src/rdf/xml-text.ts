import { ServiceError } from '../errors.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML 1.0, 2.2 leaves out.
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

const escapes: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  // A reader of XML makes these a space or a line feed where they stand as they are (XML 1.0, 2.11 and 3.3.3).
  ['\t', '&#9;'],
  ['\n', '&#10;'],
  ['\r', '&#13;'],
])

/**
 * Text between tags of an XML 1.0 document.
 *
 * @throws ServiceError `unsupported` where it has a character that XML has no way to write
 */
export function xmlText(text: string): string {
  return checked(text).replace(/[&<>\r]/g, (found) => escapes.get(found) ?? found)
}

/** Text between the double quotes of an attribute; otherwise as {@link xmlText}. */
export function xmlAttribute(text: string): string {
  return checked(text).replace(/[&<>"\t\n\r]/g, (found) => escapes.get(found) ?? found)
}

function checked(text: string): string {
  const found = unwritable.exec(text)
  if (found === null) return text
  const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const around = JSON.stringify(text.slice(Math.max(0, found.index - 20), found.index + 20))
  throw new ServiceError(
    'unsupported',
    `XML has no way to write the character U+${code}, which stands in ${around}. Ask for another syntax.`,
  )
}
