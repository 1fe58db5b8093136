import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { homeFolder } from '../config/home.ts'
import { runningServer } from '../config/running-server.ts'
import type { EngineOptions } from '../engine/engine.ts'
import type { AccountService } from '../server/account-service.ts'
import type { DatabaseService } from '../server/database-service.ts'
import type { SparqlService } from '../server/sparql-service.ts'
import { type CommandContext, type Invocation, optionValue, UsageError } from './command.ts'
import { exchange, UnreachableServer } from './http-exchange.ts'
import { remoteAccounts } from './remote-accounts.ts'
import { type Administration, remoteAdministration } from './remote-administration.ts'
import { remoteService } from './remote-service.ts'
import { remoteSparql } from './remote-sparql.ts'
import type { ServerAccess } from './server-access.ts'
import { serverName } from './server-name.ts'
import { accessOptions } from './service-options.ts'
import { serverAccess } from './sign-in.ts'

/** Where a server answers unless told otherwise. */
export const defaultServer = new URL('http://127.0.0.1:5820')

/** The databases that a command works on; closes them when it is disposed of. */
export interface Target extends AsyncDisposable {
  readonly service: DatabaseService
  readonly sparql: SparqlService
  readonly administration: Administration
  readonly accounts: AccountService
  /** The server that it is, and as whom it is talked to; absent for a home folder, where a command works as its owner. */
  readonly server?: { readonly url: URL; readonly access: ServerAccess }
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
  const server = await findServer(invocation, context)
  if (server !== undefined) return openServer(server, invocation, context)
  const home = homeOf(invocation, context)
  if (!existsSync(home) && !makesHome) {
    const also = isHomeNamed(invocation, context) ? '' : `, and no server answers at ${defaultServer.origin}`
    throw new UnreachableServer(`There is no home folder ${home}${also}.`)
  }
  const ofServers = accessOptions.find(({ name }) => optionValue(invocation, name) !== undefined)
  if (ofServers !== undefined) {
    throw new UsageError(
      `--${ofServers.name} is about a server, and none runs on ${home}: a command on the folder itself works as its owner.`,
    )
  }
  // Loaded where it is needed only: most commands talk to a server, and should start fast.
  const { openHomeService } = await import('./home-service.ts')
  const { services, warnings } = openHomeService(home)
  if (onWarnings !== undefined) warnings.listen(onWarnings)
  const { databases: service, sparql, administration, accounts } = services.for()
  const close = (): Promise<void> => services.close()
  return { service, sparql, administration, accounts, place: home, [Symbol.asyncDispose]: close }
}

/** The server that a command means; `undefined` where it works on a home folder itself. */
export async function findServer(invocation: Invocation, context: CommandContext): Promise<URL | undefined> {
  const named = optionValue(invocation, 'server') ?? context.environment.ESPALIER_SERVER
  if (named !== undefined && named !== '') return serverUrl(named)
  const home = homeOf(invocation, context)
  const running = runningServer(home)
  if (running?.url !== undefined) return new URL(running.url)
  if (existsSync(home) || isHomeNamed(invocation, context)) return undefined
  return (await answers(defaultServer)) ? defaultServer : undefined
}

/** Whether a command says which home folder it means. */
export function isHomeNamed(invocation: Invocation, { environment }: CommandContext): boolean {
  return optionValue(invocation, 'home') !== undefined || (environment.ESPALIER_HOME ?? '') !== ''
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
  const target =
    server === undefined
      ? await openTarget(invocation, context, options)
      : await openServer(server, invocation, context)
  return { ...target, database }
}

/** The home folder that a command means; absolute. */
export function homeOf(invocation: Invocation, context: CommandContext): string {
  const given = optionValue(invocation, 'home') ?? context.environment.ESPALIER_HOME
  return resolve(context.directory, given === undefined || given === '' ? homeFolder({}) : given)
}

/** The server of a URL, with no path of a database behind it, on behalf of whom the command names. */
export async function openServer(
  server: URL,
  invocation: Invocation,
  context: CommandContext,
): Promise<Target> {
  const access = await serverAccess(server, invocation, context)
  const service = remoteService(server, access)
  return {
    service,
    sparql: remoteSparql(server, access),
    administration: remoteAdministration(server, access),
    accounts: remoteAccounts(server, access),
    server: { url: server, access },
    place: serverName(server),
    [Symbol.asyncDispose]: () => service.close(),
  }
}

/**
 * The URL of a server.
 *
 * @throws UsageError where it is none
 */
export function serverUrl(text: string): URL {
  const url = URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new UsageError(`${JSON.stringify(text)} is no URL of a server, such as ${defaultServer.origin}.`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new UsageError('A name or password in a URL is seen by others. Give --user, and type the password.')
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
