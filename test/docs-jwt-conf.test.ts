import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { issuerKeys } from '../src/authentication/settings/read-issuer.ts'
import { signerKeys } from '../src/authentication/settings/read-signer.ts'
import { fileKeys } from '../src/authentication/settings/read-token-settings.ts'
import { tokenAlgorithms } from '../src/authentication/settings/signing-algorithms.ts'

const page = readFileSync(new URL('../docs/authentication.md', import.meta.url), 'utf8')
const [, section = ''] = page.split(/^## jwt\.conf$/m)

/** The names in the first cells of the table below a line. */
function keysBelow(line: string): readonly string[] {
  const table = section.slice(section.indexOf(line)).split('\n\n')[1] ?? ''
  return table
    .split('\n')
    .slice(2)
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
}

describe('docs/authentication.md', () => {
  it.each([
    ['Keys at the top:', fileKeys],
    ['Keys of `signer`:', signerKeys],
    ['Keys of an issuer:', issuerKeys],
    ['Keys of `algorithms`:', tokenAlgorithms],
  ])('has all that there are, and no other. %s', (line, keys) => {
    expect(keysBelow(line).toSorted()).toEqual(keys.toSorted())
  })
})
