import { describe, expect, it } from 'vitest'
import { ServiceError } from '../errors.ts'
import { parsePermission, parseResource } from './parse-permission.ts'
import { actions, type Permission, resourceTypes } from './permission.ts'
import { permissionText } from './permission-text.ts'
import { readPermission, type WrittenPermission } from './read-permission.ts'

const graph = 'http://garden.example/graph'

function json({ action, resource }: Permission) {
  return { action, resource_type: resource.type, resource: resource.name }
}

function messageOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'illegalArgument') return error.message
    throw error
  }
  throw new Error('It was read.')
}

describe('a permission', () => {
  const cases: readonly (readonly [string, Permission])[] = [
    ['read db:garden', { action: 'READ', resource: { type: 'db', name: ['garden'] } }],
    ['all *:*', { action: 'ALL', resource: { type: '*', name: ['*'] } }],
    ['write db:*', { action: 'WRITE', resource: { type: 'db', name: ['*'] } }],
    [
      'execute dbms-admin:metrics',
      { action: 'EXECUTE', resource: { type: 'dbms-admin', name: ['metrics'] } },
    ],
    ['read named-graph:*', { action: 'READ', resource: { type: 'named-graph', name: ['*'] } }],
    ['read named-graph:*\\*', { action: 'READ', resource: { type: 'named-graph', name: ['*', '*'] } }],
    [
      `grant named-graph:garden\\${graph}`,
      { action: 'GRANT', resource: { type: 'named-graph', name: ['garden', graph] } },
    ],
    [
      'read named-graph:garden\\tag:stardog:api:context:default',
      {
        action: 'READ',
        resource: { type: 'named-graph', name: ['garden', 'tag:stardog:api:context:default'] },
      },
    ],
    // Only the first colon ends a type, and only graphs have a backslash between two parts.
    [
      'delete user:GARDEN\\ann lee',
      { action: 'DELETE', resource: { type: 'user', name: ['GARDEN\\ann lee'] } },
    ],
    [
      'read virtual-graph:virtual://vg',
      { action: 'READ', resource: { type: 'virtual-graph', name: ['virtual://vg'] } },
    ],
  ]

  it.each(cases)('%s is read from its text, and from JSON, and written the same', (text, permission) => {
    expect(parsePermission(text)).toEqual(permission)
    expect(readPermission(json(permission))).toEqual(permission)
    expect(permissionText(permission)).toBe(text)
  })

  it('is read in any case, and upper case for actions and lower case for types come out', () => {
    const permission: Permission = { action: 'READ', resource: { type: 'db', name: ['Garden'] } }
    expect(readPermission({ action: 'rEaD', resource_type: 'DB', resource: ['Garden'] })).toEqual(permission)
    expect(parsePermission('  Read   Db:Garden')).toEqual(permission)
  })

  it('has every action on every type', () => {
    for (const action of actions) {
      for (const type of resourceTypes) {
        const permission: Permission = { action, resource: { type, name: ['*'] } }
        expect(readPermission(json(permission))).toEqual(permission)
        expect(parsePermission(permissionText(permission))).toEqual(permission)
      }
    }
  })

  it('on a graph may have its two parts in one text', () => {
    const written = { action: 'read', resource_type: 'named-graph', resource: [`garden\\${graph}`] }
    expect(readPermission(written).resource.name).toEqual(['garden', graph])
  })
})

describe('refused are', () => {
  const garden = { action: 'read', resource_type: 'db', resource: ['garden'] }
  const graphs = { action: 'read', resource_type: 'named-graph' }

  const cases: readonly (readonly [WrittenPermission, string])[] = [
    [
      { ...garden, action: 'look' },
      '"look" is no action. The actions are read, write, create, delete, grant, revoke, execute and all.',
    ],
    [{ ...garden, action: undefined }, 'nothing is no action. The actions are'],
    [{ ...garden, action: 3 }, '3 is no action.'],
    [{ ...garden, action: 'constructor' }, '"constructor" is no action.'],
    [
      { ...garden, resource_type: 'database' },
      '"database" is no type of resources. The types are db, metadata, user, role, named-graph, virtual-graph, data-source, dbms-admin, admin and *.',
    ],
    [{ ...garden, resource_type: null }, 'null is no type of resources.'],
    [
      { ...garden, resource: 'garden' },
      'A resource is an array of texts, such as ["garden"] or ["*"], and not "garden".',
    ],
    [{ ...garden, resource: undefined }, 'and not nothing.'],
    [{ ...garden, resource: ['garden', 3] }, 'and not ["garden",3].'],
    [{ ...garden, resource: [] }, 'The name of a resource of the type db has one part; [] has 0.'],
    [
      { ...garden, resource: ['garden', graph] },
      'has one part; ["garden","http://garden.example/graph"] has 2.',
    ],
    [{ ...garden, resource: [''] }, 'The resource "db:" lacks a name; "*" stands for every one.'],
    [{ ...garden, resource: ['gar*'] }, 'In the resource "db:gar*" a "*" has to be a whole name.'],
    [
      { ...garden, resource: ['gar\u0000den'] },
      'The name of the resource "db:gar\\u0000den" has control characters.',
    ],
    [{ ...garden, resource: ['\ud800'] }, 'has control characters.'],
    [
      { ...garden, resource: ['g'.repeat(5000)] },
      'The name of a resource has 5000 characters; the limit is 4096.',
    ],
    [
      { ...garden, resource_type: '*' },
      'The resource type "*" has no names of its own: its resource is ["*"].',
    ],
    [{ ...garden, resource_type: '*', resource: ['*', '*'] }, 'its resource is ["*"].'],
    [
      { ...graphs, resource: ['garden'] },
      'The name of a named graph has two parts, the name of a database and the IRI of a graph, or is ["*"]; ["garden"] has 1.',
    ],
    [{ ...graphs, resource: ['a', 'b', 'c'] }, '["a","b","c"] has 3.'],
    [
      { ...graphs, resource: ['garden', 'graph'] },
      '"graph" is no name of a graph: it has to be an absolute IRI, or "*".',
    ],
    [{ ...graphs, resource: ['garden', 'http://a b'] }, '"http://a b" is no name of a graph'],
    [{ ...graphs, resource: ['', graph] }, 'lacks a name'],
    [{ ...graphs, resource: ['garden', ''] }, '"" is no name of a graph'],
    ...['all', 'local', 'named'].map(
      (name) =>
        [
          { ...graphs, resource: ['garden', `tag:stardog:api:context:${name}`] },
          `<tag:stardog:api:context:${name}> stands for several graphs: name one of them, or "*" for all.`,
        ] as const,
    ),
  ]

  it.each(cases)('%j', (written, message) => {
    expect(messageOf(() => readPermission(written))).toContain(message)
  })

  it.each([
    ['', '"" is no permission: it has to be an action and a resource, such as "read db:garden".'],
    ['read', '"read" is no permission'],
    ['read garden', '"garden" is no resource: it has to be a type and a name, such as "db:garden".'],
    ['read db:', 'The resource "db:" lacks a name'],
    ['read db:garden\n', 'has control characters'],
  ])('the text %j', (text, message) => {
    expect(messageOf(() => parsePermission(text))).toContain(message)
  })

  it('texts of any length, of which not all is told', () => {
    expect(messageOf(() => parseResource('x'.repeat(1e6))).length).toBeLessThan(300)
    expect(
      messageOf(() => readPermission({ ...garden, resource: Array(1e5).fill('a') })).length,
    ).toBeLessThan(300)
  })
})
