import { readTokenSettings } from '../src/authentication/settings/read-token-settings.ts'
import type { TokenSettings } from '../src/authentication/settings/token-settings.ts'

/** A text of settings as it is read: those, or what is wrong with them, a line each, with its place. */
export interface ReadSettings {
  readonly settings?: TokenSettings
  /** A line each, with its keys. */
  readonly warnings: readonly string[]
  readonly problems: readonly string[]
}

/** Reads a text of settings, in which `DIR` stands for a folder with files of keys. */
export function readSettings(text: string, folder: string): ReadSettings {
  const reading = readTokenSettings(text.replaceAll('DIR', folder))
  switch (reading.kind) {
    case 'settings': {
      const warnings = reading.warnings.map(({ key, message }) => `${key}: ${message}`)
      return { settings: reading.settings, warnings, problems: [] }
    }
    case 'problems': {
      const problems = reading.problems.map(
        ({ line, column, key, message }) => `${line}:${column} ${key}: ${message}`,
      )
      return { warnings: [], problems }
    }
  }
}
