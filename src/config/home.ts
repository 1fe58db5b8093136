import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ServiceError } from '../errors.ts'
import { isUuid } from './account-properties.ts'
import { readProperties, type ServerProperties } from './properties.ts'

/** The home folder of a server: what it knows and keeps. */
export interface Home {
  /** Absolute. */
  readonly folder: string
  readonly properties: ServerProperties
  /** A UUID, made when the home was unless a property names one. Tokens hold in homes of the same one only. */
  readonly license: string
}

/** The home folder that the environment names, `espalier-home` in the current folder unless it names one; absolute. */
export function homeFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const { ESPALIER_HOME: named } = environment
  return resolve(named === undefined || named === '' ? 'espalier-home' : named)
}

/**
 * Opens a home folder, for its owner only, and makes it where there is none.
 *
 * @throws ServiceError `storage` where it cannot be made or written, `invalidConfiguration` for its properties
 */
export function openHome(folder: string = homeFolder()): Home {
  const absolute = resolve(folder)
  try {
    mkdirSync(join(absolute, 'databases'), { recursive: true, mode: 0o700 })
    const properties = readProperties(join(absolute, 'espalier.properties'))
    const license = properties.license ?? readLicense(join(absolute, 'license'))
    return Object.freeze({ folder: absolute, properties, license })
  } catch (error) {
    if (error instanceof ServiceError) throw error
    const message = `The home folder "${absolute}" cannot be made or written.`
    throw new ServiceError('storage', message, { detail: String(error), cause: error })
  }
}

function readLicense(path: string): string {
  try {
    const license = readFileSync(path, 'utf8').trim()
    if (isUuid(license)) return license
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    const license = randomUUID()
    const temporary = `${path}.${process.pid}`
    writeFileSync(temporary, `${license}\n`, { mode: 0o600 })
    renameSync(temporary, path)
    return license
  }
  const message = `The file "${path}" holds no UUID. Remove it to have a new one made.`
  throw new ServiceError('invalidConfiguration', message)
}
