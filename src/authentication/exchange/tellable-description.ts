/** Characters of a description that are told at most. */
const longestDescription = 300

/** So many characters in a row, or more, of something secret are taken for a part of it. */
const tellingLength = 8

/**
 * What an issuer says about an error, as it may stand in the log after a colon: shortened, on one line. Empty where there is nothing, and
 * where it repeats a part of what was sent.
 *
 * @param sent tokens, secrets and such
 */
export function tellableDescription(description: unknown, sent: readonly string[]): string {
  if (typeof description !== 'string') return ''
  // Microsoft's go on with numbers and times, each on a line of its own.
  const [line = ''] = description.trim().split(/[\r\n]/u)
  const text = line
    .replace(/\p{C}/gu, ' ')
    .slice(0, longestDescription)
    .replace(/[.\s]+$/u, '')
  return text === '' || sent.some((secret) => sharesPart(text, secret)) ? '' : `: ${text}`
}

function sharesPart(text: string, secret: string): boolean {
  if (secret === '') return false
  const length = Math.min(tellingLength, secret.length)
  for (let start = 0; start + length <= text.length; start += 1) {
    if (secret.includes(text.slice(start, start + length))) return true
  }
  return false
}
