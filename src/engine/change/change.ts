import type { Namespaces } from '../../rdf/namespaces.ts'
import type { GraphAccess } from '../../sparql/graph-access.ts'
import type { RdfSource } from '../rdf-source.ts'

/** Which graphs a step clears: one by its IRI, or several by a word. */
export type ClearedGraphs = { readonly iri: string } | 'default' | 'named' | 'all'

/** A request of SPARQL Update with the parameters of the protocol. */
export interface UpdateText {
  readonly text: string
  /** What relative IRIs are resolved against. */
  readonly baseIri?: string
  /** `using-graph-uri`: what `WHERE` is matched in (SPARQL 1.1 Protocol, 2.2.3). */
  readonly usingGraphs?: readonly string[]
  /** `using-named-graph-uri` */
  readonly usingNamedGraphs?: readonly string[]
}

/** An RDF document in a file. */
export type FetchedSource = Omit<RdfSource, 'bytes'> & { readonly path: string }

/** A part of a change of a database; those of one change are carried out in order, all or none. */
export type ChangeStep =
  | { readonly kind: 'add'; readonly source: RdfSource }
  | { readonly kind: 'remove'; readonly source: RdfSource }
  | { readonly kind: 'clear'; readonly graphs: ClearedGraphs }
  | {
      readonly kind: 'update'
      readonly update: UpdateText
      /** Documents of its LOAD operations that were fetched before, by IRI; `null` is one that failed and is SILENT. */
      readonly documents?: ReadonlyMap<string, FetchedSource | null>
    }

/** What steps mean on whose behalf; a database has both. */
export interface ChangeScope {
  /** Prefixes that may be used undeclared. */
  readonly namespaces: Namespaces
  /** Which graphs whoever asks sees, and may change; absent: all. */
  readonly access?: GraphAccess | undefined
}

/** What one step came to; an update, the sums over its operations. */
export interface StepReport {
  /** Quads that were not there before the step, or the operation. */
  readonly added: number
  /** Quads that were there before the step, or the operation, and are not after it. */
  readonly removed: number
}

/** What a change came to: the sums, and each step by itself. An endpoint does not count: what it did not tell is absent. */
export interface ChangeReport extends Partial<StepReport> {
  /** Quads read of all sources. */
  readonly quads: number
  /** Bytes read of all sources, before decompression. */
  readonly bytes: number
  readonly steps: readonly Partial<StepReport>[]
  /** Prefixes that sources declare, the first declaration of each, in order. */
  readonly prefixes: ReadonlyMap<string, string>
}

/** What a change of a database came to that counts what it does. */
export interface CountedReport extends ChangeReport {
  readonly added: number
  readonly removed: number
  readonly steps: readonly StepReport[]
}

/** A transaction whose changes a query sees: what tells it from others, and its steps until now. */
export interface OpenTransaction {
  readonly id: string
  /** Sources are repeatable files. */
  readonly steps: readonly ChangeStep[]
}
