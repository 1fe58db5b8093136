import { describe, expect, it } from 'vitest'
import { permissionText } from '../accounts/permission-text.ts'
import { commands } from './commands.ts'
import { parseArguments } from './parse-arguments.ts'
import { permissionOperands } from './permission-operands.ts'

function operandsOf(words: readonly string[]): readonly [name: string, permission: string] {
  const parsed = parseArguments(['user', 'grant', ...words], commands)
  if (parsed.kind !== 'command') throw new Error(`${words.join(' ')} is no command.`)
  const { name, permission } = permissionOperands(parsed.invocation)
  return [name, permissionText(permission)]
}

describe('whom a permission is granted to', () => {
  it.each<[words: readonly string[], permission: string]>([
    [['ann', 'read', 'db:garden'], 'read db:garden'],
    [['ann', 'READ', 'DB:garden'], 'read db:garden'],
    [['ann', 'read db:garden'], 'read db:garden'],
    [['ann', '--action', 'read', '--object', 'db:garden'], 'read db:garden'],
    [['-a', 'write', '-o', 'metadata:*', 'ann'], 'write metadata:*'],
    [['ann', 'all', '*:*'], 'all *:*'],
    [['ann', 'create', 'db:*'], 'create db:*'],
    [
      ['ann', 'read', 'named-graph:garden\\http://g.example/1'],
      'read named-graph:garden\\http://g.example/1',
    ],
    [['ann', 'write', 'named-graph:garden\\*'], 'write named-graph:garden\\*'],
    [['ann', 'read', 'user:Zoë Ash'], 'read user:Zoë Ash'],
  ])('%j', (words, permission) => {
    expect(operandsOf(words)).toEqual(['ann', permission])
  })

  it.each<[words: readonly string[], message: string]>([
    [[], 'The operand NAME is missing.'],
    [['ann'], 'The permission is missing'],
    [['ann', 'read'], 'is no permission'],
    [['ann', '--action', 'read'], '--action and --object go together.'],
    [['ann', '--object', 'db:a'], '--action and --object go together.'],
    [['ann', 'read', 'db:a', '-a', 'read', '-o', 'db:a'], 'not by both'],
    [['ann', 'reed', 'db:a'], 'is no action'],
    [['ann', 'read', 'database:a'], 'is no type of resources'],
    [['ann', 'read', 'garden'], 'is no resource'],
    [['ann', 'read', '*:garden'], 'has no names of its own'],
    [['ann', 'read', 'named-graph:garden'], 'named graph'],
  ])('is refused as %j', (words, message) => {
    expect(() => operandsOf(words)).toThrow(message)
  })
})
