import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { NamedText, ServerCertificate } from '../server/http/server-certificate.ts'
import {
  type CommandContext,
  type CommandOption,
  type Invocation,
  optionValue,
  UsageError,
} from './command.ts'
import { fileProblem } from './file-problem.ts'

/** The options that name the certificate and the key of a server. */
export const certificateOptions: readonly CommandOption[] = [
  {
    name: 'tls-cert',
    value: 'FILE',
    summary: 'Answer over HTTPS, with this certificate and those that it was signed by (PEM)',
  },
  { name: 'tls-key', value: 'FILE', summary: 'The private key of that certificate (PEM)' },
]

/** A certificate that a command line names. */
export interface NamedCertificate extends ServerCertificate {
  /** What its owner should know of it before others do. */
  readonly warnings: readonly string[]
}

/**
 * Reads the certificate and the key that a command line names; `undefined` where it names neither.
 *
 * @throws UsageError where it names only one of them, or a file cannot be read
 * @throws ServiceError `invalidConfiguration` where a server cannot be run with them
 */
export async function readCertificate(
  invocation: Invocation,
  context: CommandContext,
): Promise<NamedCertificate | undefined> {
  const [certificate, key] = [optionValue(invocation, 'tls-cert'), optionValue(invocation, 'tls-key')]
  if (certificate === undefined && key === undefined) return undefined
  if (certificate === undefined)
    throw new UsageError('--tls-key needs --tls-cert: the certificate of the key.')
  if (key === undefined)
    throw new UsageError('--tls-cert needs --tls-key: the private key of the certificate.')
  const read = (name: string): NamedText & { readonly open: boolean } => readText(name, context)
  const [certificateText, keyText] = [read(certificate), read(key)]
  // Loaded where it is needed only: every command names its options.
  const { checkCertificate } = await import('../server/http/server-certificate.ts')
  const checked = checkCertificate(certificateText, keyText, new Date())
  const warning = `Everybody on this machine may read the key in ${key}. Only the user of the server should (chmod 600).`
  return { ...checked, warnings: keyText.open ? [warning] : [] }
}

/** The text of a file, and whether every user of the machine may read it. */
function readText(name: string, context: CommandContext): NamedText & { readonly open: boolean } {
  const path = resolve(context.directory, name)
  try {
    const open = process.platform !== 'win32' && (statSync(path).mode & 0o004) !== 0
    return { name, text: readFileSync(path, 'latin1'), open }
  } catch (error) {
    throw new UsageError(`Cannot read the file ${name}: ${fileProblem(error)}.`)
  }
}
