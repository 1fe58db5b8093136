import { ServiceError } from '../../errors.ts'
import { nearestName } from '../../rdf/nearest-name.ts'
import type { GraphQLRequest, RequestError } from '../graphql/answer.ts'
import { splitRequest } from '../graphql/special-variables.ts'
import { createGenerations } from './generations.ts'
import { putSchema } from './put-schema.ts'
import type { RegisteredSchema, SchemaHolder, SchemaShelf } from './schema-holder.ts'
import { checkSchemaLength, checkSchemaName, defaultSchemaName } from './schema-limits.ts'
import type { SchemaOptions, SchemaSource, StoredSchema } from './schema-source.ts'
import { seenShelf } from './seen-shelf.ts'

/** What a request is answered by. */
export type SchemaChoice =
  | { readonly kind: 'none' }
  | { readonly kind: 'schema'; readonly schema: SchemaSource }
  | { readonly kind: 'errors'; readonly errors: readonly RequestError[] }

/** The registered schemas of databases (spec, "Lifecycle of a registered GraphQL schema"), wherever each keeps its own. */
export interface SchemaRegistry {
  /** Their names; makes the default one first where it is wanted, and can be made of the data. */
  list(holder: SchemaHolder, options?: SchemaOptions): Promise<readonly string[]>
  /** @throws ServiceError `schemaUnknown` */
  show(holder: SchemaHolder, name: string, options?: SchemaOptions): Promise<string>
  /**
   * Checks a schema and keeps it. One that was generated is replaced whatever the options say.
   *
   * @throws ServiceError `schemaExists`, `illegalArgument` for a name that no schema can have, `limitExceeded`
   */
  add(
    holder: SchemaHolder,
    name: string,
    text: string,
    options?: SchemaOptions & { readonly replace?: boolean },
  ): Promise<StoredSchema>
  /** @throws ServiceError `schemaUnknown` */
  remove(holder: SchemaHolder, name: string): void
  /** The text of a schema made of the data as they are now; nothing is kept. */
  infer(holder: SchemaHolder, options?: SchemaOptions): Promise<string>
  /**
   * Finds the schema that a request is answered by: the one that is `named`, else that of its special variables, else the
   * default one where the database makes one.
   *
   * @throws ServiceError `schemaUnknown` where `named` is the name of none
   */
  choose(
    holder: SchemaHolder,
    request: GraphQLRequest,
    named: string | undefined,
    options?: SchemaOptions,
  ): Promise<SchemaChoice>
}

/** The registry of any number of databases. */
export function createSchemaRegistry(): SchemaRegistry {
  const generations = createGenerations()

  async function find(
    holder: SchemaHolder,
    name: string,
    options: SchemaOptions,
  ): Promise<RegisteredSchema | undefined> {
    const found = seenShelf(holder).find(name)
    if (found !== undefined || name !== defaultSchemaName || holder.auto === undefined) return found
    if (holder.isPartial === true) throw ofAllGraphs()
    return generations.take(holder, holder.auto, options)
  }

  return {
    async list(holder, options = {}) {
      try {
        if (holder.auto !== undefined && holder.isPartial !== true)
          await find(holder, defaultSchemaName, options)
      } catch (error) {
        // Data that no schema can be made of keep nobody from seeing the schemas that there are; a query is told.
        if (!(error instanceof ServiceError) || error.kind !== 'invalidSchema') throw error
      }
      return seenShelf(holder).names()
    },

    async show(holder, name, options = {}) {
      const found = await find(holder, name, options)
      if (found === undefined) throw unknownSchema(holder, name)
      return found.text
    },

    async add(holder, name, text, { replace = false, ...options } = {}) {
      const shelf = seenShelf(holder)
      checkSchemaName(name)
      checkSchemaLength(text)
      refuseTaken(shelf, name, replace)
      const errors = await holder.check(text, options)
      if (errors.length > 0) return { kind: 'errors', errors }
      // Somebody else may have been here meanwhile.
      holder.checkStillThere()
      refuseTaken(shelf, name, replace)
      const known = shelf.find(name)
      putSchema(holder.shelf, name, text, false)
      return { kind: known === undefined ? 'added' : 'replaced' }
    },

    remove(holder, name) {
      if (!seenShelf(holder).remove(name)) throw unknownSchema(holder, name)
    },

    infer: (holder, options = {}) => holder.generate('data', options),

    async choose(holder, request, named, options = {}) {
      const asked = named ?? specialName(request)
      if (asked === undefined && holder.auto === undefined) return { kind: 'none' }
      const schema = await find(holder, asked ?? defaultSchemaName, options).catch((error: unknown) => {
        if (named !== undefined || !isOfAllGraphs(error)) throw error
        return error
      })
      if (schema instanceof ServiceError) return refusal(schema)
      if (schema !== undefined) return { kind: 'schema', schema }
      if (asked === undefined) return { kind: 'none' }
      const error = unknownSchema(holder, asked)
      if (named !== undefined) throw error
      return refusal(error)
    },
  }
}

function refusal({ message }: ServiceError): SchemaChoice {
  return { kind: 'errors', errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] }
}

function ofAllGraphs(): ServiceError {
  const message =
    'The default schema is made of all graphs, and so is for those who may read them all (graphql.auto.schema). Name a schema that is registered, or ask whoever may to add one.'
  return new ServiceError('schemaUnknown', message)
}

function isOfAllGraphs(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.kind === 'schemaUnknown'
}

/** Special variables that are wrong are for whoever answers the request. */
function specialName(request: GraphQLRequest): string | undefined {
  const split = splitRequest(request)
  return split.kind === 'errors' ? undefined : split.special.schema
}

function refuseTaken(shelf: Pick<SchemaShelf, 'find'>, name: string, replace: boolean): void {
  const known = replace ? undefined : shelf.find(name)
  if (known === undefined || known.generated) return
  const message = `There is a schema "${name}" already. Replace it, or choose another name.`
  throw new ServiceError('schemaExists', message)
}

/** Names that are listed where a name is unknown. */
const mostNames = 20

function unknownSchema(holder: SchemaHolder, name: string): ServiceError {
  const names = seenShelf(holder).names()
  const near = nearestName(name, names)
  const listed = names.slice(0, mostNames).map((one) => JSON.stringify(one))
  const more = names.length > mostNames ? `, and ${names.length - mostNames} more` : ''
  const help =
    near !== undefined
      ? `Did you mean "${near}"?`
      : names.length === 0
        ? 'The database has no schemas.'
        : `There ${names.length === 1 ? 'is' : 'are'} ${listed.join(', ')}${more}.`
  const shown = JSON.stringify(name.length > 128 ? `${name.slice(0, 128)}…` : name)
  return new ServiceError('schemaUnknown', `Unknown schema ${shown}. ${help}`)
}
