import { describe, expect, it } from 'vitest'
import { parsePermission } from '../../accounts/parse-permission.ts'
import type { Session } from '../../accounts/session.ts'
import { graphAccessOf } from './graph-access-of.ts'

function accessWith(...permissions: readonly string[]) {
  const session: Session = { user: 'ann', superuser: false, permissions: permissions.map(parsePermission) }
  return graphAccessOf(session, 'garden')
}

const none = { default: false, named: [] }
const all = { default: true, named: 'all' }

describe('the graphs that a session may see and change', () => {
  it('are none without permissions about graphs, though the database may be read and written', () => {
    expect(accessWith('all db:garden')).toEqual({ readable: none, writable: none })
    expect(accessWith()).toEqual({ readable: none, writable: none })
  })

  it('are all for a superuser, and for who may read and write all', () => {
    expect(graphAccessOf({ user: 'admin', superuser: true, permissions: [] }, 'garden')).toBeUndefined()
    for (const resource of ['named-graph:*', 'named-graph:*\\*', 'named-graph:garden\\*', '*:*']) {
      expect(accessWith(`all ${resource}`)).toBeUndefined()
      expect(accessWith(`read ${resource}`, `write ${resource}`)).toBeUndefined()
      expect(accessWith(`read ${resource}`)).toEqual({ readable: all, writable: none })
    }
  })

  it('are those of this database, and of every one, in the order of the alphabet and each once', () => {
    expect(
      accessWith(
        'read named-graph:garden\\http://g.example/b',
        'read named-graph:*\\http://g.example/a',
        'all named-graph:garden\\http://g.example/b',
        'read named-graph:shed\\http://g.example/c',
        'read named-graph:shed\\*',
      ),
    ).toEqual({
      readable: { default: false, named: ['http://g.example/a', 'http://g.example/b'] },
      writable: { default: false, named: ['http://g.example/b'] },
    })
  })

  it('have the default graph by its name', () => {
    const name = 'named-graph:garden\\tag:stardog:api:context:default'
    expect(accessWith(`read ${name}`)).toEqual({ readable: { default: true, named: [] }, writable: none })
    expect(accessWith(`all ${name}`)).toEqual({
      readable: { default: true, named: [] },
      writable: { default: true, named: [] },
    })
  })

  it('may be changed only where they may be seen', () => {
    expect(accessWith('write named-graph:garden\\*')).toEqual({ readable: none, writable: none })
    expect(accessWith('write named-graph:*', 'read named-graph:garden\\http://g.example/a')).toEqual({
      readable: { default: false, named: ['http://g.example/a'] },
      writable: { default: false, named: ['http://g.example/a'] },
    })
    expect(accessWith('read named-graph:*', 'write named-graph:garden\\http://g.example/a')).toEqual({
      readable: all,
      writable: { default: false, named: ['http://g.example/a'] },
    })
  })
})
