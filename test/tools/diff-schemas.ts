import { readFileSync } from 'node:fs'
import { diff } from '@graphql-inspector/core'
import { buildSchema } from 'graphql'

/** Prints, as JSON, what changed between the schemas of two files: kind of change, place, and how much it breaks. */
const [before = '', after = ''] = process.argv.slice(2).map((path) => readFileSync(path, 'utf8'))
const changes = await diff(buildSchema(before), buildSchema(after))
console.log(JSON.stringify(changes.map(({ type, path, criticality }) => [type, path, criticality.level])))
