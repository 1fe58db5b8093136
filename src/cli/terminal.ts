import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { ReadStream, WriteStream } from 'node:tty'

/** The environment variables that the program reads. */
export interface Environment {
  /** The home folder. */
  readonly ESPALIER_HOME?: string
  /** URL of the server that commands talk to. */
  readonly ESPALIER_SERVER?: string
  /** Who signs in to it. */
  readonly ESPALIER_USER?: string
  readonly ESPALIER_PASSWORD?: string
  /** A token to show to it, in place of a user and password. */
  readonly ESPALIER_TOKEN?: string
  /** A file with the certificates of the only authorities that are trusted. */
  readonly ESPALIER_CACERT?: string
  /** Where the settings of programs are kept for the person who runs them. */
  readonly XDG_CONFIG_HOME?: string
  readonly HOME?: string
  readonly NO_COLOR?: string
  readonly FORCE_COLOR?: string
  readonly TERM?: string
  /** Password for the endpoint of a remote database that is created. */
  readonly ESPALIER_REMOTE_PASSWORD?: string
  /** Those that a command line names. */
  readonly [name: string]: string | undefined
}

/** A stream that a command prints to. */
export interface Output {
  /** Whether a person looks at it. */
  readonly interactive: boolean
  readonly colour: boolean
  /** Characters in a line of the terminal. */
  readonly columns: number
  /** Resolves when the reader is ready for more. */
  write(text: string | Uint8Array): Promise<void>
}

/** The three streams of a command. */
export interface Terminal {
  readonly input: Readable & Partial<Pick<ReadStream, 'isTTY'>>
  readonly out: Output
  readonly error: Output
}

type OutputStream = Writable & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>

/**
 * An output over a stream of the process. Colour follows the conventions NO_COLOR (no-color.org) and FORCE_COLOR, and is
 * otherwise for terminals only.
 */
export function openOutput(stream: OutputStream, environment: Environment): Output {
  const interactive = stream.isTTY === true
  const noColour = (environment.NO_COLOR ?? '') !== '' || environment.TERM === 'dumb'
  const forced = (environment.FORCE_COLOR ?? '0') !== '0'
  return {
    interactive,
    colour: !noColour && (interactive || forced),
    columns: stream.columns ?? 80,
    async write(text) {
      if (stream.destroyed || stream.writableEnded) return
      if (!stream.write(text)) await once(stream, 'drain')
    },
  }
}

const styles = {
  bold: 1,
  dim: 2,
  red: 31,
  green: 32,
  yellow: 33,
  blue: 34,
  magenta: 35,
  cyan: 36,
} as const

/** The looks that text can have. */
export type Style = keyof typeof styles

/** The text in a look (ECMA-48, SGR), where colour is wanted. */
export function styled(text: string, style: Style, colour: boolean): string {
  return colour && text !== '' ? `\u001b[${styles[style]}m${text}\u001b[0m` : text
}
