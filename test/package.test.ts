import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))
const minutes = 60_000
const npmOptions = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']

const turtle = '@prefix : <http://api.stardog.com/> . :ada a :Person ; :name "Ada" .\n'
const query = '{ Person { name } }'
const answer = { data: [{ name: 'Ada' }] }

/** Asks through the programmatic API, as a program that depends on the package does. */
const program = `
import { openDatabase } from 'espalier'
const db = await openDatabase()
await db.load(process.argv[2])
console.log(JSON.stringify(await db.graphql(${JSON.stringify(query)})))
await db.transaction((transaction) => transaction.update('INSERT DATA { :bob a :Person }'))
const people = await db.sparql('SELECT ?p { ?p a :Person } ORDER BY ?p')
for await (const { p } of people.rows) console.log(p.value)
await db.schemas.add('people', await db.schemas.infer())
console.log(JSON.stringify(await db.graphql(${JSON.stringify(query)}, { schema: 'people' })))
await db.close()
`

let folder = ''
let installed = ''

/** Packs the checkout as it is published, and installs the tarball into a folder that holds nothing else. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'espalier-package-'))
  installed = join(folder, 'installed')
  await mkdir(installed)
  await run('npm', ['pack', '--pack-destination', folder, '--loglevel=error'], { cwd: root })
  const [tarball] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
  if (tarball === undefined) throw new Error('npm pack made no tarball.')
  await writeFile(join(installed, 'package.json'), '{"private": true, "type": "module"}')
  await run('npm', ['install', join(folder, tarball), ...npmOptions], { cwd: installed })
  await writeFile(join(installed, 'people.ttl'), turtle)
  await writeFile(join(installed, 'program.js'), program)
}, 5 * minutes)

afterAll(() => rm(folder, { recursive: true, force: true }))

/** Path of an executable of Node 24; npm installs it, as it does the pinned Node. */
async function installNode24(): Promise<string> {
  const home = join(folder, 'node-24')
  await mkdir(home)
  await writeFile(join(home, 'package.json'), '{"private": true}')
  await run('npm', ['install', 'node@24', ...npmOptions], { cwd: home })
  return join(home, 'node_modules', '.bin', 'node')
}

const runtimes = [
  { major: 24, install: installNode24 },
  { major: 26, install: async () => join(root, 'node_modules', '.bin', 'node') },
]

describe.each(runtimes)('the installed package under Node $major', ({ major, install }) => {
  let node = ''
  beforeAll(async () => {
    node = await install()
  }, 5 * minutes)

  const command = (...args: readonly string[]) =>
    run(join(installed, 'node_modules', '.bin', 'espalier'), args, {
      cwd: installed,
      env: { ...process.env, PATH: `${dirname(node)}:${process.env['PATH']}` },
    })

  it('runs on that Node', async () => {
    expect((await run(node, ['--version'])).stdout).toMatch(new RegExp(`^v${major}\\.`))
  })

  it('prints its version', async () => {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    expect((await command('--version')).stdout).toContain(version)
  })

  it('answers a query on a file', async () => {
    const { stdout, stderr } = await command('graphql', 'execute', '--data', 'people.ttl', query)
    expect(JSON.parse(stdout)).toEqual(answer)
    expect(stderr).not.toContain('Warning')
  })

  it('answers a SPARQL query on a file', async () => {
    const ask = ['query', 'execute', '--data', 'people.ttl', '--format', 'csv', 'SELECT ?n { ?p :name ?n }']
    expect((await command(...ask)).stdout).toBe('n\r\nAda\r\n')
  })

  it('answers a program', async () => {
    const { stdout } = await run(node, ['program.js', 'people.ttl'], { cwd: installed })
    const [graphql = '', ...people] = stdout.trim().split('\n')
    expect(JSON.parse(graphql)).toEqual(answer)
    expect(JSON.parse(people.pop() ?? '')).toEqual(answer)
    expect(people).toEqual(['http://api.stardog.com/ada', 'http://api.stardog.com/bob'])
  })
})

describe('the installed package', () => {
  it('has types that a strict program compiles against', async () => {
    await writeFile(
      join(installed, 'typed.ts'),
      `import { iri, openDatabase, type Solution } from 'espalier'
const db = await openDatabase()
const result = await db.sparql('SELECT ?s { ?s ?p ?o }', { bindings: { p: iri('http://p.example/') } })
export const rows: AsyncIterable<Solution> | undefined = result.kind === 'solutions' ? result.rows : undefined
export const removed: number = (await db.clear()).removed
export const schemas: readonly string[] = await db.schemas.list()
`,
    )
    const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2024', '--types', 'node']
    const typeRoots = ['--typeRoots', join(root, 'node_modules', '@types')]
    const compiler = join(root, 'node_modules', '.bin', 'tsc')
    await expect(
      run(compiler, [...options, '--skipLibCheck', ...typeRoots, 'typed.ts'], { cwd: installed }),
    ).resolves.toBeDefined()
  })

  it('holds compiled files, documents and examples only', async () => {
    const home = join(installed, 'node_modules', 'espalier')
    const names = (await readdir(home)).filter((name) => name !== 'node_modules')
    expect(names.sort()).toEqual(
      ['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'docs', 'examples', 'package.json'].sort(),
    )
    const compiled = await readdir(join(home, 'dist'), { recursive: true })
    expect(compiled.filter((name) => name.includes('.test.'))).toEqual([])
  })
})
