import type { ChangeReport, ChangeStep, UpdateText } from '../engine/change/change.ts'
import type { LoadOptions } from '../engine/rdf-source.ts'
import type {
  SparqlAnswer,
  SparqlExplanation,
  SparqlOptions,
  SparqlRequest,
} from '../engine/sparql/sparql-request.ts'
import type { RdfFormat } from '../rdf/formats.ts'

export type { SparqlExplanation } from '../engine/sparql/sparql-request.ts'

/** How a query is answered, by the name of a transaction where it runs in one. */
export interface QueryOptions extends Omit<SparqlOptions, 'within'> {
  readonly transaction?: string
}

/** How a change is made; in a transaction it waits for the commit. */
export interface ChangeOptions extends LoadOptions {
  /** Milliseconds of an update; never above the limit of the database. */
  readonly timeout?: number
  readonly transaction?: string
}

/** SPARQL and the data of databases by name, as every face of the service uses them. */
export interface SparqlService {
  query(name: string, request: SparqlRequest, options: QueryOptions): Promise<SparqlAnswer>
  explainQuery(
    name: string,
    request: SparqlRequest,
    options?: Omit<QueryOptions, 'formats'> & { readonly profile?: boolean },
  ): Promise<SparqlExplanation>
  /** Carries out all steps as one commit, or none; in a transaction nothing is added or removed before its commit. */
  change(name: string, steps: readonly ChangeStep[], options?: ChangeOptions): Promise<ChangeReport>
  update(name: string, update: UpdateText, options?: ChangeOptions): Promise<ChangeReport>
  /**
   * The quads of a graph, or of all of them; syntaxes without graphs have the triples of the union, or of the graph. The
   * triples of one graph are without its name where they are to be `unnamed`.
   */
  export(
    name: string,
    format: RdfFormat,
    options?: {
      readonly graph?: string
      readonly unnamed?: boolean
      readonly signal?: AbortSignal
      readonly transaction?: string
    },
  ): Promise<AsyncIterable<Uint8Array>>
  /** Begins a transaction and returns its name, a UUID; what is not used for an hour is rolled back. */
  begin(name: string): Promise<string>
  commit(name: string, transaction: string): Promise<ChangeReport>
  /** @throws ServiceError `transactionUnknown` */
  rollback(name: string, transaction: string): Promise<void>
}
