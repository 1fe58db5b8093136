import { ServiceError } from '../../errors.ts'
import { longestSchema } from '../../graphql/read/parse-schema.ts'

/** Schemas that a database can have. */
const mostSchemas = 1_000

/** Bytes of the text of a schema. */
export const mostSchemaBytes = longestSchema

/** Bytes of the texts of all schemas of a database: its backups are made with all of them at once in memory. */
const mostBytesTogether = 67_108_864

/** Characters of its name. */
const longest = 128
const form = /^[\w.-]+$/u

/** The name of the schema that a database has generated for itself, and that answers requests which name none. */
export const defaultSchemaName = 'default'

/**
 * Checks the name of a new schema: letters A to Z, digits, `-`, `_` and `.`, 128 characters at most, since it is a part of
 * URLs.
 *
 * @throws ServiceError `illegalArgument`
 */
export function checkSchemaName(name: string): void {
  const shown = JSON.stringify(name.length > longest ? `${name.slice(0, longest)}…` : name)
  if (name.length > longest) {
    const message = `The name ${shown} of a schema has ${name.length} characters; the limit is ${longest}.`
    throw new ServiceError('illegalArgument', message)
  }
  if (!form.test(name) || name === '.' || name === '..') {
    const message = `${shown} is no name of a schema: it has to consist of letters A to Z, digits, "-", "_" and ".".`
    throw new ServiceError('illegalArgument', message)
  }
  if (name === 'schemas') {
    const message =
      'A schema cannot be called "schemas": /{db}/graphql/schemas lists them. Choose another name.'
    throw new ServiceError('illegalArgument', message)
  }
}

/**
 * Checks the size of the text of a schema.
 *
 * @throws ServiceError `limitExceeded`
 */
export function checkSchemaLength(text: string): void {
  const bytes = Buffer.byteLength(text)
  if (bytes <= mostSchemaBytes) return
  const message = `The text of a schema can have ${mostSchemaBytes} bytes; this one has ${bytes}.`
  throw new ServiceError('limitExceeded', message)
}

/**
 * Checks how many schemas a database is to have, and how many bytes of text together.
 *
 * @throws ServiceError `limitExceeded`
 */
export function checkSchemasTogether(count: number, bytes: number): void {
  if (count > mostSchemas) {
    const message = `A database can have ${mostSchemas} schemas, and no more. Remove one first.`
    throw new ServiceError('limitExceeded', message)
  }
  if (bytes <= mostBytesTogether) return
  const message = `The schemas of a database can have ${mostBytesTogether} bytes together; with this one they have ${bytes}. Remove one first.`
  throw new ServiceError('limitExceeded', message)
}
