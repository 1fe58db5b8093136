import type { RdfFormat } from '../../rdf/formats.ts'
import type { Term } from '../../rdf/term.ts'
import type { UsedReasoning } from '../../reasoning/used-reasoning.ts'
import type { PlanNode } from '../../sparql/plan-node.ts'
import type { SolutionsFormat } from '../../sparql/results/formats.ts'
import type { OpenTransaction } from '../change/change.ts'

/** A query of any form as SPARQL text, with the parameters of the protocol. */
export interface SparqlRequest {
  readonly query: string
  /** What relative IRIs are resolved against. */
  readonly baseIri?: string
  /** `default-graph-uri`: in place of the query's own dataset (SPARQL 1.1 Protocol, 2.1.4). */
  readonly defaultGraphs?: readonly string[]
  /** `named-graph-uri` */
  readonly namedGraphs?: readonly string[]
  /** Terms that variables stand for, by name without `$`. */
  readonly bindings?: ReadonlyMap<string, Term>
  /** Cuts the solutions beyond what the query says itself. */
  readonly limit?: number
  readonly offset?: number
  /** Whether what can be inferred counts as if it were stated; not unless given. */
  readonly reasoning?: boolean
}

/** The syntaxes that a caller takes, by what the query turns out to be; absent: none that there is. */
export interface ResultFormats {
  readonly solutions?: SolutionsFormat
  /** CSV and TSV have no form for a boolean: `true` or `false` as plain text. */
  readonly boolean?: SolutionsFormat
  readonly graph?: RdfFormat
}

/** How a query is answered. */
export interface SparqlOptions {
  readonly formats: ResultFormats
  readonly signal?: AbortSignal
  /** Milliseconds; never above the limit of the database. */
  readonly timeout?: number
  /** The query sees the changes of this transaction. */
  readonly within?: OpenTransaction
}

/** What a query came to; failures in its middle are thrown by `chunks`. */
export type SparqlAnswer =
  | {
      readonly kind: 'solutions' | 'boolean'
      readonly format: SolutionsFormat
      readonly chunks: AsyncIterable<Uint8Array>
    }
  | { readonly kind: 'graph'; readonly format: RdfFormat; readonly chunks: AsyncIterable<Uint8Array> }
  /** The caller takes no syntax of what the query makes; nothing was run. */
  | { readonly kind: 'noFormat'; readonly makes: 'solutions' | 'boolean' | 'graph' }

/** The plan of a query and the SPARQL that it is of. */
export interface SparqlExplanation {
  readonly sparql: string
  readonly plan: PlanNode
  /** Present where the query is one with reasoning. */
  readonly reasoning?: UsedReasoning
}

/** How a query is explained; with `profile` it is run to its end, and the plan has what was measured. */
export type SparqlExplainOptions = Omit<SparqlOptions, 'formats'> & { readonly profile?: boolean }

/** What of a database is exported; without `graph` all of it. The triples of one graph can be had without its name. */
export type ExportOptions = Pick<SparqlOptions, 'signal' | 'within'> & {
  readonly graph?: string
  readonly unnamed?: boolean
}
