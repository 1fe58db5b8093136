import { firstUser } from '../accounts/first-accounts.ts'
import { demoDatabase, demoQuery } from './demo.ts'
import { packageVersion } from './package-folder.ts'
import { styled } from './terminal.ts'

/** What a person is told of a server that has just begun to answer. */
export interface StartedServer {
  readonly url: string
  readonly folder: string
  /** Whether the database of the sample data is there. */
  readonly hasDemo: boolean
  /** Whether others than this machine reach it. */
  readonly exposed: boolean
  /** Whether nobody needs to sign in. */
  readonly open: boolean
  /** Whether the first user has the password still that every server begins with. */
  readonly keepsFirstPassword: boolean
  readonly warnings: readonly string[]
}

/** What a server says of itself when it starts; `program` is how it is called on a command line. */
export function serverBanner(server: StartedServer, program: string, colour: boolean): string {
  const { url, folder, hasDemo, exposed, open, keepsFirstPassword, warnings } = server
  const where = exposed ? 'to every machine that reaches it' : 'on this machine only'
  const who = open ? ': security is off, so whoever reaches it may do everything.' : '.'
  const lines = [
    `Espalier ${packageVersion()} answers at ${styled(url, 'bold', colour)}`,
    `${where}${who}`,
    `Home folder: ${folder}`,
    ...warnings.map((warning) => styled(warning, 'yellow', colour)),
  ]
  const { name, password } = firstUser
  if (keepsFirstPassword && !open) {
    lines.push(
      '',
      `Sign in as the user ${name}, whose password is ${password}. Set another one:`,
      `  ${program} user passwd ${name} --user ${name} --server ${url}`,
    )
  }
  if (hasDemo) {
    const body = JSON.stringify({ query: demoQuery })
    const asUser = open ? '' : ` --user ${name}`
    lines.push(
      '',
      `Ask the database ${demoDatabase}, over HTTP:`,
      `  curl${open ? '' : ` -u ${name}`} ${url}/${demoDatabase}/graphql -H 'Content-Type: application/json' -d '${body}'`,
      'or by command:',
      `  ${program} graphql execute --server ${url}${asUser} ${demoDatabase} '${demoQuery}'`,
    )
  }
  return `${lines.join('\n')}\n`
}
