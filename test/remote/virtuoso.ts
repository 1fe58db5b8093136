import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { iri, type Quad } from '../../src/rdf/term.ts'
import { termText } from '../../src/rdf/term-text.ts'
import { hasPrograms } from '../programs.ts'

/** The graph that holds what has no graph: Virtuoso has none without a name. */
const virtuosoDefaultGraph = 'urn:virtuoso:default'

/** A Virtuoso of its own in a temporary folder, on loopback ports. */
export interface Virtuoso {
  readonly queryUrl: string
  /** Takes updates of anyone; the same as {@link queryUrl}. */
  readonly updateUrl: string
  /** The URL for users who say who they are by Digest authentication: `dba`, `dba`. */
  readonly authenticatedUrl: string
  readonly graphStoreUrl: string
  /** Its main process. */
  readonly pid: number
  /** Replaces all that it holds, its own triples too; those without a graph go into {@link virtuosoDefaultGraph}. */
  load(quads: Iterable<Quad>): Promise<void>
  /** Carries out statements of SQL as its administrator. */
  sql(statements: string): Promise<string>
  close(): Promise<void>
}

/** How an instance differs from the default of Debian's package. */
export interface VirtuosoOptions {
  /** Rows of an answer at most; 0: without limit. */
  readonly mostRows?: number
  /** Seconds of a query at most. */
  readonly mostSeconds?: number
  /** Pages of 8 KiB that are kept in memory. */
  readonly buffers?: number
}

/** Whether Virtuoso 7 is installed; where CI=true it has to be. */
export const hasVirtuoso = hasPrograms('virtuoso-t', 'isql-vt')

/** Starts a Virtuoso; settles when it answers. */
export async function startVirtuoso(options: VirtuosoOptions = {}): Promise<Virtuoso> {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-virtuoso-'))
  try {
    return await startIn(folder, options)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

async function startIn(folder: string, options: VirtuosoOptions): Promise<Virtuoso> {
  const [sqlPort, httpPort] = await freePorts()
  writeFileSync(join(folder, 'virtuoso.ini'), settings(sqlPort, httpPort, options))
  const child = spawn('sh', ['-c', guarded, 'sh', folder], { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] })
  const exited = once(child, 'exit')
  const [pid] = await Promise.all([firstLine(child.stdout), online(child)]).catch((error: unknown) => {
    child.stdin.end()
    throw error
  })

  async function sql(statements: string): Promise<string> {
    // Words of the command line are macros of SQL otherwise, and statements end at every ";".
    const file = join(folder, 'statements.sql')
    writeFileSync(file, statements)
    const program = promisify(execFile)
    const { stdout, stderr } = await program(
      'isql-vt',
      [`127.0.0.1:${sqlPort}`, 'dba', 'dba', 'ERRORS=STDOUT', file],
      { maxBuffer: 64 * 2 ** 20 },
    )
    if (/^\*\*\* Error/m.test(`${stdout}\n${stderr}`)) throw new Error(`${statements}\n${stdout}\n${stderr}`)
    return stdout
  }

  // Whoever asks may change: what is tested is what a client does where it may.
  await sql(
    `GRANT SPARQL_UPDATE TO "SPARQL";\nDB.DBA.RDF_DEFAULT_USER_PERMS_SET ('nobody', 7);\n${noTriples}`,
  )
  const origin = `http://127.0.0.1:${httpPort}`
  return {
    queryUrl: `${origin}/sparql`,
    updateUrl: `${origin}/sparql`,
    authenticatedUrl: `${origin}/sparql-auth`,
    graphStoreUrl: `${origin}/sparql-graph-crud`,
    pid: Number(pid),
    sql,
    async load(quads) {
      const lines = [...quads].map(
        ({ subject, predicate, object, graph }) =>
          `${[subject, predicate, object, graph ?? iri(virtuosoDefaultGraph)].map(termText).join(' ')} .\n`,
      )
      writeFileSync(join(folder, 'quads.nq'), lines.join(''))
      // 512 is the flag for N-Quads.
      await sql(`${noTriples}DB.DBA.TTLP (file_to_string_output ('quads.nq'), '', 'urn:none', 512);\n`)
    },
    async close() {
      child.stdin.end()
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Ends Virtuoso, and removes its folder, when what started it is gone, however that ended: then its input is at its end. */
const guarded = `exec 3<&0
virtuoso-t +foreground +configfile virtuoso.ini 3<&- &
pid=$!
echo $pid
{ cat <&3 >&2; kill $pid; } >/dev/null 2>&1 &
wait $pid
cd /
rm -rf "$1"`

async function firstLine(stream: Readable): Promise<string> {
  for await (const line of createInterface({ input: stream })) return line
  return ''
}

/** Its own triples, which describe its tables, are part of the union of all graphs otherwise. */
const noTriples = 'DELETE FROM DB.DBA.RDF_QUAD;\n'

/** Settles when the log says that it takes connections. @throws Error with the log, where it ends before that */
async function online(child: ChildProcess): Promise<void> {
  if (child.stderr === null) throw new Error('Virtuoso has no log.')
  const log: string[] = []
  const lines = createInterface({ input: child.stderr })
  const failure = once(child, 'error').then(([error]: unknown[]) => {
    throw error
  })
  const ready = (async () => {
    for await (const line of lines) {
      log.push(line)
      if (line.includes('Server online at')) return
    }
    throw new Error(`Virtuoso did not start.\n${log.join('\n')}`)
  })()
  await Promise.race([ready, failure])
  // What it says later is not read, and must not fill the pipe.
  child.stderr.resume()
}

/** Two ports that were free a moment ago. */
async function freePorts(): Promise<readonly [number, number]> {
  const servers = [createServer(), createServer()]
  const ports: number[] = []
  for (const server of servers) {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const address = server.address()
    if (typeof address === 'object' && address !== null) ports.push(address.port)
  }
  for (const server of servers) await new Promise((closed) => server.close(closed))
  const [first, second] = ports
  if (first === undefined || second === undefined) throw new Error('No ports.')
  return [first, second]
}

/** The limit of rows is that of Debian's virtuoso.ini. */
function settings(
  sqlPort: number,
  httpPort: number,
  { mostRows = 10_000, mostSeconds, buffers = 4_000 }: VirtuosoOptions,
): string {
  return `[Database]
DatabaseFile = virtuoso.db
ErrorLogFile = virtuoso.log
LockFile = virtuoso.lck
TransactionFile = virtuoso.trx
xa_persistent_file = virtuoso.pxa
ErrorLogLevel = 7
FileExtend = 200
[TempDatabase]
DatabaseFile = temp.db
TransactionFile = temp.trx
[Parameters]
ServerPort = 127.0.0.1:${sqlPort}
DisableUnixSocket = 1
ServerThreads = 20
NumberOfBuffers = ${buffers}
MaxDirtyBuffers = ${Math.floor(buffers * 0.75)}
CheckpointInterval = 0
DirsAllowed = .
[HTTPServer]
ServerPort = 127.0.0.1:${httpPort}
ServerThreads = 20
MaxKeepAlives = 20
KeepAliveTimeout = 10
EnabledGzipContent = 1
[SPARQL]
${mostRows === 0 ? '' : `ResultSetMaxRows = ${mostRows}\n`}${mostSeconds === undefined ? '' : `MaxQueryExecutionTime = ${mostSeconds}\n`}`
}
