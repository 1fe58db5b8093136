import { problemOf, readSecret, type Section } from './section.ts'
import { hmacBytes } from './signing-algorithms.ts'
import type { HmacAlgorithm } from './token-settings.ts'

/** The secret of the section, its bytes those of its text in UTF-8; nothing where it is absent, too short or wrong, which is reported. */
export function readHmacSecret(section: Section, algorithm: HmacAlgorithm): Buffer | undefined {
  const text = readSecret(section, 'secret')
  if (text === undefined) {
    return section.values.has('secret')
      ? undefined
      : problemOf(section, 'secret', `Expected a secret, which ${algorithm} needs.`)
  }
  const secret = Buffer.from(text, 'utf8')
  const least = hmacBytes[algorithm]
  if (secret.length >= least) return secret
  return problemOf(
    section,
    'secret',
    `Expected at least ${least} bytes, as long as the hash of ${algorithm}. One is made by: openssl rand -base64 ${least}`,
  )
}
