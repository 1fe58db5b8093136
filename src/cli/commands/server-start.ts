import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { httpLimits } from '../../server/server-parts.ts'
import {
  type Command,
  type CommandContext,
  flag,
  type Invocation,
  optionValue,
  UsageError,
} from '../command.ts'
import { createDemo, demoDatabase, demoQuery } from '../demo.ts'
import { exitCodes } from '../exit-codes.ts'
import { exactOperands } from '../operands.ts'
import { packageVersion } from '../package-folder.ts'
import { homeOption } from '../service-options.ts'
import { homeOf } from '../target.ts'
import { type Output, styled } from '../terminal.ts'

/** `server start` */
export const serverStart: Command = {
  name: 'server start',
  operands: '',
  summary: 'Start a server, and run it until it is stopped',
  details: [
    'It answers on this machine only, because everybody who reaches it may do everything.',
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
      summary: 'Loopback address to listen on; else the property bind, else 127.0.0.1',
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
    const folder = homeOf(invocation, context)
    const { openHomeService } = await import('../home-service.ts')
    const { serve } = await import('../../server/serve.ts')
    const isFirstStart = !existsSync(folder)
    const { services, metrics, warnings, home, claim, spoolFolder, warm } = openHomeService(folder)
    const service = services.for().databases
    warm()
    const { out, error } = context.terminal
    try {
      if (await wantsDemo(invocation, isFirstStart, service)) await createDemo(service, context.signal)
      const running = await serve(
        {
          services,
          security: { kind: 'off' },
          properties: home.properties,
          metrics,
          warnings,
          spoolFolder,
          version: packageVersion(),
          limits: httpLimits,
          log: { level: error.interactive ? 'warn' : 'info', stream: process.stderr },
        },
        { host: optionValue(invocation, 'bind') ?? home.properties.bind, port: port ?? home.properties.port },
      )
      try {
        claim.publish(running.url)
        const hasDemo = (await service.databases()).includes(demoDatabase)
        await out.write(banner(running.url, folder, hasDemo, context))
        if (!context.signal.aborted) await once(context.signal, 'abort')
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

function banner(url: string, folder: string, hasDemo: boolean, context: CommandContext): string {
  const { colour } = context.terminal.out
  const lines = [
    `Espalier ${packageVersion()} answers at ${styled(url, 'bold', colour)}`,
    `on this machine only: there are no accounts yet, so whoever reaches it may do everything.`,
    `Home folder: ${folder}`,
  ]
  if (hasDemo) {
    const body = JSON.stringify({ query: demoQuery })
    lines.push(
      '',
      `Ask the database ${demoDatabase}, over HTTP:`,
      `  curl ${url}/${demoDatabase}/graphql -H 'Content-Type: application/json' -d '${body}'`,
      'or by command:',
      `  ${context.program} graphql execute --server ${url} ${demoDatabase} '${demoQuery}'`,
    )
  }
  return `${lines.join('\n')}\n`
}

async function tellStop(out: Output): Promise<void> {
  await out.write('\nStopping; running queries get ten seconds.\n')
}
