import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { firstUser } from '../../accounts/first-accounts.ts'
import { isLoopback } from '../../server/http/listen-address.ts'
import { createRecentLog } from '../../server/recent-log.ts'
import { httpLimits } from '../../server/server-parts.ts'
import { keepsFirstPassword } from '../../server/sign-in/check-exposure.ts'
import { type Command, flag, type Invocation, optionValue, UsageError } from '../command.ts'
import { createDemo, demoDatabase } from '../demo.ts'
import { exitCodes } from '../exit-codes.ts'
import { exactOperands } from '../operands.ts'
import { packageVersion } from '../package-folder.ts'
import { certificateOptions, readCertificate } from '../read-certificate.ts'
import { serverBanner } from '../server-banner.ts'
import { logLine, serverLog, warningLine } from '../server-log.ts'
import { homeOption } from '../service-options.ts'
import { homeOf } from '../target.ts'
import type { Output } from '../terminal.ts'

/** `server start` */
export const serverStart: Command = {
  name: 'server start',
  operands: '',
  summary: 'Start a server, and run it until it is stopped',
  details: [
    'It answers on this machine only, unless --bind names another address. Who asks it signs in; the first start makes the user',
    `${firstUser.name}, whose password is ${firstUser.password} until it is changed.`,
    'Ctrl-C or SIGTERM stop it: running queries get ten seconds to end.',
    `The first start on a home folder makes the database ${demoDatabase} of the sample data.`,
  ],
  options: [
    {
      name: 'port',
      value: 'NUMBER',
      summary: 'Port to listen on, 0 for any free one; else the property port, else 5820',
    },
    {
      name: 'bind',
      value: 'ADDRESS',
      summary: 'Address to listen on, 0.0.0.0 for every one; else the property bind, else 127.0.0.1',
    },
    ...certificateOptions,
    {
      name: 'disable-security',
      summary: 'Let everybody who reaches it do everything: on this machine only',
    },
    homeOption,
    { name: 'demo', summary: `Make the database ${demoDatabase} also where this is not the first start` },
    { name: 'no-demo', summary: `Do not make the database ${demoDatabase}` },
  ],
  async run(invocation, context) {
    exactOperands(invocation, [])
    // This process only hands on bytes: a small space for new objects has them freed soon after they went by.
    setFlagsFromString('--semi-space-growth-factor=1')
    const port = portOf(optionValue(invocation, 'port'))
    const certificate = await readCertificate(invocation, context)
    const folder = homeOf(invocation, context)
    const { openHomeService } = await import('../home-service.ts')
    const { plainWarning, serve } = await import('../../server/serve.ts')
    const isFirstStart = !existsSync(folder)
    const { out, error } = context.terminal
    const recentLog = createRecentLog()
    const log = serverLog(recentLog, process.stderr, error.interactive)
    const onAuditFailure = (reason: unknown): void =>
      void log.stream.write(logLine('The audit log cannot be written.', reason))
    const opened = openHomeService(folder, { onAuditFailure })
    const { services, audit, metrics, warnings, home, claim, spoolFolder } = opened
    const service = services.for().databases
    try {
      const isOpen = flag(invocation, 'disable-security')
      const security = isOpen ? ({ kind: 'off' } as const) : await opened.security()
      const tokenWarnings = isOpen ? [] : await opened.tokenWarnings()
      for (const warning of tokenWarnings) log.stream.write(warningLine(warning))
      opened.warm()
      const address = {
        host: optionValue(invocation, 'bind') ?? home.properties.bind,
        port: port ?? home.properties.port,
      }
      if (await wantsDemo(invocation, isFirstStart, service)) await createDemo(service, context.signal)
      const parts = {
        services,
        security,
        audit,
        properties: home.properties,
        metrics,
        warnings,
        spoolFolder,
        version: packageVersion(),
        limits: httpLimits,
        recentLog,
        log,
        ...(certificate && { certificate }),
      }
      const running = await serve(parts, address)
      try {
        claim.publish(running.url)
        const exposed = !isLoopback(address)
        const started = {
          url: running.url,
          folder,
          hasDemo: (await service.databases()).includes(demoDatabase),
          exposed,
          open: isOpen,
          keepsFirstPassword: await keepsFirstPassword(security),
          warnings: [...(certificate?.warnings ?? (exposed ? [plainWarning] : [])), ...tokenWarnings],
        }
        await out.write(serverBanner(started, context.program, out.colour))
        if (!context.signal.aborted)
          await Promise.race([once(context.signal, 'abort'), running.shutdownAsked])
        if (out.interactive) await tellStop(out)
      } finally {
        await running.stop()
      }
      return exitCodes.ok
    } finally {
      await services.close()
    }
  },
}

function portOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const port = /^\d{1,5}$/u.test(given) ? Number(given) : Number.NaN
  if (!(port <= 65_535))
    throw new UsageError(`--port needs a number from 0 to 65535, not ${JSON.stringify(given)}.`)
  return port
}

async function wantsDemo(
  invocation: Invocation,
  isFirstStart: boolean,
  service: { databases(): Promise<readonly string[]> },
): Promise<boolean> {
  if (flag(invocation, 'no-demo')) return false
  if (!isFirstStart && !flag(invocation, 'demo')) return false
  return !(await service.databases()).includes(demoDatabase)
}

async function tellStop(out: Output): Promise<void> {
  await out.write('\nStopping; running queries get ten seconds.\n')
}
