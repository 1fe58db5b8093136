import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { homeFolder } from '../config/home.ts'
import { runningServer } from '../config/running-server.ts'
import type { EngineOptions } from '../engine/engine.ts'
import type { DatabaseService } from '../server/database-service.ts'
import type { SparqlService } from '../server/sparql-service.ts'
import { type CommandContext, type Invocation, optionValue, UsageError } from './command.ts'
import { exchange, UnreachableServer } from './http-exchange.ts'
import { type Administration, remoteAdministration } from './remote-administration.ts'
import { remoteService } from './remote-service.ts'
import { remoteSparql } from './remote-sparql.ts'

/** Where a server answers unless told otherwise. */
const defaultServer = new URL('http://127.0.0.1:5820')

/** The databases that a command works on; closes them when it is disposed of. */
export interface Target extends AsyncDisposable {
  readonly service: DatabaseService
  readonly sparql: SparqlService
  readonly administration: Administration
  /** What messages call the place: the URL of a server, or a folder. */
  readonly place: string
}

/** Whom to tell what reasoning leaves out of vocabularies, where no server has it in its log. */
export type WarningOptions = Pick<EngineOptions, 'onWarnings'>

/** How databases are opened. */
export interface TargetOptions extends WarningOptions {
  /** Whether a home folder that does not exist is made. */
  readonly makesHome?: boolean
}

/**
 * Finds the databases that a command means: those of the server that is named, else of the server that runs on the home
 * folder, else those in the home folder itself. Where nobody named a home and there is none here, a server at the usual
 * address serves.
 */
export async function openTarget(
  invocation: Invocation,
  context: CommandContext,
  { makesHome = false, onWarnings }: TargetOptions = {},
): Promise<Target> {
  const named = optionValue(invocation, 'server') ?? context.environment.ESPALIER_SERVER
  if (named !== undefined && named !== '') return serverTarget(serverUrl(named))
  const home = homeOf(invocation, context)
  const running = runningServer(home)
  if (running?.url !== undefined) return serverTarget(new URL(running.url))
  if (!existsSync(home)) {
    const isNamed =
      optionValue(invocation, 'home') !== undefined || (context.environment.ESPALIER_HOME ?? '') !== ''
    if (!isNamed && (await answers(defaultServer))) return serverTarget(defaultServer)
    if (!makesHome) {
      const server = isNamed ? '' : `, and no server answers at ${defaultServer.origin}`
      throw new UnreachableServer(`There is no home folder ${home}${server}.`)
    }
  }
  // Loaded where it is needed only: most commands talk to a server, and should start fast.
  const { openHomeService } = await import('./home-service.ts')
  const { service, sparql, administration, warnings } = openHomeService(home)
  if (onWarnings !== undefined) warnings.listen(onWarnings)
  return { service, sparql, administration, place: home, [Symbol.asyncDispose]: () => service.close() }
}

/** A database, and those that it is one of. */
export interface DatabaseTarget extends Target {
  readonly database: string
}

/** Finds the database that an operand means: a name, or a URL `http://host:port/db`. */
export async function openDatabaseTarget(
  given: string,
  invocation: Invocation,
  context: CommandContext,
  options: TargetOptions = {},
): Promise<DatabaseTarget> {
  const { server, database } = databaseOperand(given)
  const target = server === undefined ? await openTarget(invocation, context, options) : serverTarget(server)
  return { ...target, database }
}

/** The home folder that a command means; absolute. */
export function homeOf(invocation: Invocation, context: CommandContext): string {
  const given = optionValue(invocation, 'home') ?? context.environment.ESPALIER_HOME
  return resolve(context.directory, given === undefined || given === '' ? homeFolder({}) : given)
}

/** The server of a URL, with no path of a database behind it. */
export function serverTarget(server: URL): Target {
  const service = remoteService(server)
  return {
    service,
    sparql: remoteSparql(server),
    administration: remoteAdministration(server),
    place: server.origin,
    [Symbol.asyncDispose]: () => service.close(),
  }
}

/**
 * The URL of a server.
 *
 * @throws UsageError where it is none
 */
function serverUrl(text: string): URL {
  const url = URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new UsageError(`${JSON.stringify(text)} is no URL of a server, such as ${defaultServer.origin}.`)
  }
  return url
}

/** A database as it is named on the command line: by its name, or by its URL `http://host:port/db`. */
export function databaseOperand(text: string): { readonly server?: URL; readonly database: string } {
  if (!/^https?:\/\//iu.test(text)) return { database: text }
  const url = serverUrl(text)
  const [, name, ...more] = url.pathname.split('/')
  if (name === undefined || name === '' || more.some((part) => part !== '')) {
    throw new UsageError(`${text} names no database: give http://host:port/database.`)
  }
  return { server: new URL(url.origin), database: decodeURIComponent(name) }
}

async function answers(server: URL): Promise<boolean> {
  try {
    const answer = await exchange(new URL('/admin/alive', server), { method: 'GET' })
    answer.resume()
    return answer.statusCode === 200
  } catch {
    return false
  }
}
