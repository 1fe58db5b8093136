import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { quirksOf } from '../../store/remote/engine-quirks.ts'
import { checkEngineName, engineNames } from './engine-names.ts'

it.each(engineNames)('knows %s, and the documentation does', (name) => {
  checkEngineName(name)
  const path = fileURLToPath(new URL('../../../docs/properties.md', import.meta.url))
  const row = readFileSync(path, 'utf8')
    .split('\n')
    .find((line) => line.startsWith('| `remote.engine`'))
  expect(row).toContain(`\`${name}\``)
})

it('takes the standard for an engine without deviations', () => {
  expect(quirksOf('standard')).toEqual(quirksOf(undefined))
})

it.each([
  ['virtuso', 'Did you mean "virtuoso"?'],
  ['oracle', 'There are standard, '],
  ['toString', 'There are standard, '],
])('refuses %s', (name, hint) => {
  expect(() => checkEngineName(name)).toThrow(
    expect.objectContaining({ kind: 'illegalArgument', message: expect.stringContaining(hint) }),
  )
})
