import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readSource } from './architecture/source-file.ts'
import { readInnerFolders, readTables } from './architecture/tables.ts'
import {
  documentationViolations,
  importViolations,
  packageName,
  shapeViolations,
} from './architecture/violations.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const architecture = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
const tables = readTables(architecture)
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  // Types of libraries that have none are named after the library's files.
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
  .sort()
  .map((path) => readSource(path, readFileSync(join(root, 'src', path), 'utf8')))
const shipped = sources.filter(({ path }) => !path.endsWith('.test.ts'))

describe('the sources', () => {
  it('import what the tables allow, without circles', () => {
    expect(importViolations(shipped, tables)).toEqual([])
  })

  it('have names and lengths within the rules', () => {
    expect(shapeViolations(sources)).toEqual([])
  })

  it('document what they export', () => {
    expect(documentationViolations(shipped)).toEqual([])
  })

  it('fill every folder of the table and need every library of the other', () => {
    const used = new Set(shipped.flatMap(({ imports }) => imports.map((name) => name && packageName(name))))
    const folders = new Set(shipped.map(({ path }) => path.split('/')[0]))
    expect([...tables.folders.keys()].filter((folder) => !folders.has(folder))).toEqual([])
    expect([...tables.homes.keys()].filter((name) => !used.has(name))).toEqual([])
  })
})

describe('the folders inside the larger ones', () => {
  it.each([
    'graphql',
    'graphql/generate',
    'reasoning',
    'engine',
    'store/remote',
    'store/sqlite',
    'authentication',
    'server',
  ])('of %s are told of', (folder) => {
    const found = readdirSync(join(root, 'src', folder), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    )
    const told = readInnerFolders(architecture).filter((name) => dirname(name) === folder)
    expect(told.sort()).toEqual(found.map(({ name }) => `${folder}/${name}`).sort())
  })
})

const smallTables = readTables(`
## Folders
| folder | holds | may import |
|---|---|---|
| \`errors.ts\` | failures | – |
| \`rdf\` | terms | \`errors.ts\` |
| \`store\` | quads | \`rdf\`, \`errors.ts\` |

## Libraries
| library | home |
|---|---|
| \`n3\` | \`rdf\` |
| \`node:sqlite\` | \`store/sqlite\` |

## Circles
| files | why |
|---|---|
| \`rdf/node.ts\`, \`rdf/list.ts\` | lists hold nodes, nodes are lists |
`)

/** The circle that the small tables allow. */
const allowedCircle = [
  readSource('rdf/list.ts', `import type { Node } from './node.ts'`),
  readSource('rdf/node.ts', `import type { List } from './list.ts'`),
]

function importing(path: string, text: string): string[] {
  return importViolations([...allowedCircle, readSource(path, text)], smallTables)
}

