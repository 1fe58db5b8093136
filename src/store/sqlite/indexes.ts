import type { DatabaseSync } from 'node:sqlite'
import { quadIndexes, termIndexes } from './schema.ts'

/** Drops the indexes of `term`, before very many rows are written. */
export function dropTermIndexes(database: DatabaseSync): void {
  for (const name of Object.keys(termIndexes)) database.exec(`DROP INDEX ${name}`)
}

/** Makes the indexes of `term` again. */
export function createTermIndexes(database: DatabaseSync): void {
  for (const statement of Object.values(termIndexes)) database.exec(statement)
}

/** Drops the secondary indexes of `quad`, before very many rows are written. */
export function dropQuadIndexes(database: DatabaseSync): void {
  for (const name of Object.keys(quadIndexes)) database.exec(`DROP INDEX ${name}`)
}

/** Makes the secondary indexes of `quad` again. */
export function createQuadIndexes(database: DatabaseSync): void {
  for (const statement of Object.values(quadIndexes)) database.exec(statement)
}
