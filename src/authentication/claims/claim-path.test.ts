import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { claimPathText, readClaimPath } from './claim-path.ts'

describe('a path to a claim', () => {
  it.each([
    ['roles', ['roles']],
    ['realm_access.roles', ['realm_access', 'roles']],
    ['resource_access.espalier.roles', ['resource_access', 'espalier', 'roles']],
    [String.raw`a.b\.c.d`, ['a', 'b.c', 'd']],
    [String.raw`https://acme\.example/roles`, ['https://acme.example/roles']],
    [String.raw`a\\.b`, ['a\\', 'b']],
    [String.raw`a\\\.b`, ['a\\.b']],
    [String.raw`ACME\group`, [String.raw`ACME\group`]],
    ['a\\', ['a\\']],
    [' a . b ', [' a ', ' b ']],
    ['a\nb.🌳', ['a\nb', '🌳']],
    ['0.length', ['0', 'length']],
  ])('%j leads along %j', (text, names) => {
    expect(readClaimPath(text)).toEqual(names)
  })

  it.each(['.', '.a', 'a.', 'a..b', String.raw`a\\..b`])('%j has an empty name', (text) => {
    expect(readClaimPath(text)).toBe(
      `The path ${JSON.stringify(text)} has an empty name. A dot that belongs to a name is written "\\.".`,
    )
  })

  it('is not empty', () => {
    expect(readClaimPath('')).toBe('A path to a claim needs at least one name.')
  })

  it('is the same after it was written', () => {
    const any = string({ minLength: 1, unit: 'binary' })
    const awkward = string({ minLength: 1, unit: constantFrom('.', '\\', 'a') })
    assert(
      property(array(oneof(any, awkward), { minLength: 1 }), (path) => {
        expect(readClaimPath(claimPathText(path))).toEqual(path)
      }),
    )
  })
})