describe('the rule of imports', () => {
  it.each([
    ['its own folder', 'rdf/a.ts', `import { b } from './b.ts'`],
    ['a folder of its row', 'store/sqlite/a.ts', `import type { Term } from '../../rdf/term.ts'`],
    ['a library at home', 'rdf/a.ts', `import { Parser } from 'n3'`],
    ['a file of a library at home', 'rdf/a.ts', `import { Parser } from 'n3/lib/parser.js'`],
    ['a built-in module at home', 'store/sqlite/a.ts', `import { DatabaseSync } from 'node:sqlite'`],
    ['a built-in module without a home', 'rdf/a.ts', `import { dirname, join } from 'node:path'`],
    ['an import in a comment', 'rdf/a.ts', `// import { b } from '../store/b.ts'`],
    ['an import in a string', 'rdf/a.ts', 'const text = `import { b } from "../store/b.ts"`'],
  ])('allows %s', (_, path, text) => {
    expect(importing(path, text)).toEqual([])
  })

  const upward = 'rdf/a.ts: rdf may not import store (../store/b.ts).'
  it.each([
    ['an import', `import { b } from '../store/b.ts'`],
    ['an import for its effects', `import '../store/b.ts'`],
    ['an import of a type', `import type { B } from '../store/b.ts'`],
    ['an import among types', `export type B = import('../store/b.ts').B`],
    ['an import while running', `export const b = async () => (await import('../store/b.ts')).b`],
    ['an export of names', `export { b } from '../store/b.ts'`],
    ['an export of a type', `export type { B } from '../store/b.ts'`],
    ['an export of everything', `export * from '../store/b.ts'`],
  ])('finds %s', (_, text) => {
    expect(importing('rdf/a.ts', text)).toEqual([upward])
  })

  it('finds an import whose target is computed', () => {
    expect(importing('rdf/a.ts', 'export const load = (name: string) => import(name)')).toEqual([
      'rdf/a.ts imports what only running it could tell.',
    ])
  })

  it('finds a library away from home', () => {
    expect(importing('store/a.ts', `import { Parser } from 'n3'`)).toEqual([
      'store/a.ts imports n3, whose home is rdf.',
    ])
    expect(importing('store/a.ts', `import { DatabaseSync } from 'node:sqlite'`)).toEqual([
      'store/a.ts imports node:sqlite, whose home is store/sqlite.',
    ])
  })

  it('finds a library without a home', () => {
    expect(importing('rdf/a.ts', `import { pad } from '@scope/pad/left.js'`)).toEqual([
      'rdf/a.ts imports @scope/pad, which has no home folder.',
    ])
  })

  it('finds a folder that is not in the table', () => {
    expect(importing('stray/a.ts', '')).toEqual([
      'stray/a.ts: the folder stray is not in the table of folders.',
    ])
  })

  it('finds an import from outside of the sources', () => {
    expect(importing('rdf/a.ts', `import { graph } from '../../test/graph.ts'`)).toEqual([
      'rdf/a.ts imports ../../test/graph.ts, outside of the sources.',
    ])
  })

  it('finds circles, those of types too', () => {
    const files = [
      readSource('rdf/c.ts', `import type { A } from './a.ts'`),
      readSource('rdf/a.ts', `import { b } from './b.ts'`),
      readSource('rdf/b.ts', `import './c.ts'`),
      readSource('rdf/d.ts', `import './a.ts'`),
    ]
    expect(importViolations([...allowedCircle, ...files], smallTables)).toEqual([
      'Imports in a circle: rdf/a.ts, rdf/b.ts, rdf/c.ts.',
    ])
  })

  it('finds a file in a circle that is allowed to others', () => {
    const wider = [
      readSource('rdf/list.ts', `import type { Node } from './node.ts'`),
      readSource('rdf/node.ts', `import type { Part } from './part.ts'`),
      readSource('rdf/part.ts', `import type { List } from './list.ts'`),
    ]
    expect(importViolations(wider, smallTables)).toEqual([
      'Imports in a circle: rdf/list.ts, rdf/node.ts, rdf/part.ts.',
      'No circle any more: rdf/list.ts, rdf/node.ts.',
    ])
  })

  it('finds a file that imports itself', () => {
    expect(importing('rdf/a.ts', `import './a.ts'`)).toEqual(['Imports in a circle: rdf/a.ts.'])
  })

  it('refuses a document without its tables', () => {
    expect(() => readTables('# Architecture\n')).toThrow('no section "Folders"')
    expect(() => readTables('## Folders\nNone.\n')).toThrow('no table')
  })
})

describe('the rule of names and lengths', () => {
  it('allows kebab-case and 400 lines', () => {
    expect(shapeViolations([readSource('store/sqlite/join-order.ts', '\n'.repeat(400))])).toEqual([])
  })

  it.each([
    'rdf/parseTurtle.ts',
    'rdf/parse_turtle.ts',
    'Rdf/term.ts',
    'rdf/utils.ts',
    'helpers/a.ts',
    'rdf/common.test.ts',
  ])('finds %s', (path) => {
    expect(shapeViolations([readSource(path, '')])).toEqual([expect.stringContaining(path)])
  })

  it('finds a file of 401 lines', () => {
    expect(shapeViolations([readSource('rdf/term.ts', '\n'.repeat(401))])).toEqual([
      'rdf/term.ts has 401 lines, more than 400.',
    ])
  })
})

describe('the rule of doc comments', () => {
  const undocumented = (text: string) => readSource('rdf/a.ts', text).undocumented

  it.each([
    ['a function', '/** Adds. */\nexport function add(): void {}'],
    [
      'the first of overloads',
      '/** Adds. */\nexport function add(a: 1): void\nexport function add(a: number): void {}',
    ],
    ['what is not exported', 'const one = 1'],
    ['what another file exports', `export { one } from './one.ts'`],
  ])('passes %s', (_, text) => {
    expect(undocumented(text)).toEqual([])
  })

  it.each([
    ['a constant', 'export const one = 1', ['one']],
    ['a type', 'export type One = 1', ['One']],
    ['an interface after a plain comment', '/* Not a doc comment. */\nexport interface One {}', ['One']],
    ['a class after a comment on something else', '/** Two. */\nconst two = 2\nexport class One {}', ['One']],
    ['a default', 'export default 1', ['default']],
  ])('finds %s', (_, text, names) => {
    expect(undocumented(text)).toEqual(names)
  })
})
