import { createHash } from 'node:crypto'
import { type Literal, literal, type Term } from '../../rdf/term.ts'
import { simpleStringOf } from './strings.ts'

/** MD5, SHA1, SHA256, SHA384 and SHA512 (SPARQL 1.1, 17.4.6): of the UTF-8 form, in lower-case hexadecimal digits. */
export function hash(
  algorithm: 'md5' | 'sha1' | 'sha256' | 'sha384' | 'sha512',
  text: Term | undefined,
): Literal | undefined {
  const value = simpleStringOf(text)
  return value === undefined ? undefined : literal(createHash(algorithm).update(value, 'utf8').digest('hex'))
}
