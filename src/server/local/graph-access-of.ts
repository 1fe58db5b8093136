import { covers } from '../../accounts/covers.ts'
import type { Permission } from '../../accounts/permission.ts'
import { everyResource } from '../../accounts/permission.ts'
import type { Session } from '../../accounts/session.ts'
import { defaultGraph } from '../../sparql/algebra.ts'
import type { GraphAccess, GraphSet } from '../../sparql/graph-access.ts'

/**
 * Which graphs of a database a session may see and change, where the database keeps its graphs apart: `READ`, and to change
 * them `WRITE` too, on `named-graph` with the name of the database and that of the graph. `undefined`: all.
 */
export function graphAccessOf(
  { superuser, permissions }: Session,
  database: string,
): GraphAccess | undefined {
  if (superuser) return undefined
  const known = remembered.get(permissions) ?? new Map<string, GraphAccess | undefined>()
  remembered.set(permissions, known)
  if (!known.has(database)) known.set(database, accessBy(permissions, database))
  return known.get(database)
}

/** By the permissions of sessions, which are the same until accounts change: there may be thousands of them to look through. */
const remembered = new WeakMap<readonly Permission[], Map<string, GraphAccess | undefined>>()

function accessBy(permissions: readonly Permission[], database: string): GraphAccess | undefined {
  const readable = graphsOf(permissions, 'READ', database)
  // Whoever adds to a graph is told how many triples it did not have: not to somebody who may not see it.
  const writable = intersection(readable, graphsOf(permissions, 'WRITE', database))
  return writable.named === 'all' && writable.default ? undefined : { readable, writable }
}

function graphsOf(permissions: readonly Permission[], action: 'READ' | 'WRITE', database: string): GraphSet {
  const graph = (name: string): Permission => ({
    action,
    resource: { type: 'named-graph', name: [database, name] },
  })
  if (permissions.some((held) => covers(held, graph(everyResource)))) return { default: true, named: 'all' }
  const names = new Set(
    permissions.flatMap((held) => {
      const [, name] = held.resource.name
      return name !== undefined && covers(held, graph(name)) ? [name] : []
    }),
  )
  return { default: names.delete(defaultGraph), named: [...names].sort() }
}

function intersection(left: GraphSet, right: GraphSet): GraphSet {
  return { default: left.default && right.default, named: namedInBoth(left.named, right.named) }
}

function namedInBoth(left: GraphSet['named'], right: GraphSet['named']): GraphSet['named'] {
  if (left === 'all') return right
  if (right === 'all') return left
  const names = new Set(right)
  return left.filter((name) => names.has(name))
}
