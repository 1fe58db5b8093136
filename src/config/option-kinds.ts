import { isAbsoluteIri } from '../rdf/iri.ts'
import { parseDuration } from './duration.ts'
import type { RemoteSettings } from './remote-settings.ts'

/** What checked options say to the service; what is absent is as the service says. */
export interface DatabaseSettings {
  /** `graphql.response.shape`; absent for `auto`: as the request prefers. */
  readonly form?: 'nodes' | 'graphql'
  /** `graphql.default.limit`: most objects of a top-level field without `first`. */
  readonly defaultLimit?: number
  /** `query.timeout`: milliseconds. */
  readonly timeout?: number
  /** `graphql.data.graphs`: graphs that GraphQL asks where a query names none; absent: all. */
  readonly graphqlGraphs?: readonly string[]
  /** `query.all.graphs` */
  readonly allGraphs?: boolean
  /** `graphql.auto.schema` */
  readonly autoSchema?: boolean
  /** `graphql.auto.schema.source`; absent: `owl`. */
  readonly autoSchemaSource?: 'owl' | 'shacl'
  /** `reasoning.schema.graphs`: graphs that axioms are read from; absent: all. */
  readonly schemaGraphs?: readonly string[]
  /** `reasoning.sameas` */
  readonly sameAs?: boolean
  /** `auto.schema.reasoning` */
  readonly schemaReasoning?: boolean
  /** `security.named.graphs`: whether graphs have permissions of their own; absent: as the property says. */
  readonly namedGraphs?: boolean
  /** `remote.…`; absent: the database is here. */
  readonly remote?: RemoteSettings
}

/** The value of an option, as JSON has it. */
export type OptionValue = boolean | number | string | readonly string[]

/** What the text of an option means. */
export interface OptionReading {
  readonly value: OptionValue
  readonly settings: DatabaseSettings
}

/** How the texts of an option are read, and what to say of one that cannot be. */
export interface OptionKind {
  readonly type: 'Boolean' | 'String' | 'Integer' | 'Enum' | 'Duration' | 'List'
  readonly expected: string
  /** Whether a wrong text is not repeated to whoever gave it, since it may hold what nobody is to see. */
  readonly isPrivate?: boolean
  /** Whether what is kept is sealed, and nobody is shown it. */
  readonly isSecret?: boolean
  /** `undefined` for a text that is none of this kind. */
  readonly read: (text: string) => OptionReading | undefined
}

/** `true` or `false`, in any case. */
export function booleanKind(settings: (value: boolean) => DatabaseSettings = () => ({})): OptionKind {
  return {
    type: 'Boolean',
    expected: 'true or false',
    read(text) {
      const word = text.toLowerCase()
      if (word !== 'true' && word !== 'false') return undefined
      return { value: word === 'true', settings: settings(word === 'true') }
    },
  }
}

/** One of a few words. */
export function enumKind<Word extends string>(
  words: readonly Word[],
  settings: (word: Word) => DatabaseSettings = () => ({}),
): OptionKind {
  const quoted = words.map((word) => `"${word}"`)
  return {
    type: 'Enum',
    expected: `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`,
    read(text) {
      const word = words.find((one) => one === text)
      return word === undefined ? undefined : { value: word, settings: settings(word) }
    },
  }
}

/** The same words, in any case. */
export function inLowerCase(kind: OptionKind): OptionKind {
  return { ...kind, read: (text) => kind.read(text.toLowerCase()) }
}

/** A whole number from 1 on, with nine digits at most. */
export function countKind(settings: (value: number) => DatabaseSettings = () => ({})): OptionKind {
  return {
    type: 'Integer',
    expected: 'a whole number from 1 to 999999999',
    read: (text) =>
      /^[1-9]\d{0,8}$/u.test(text) ? { value: Number(text), settings: settings(Number(text)) } : undefined,
  }
}

/** A time; its value is the text that it was given as. */
export function durationKind(settings: (milliseconds: number) => DatabaseSettings): OptionKind {
  return {
    type: 'Duration',
    expected: 'milliseconds, or a number and a unit, such as 500ms, 10s or 5m',
    read(text) {
      const milliseconds = parseDuration(text)
      return milliseconds === undefined ? undefined : { value: text, settings: settings(milliseconds) }
    },
  }
}

/** Names of graphs: a JSON list, or a text with commas between them. */
export function graphsKind(
  settings: (graphs: readonly string[]) => DatabaseSettings = () => ({}),
): OptionKind {
  return {
    type: 'List',
    expected: 'a list of absolute IRIs',
    read(text) {
      const graphs = listOf(text)
      if (graphs === undefined || graphs.length === 0 || !graphs.every(isAbsoluteIri)) return undefined
      return { value: graphs, settings: settings(graphs) }
    },
  }
}

/** The strings of a JSON list, or those between the commas of a text; `undefined` for other JSON. */
function listOf(text: string): readonly string[] | undefined {
  if (!text.startsWith('[')) return text.split(',').map((part) => part.trim())
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.every((item) => typeof item === 'string') ? list : undefined
  } catch {
    return undefined
  }
}
