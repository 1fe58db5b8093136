import { afterAll, beforeAll, expect } from 'vitest'
import type { TokenSettings } from '../src/authentication/settings/token-settings.ts'
import { readSettings } from './read-settings.ts'
import { makeTokenKeyFiles, type TokenKeyFiles } from './token-key-files.ts'

/** Reads texts of settings, in which `DIR` stands for a folder with files of keys. */
export interface SettingsReader {
  /** What is read of a text that has no problems. */
  read(text: string): { readonly settings: TokenSettings; readonly warnings: readonly string[] }
  /** What is wrong with a text: a line each, with its place. */
  problems(text: string): readonly string[]
  /** Puts a file into the folder. */
  write(name: string, text: string): void
}

/** A secret of the least length that every algorithm of 256 bits takes. */
export const settingsSecret = 'a secret of at least thirty-two bytes'

/** A reader for the tests of a file; the folder of keys is there while they run. */
export function settingsReader(): SettingsReader {
  let files: TokenKeyFiles
  beforeAll(() => {
    files = makeTokenKeyFiles()
  })
  afterAll(() => files[Symbol.dispose]())
  return {
    read(text) {
      const { settings, warnings, problems } = readSettings(text, files.folder)
      expect(problems).toEqual([])
      if (settings === undefined) throw new Error('There are problems.')
      return { settings, warnings }
    },
    problems: (text) => readSettings(text, files.folder).problems,
    write: (name, text) => files.write(name, text),
  }
}

/** Each of the problems is one of those expected, which begin or hold these words; a suggestion is made where one is expected. */
export function expectProblems(found: readonly string[], expected: readonly string[]): void {
  expect(found).toHaveLength(expected.length)
  for (const message of expected) expect(found).toContainEqual(expect.stringContaining(message))
  const suggestions = (all: readonly string[]): number =>
    all.filter((one) => one.includes('Did you mean')).length
  expect(suggestions(found)).toBe(suggestions(expected))
}
