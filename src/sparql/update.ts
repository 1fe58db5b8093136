import type { NamedNode } from '../rdf/term.ts'
import type { Dataset, Operation, Variable } from './algebra.ts'
import type { TripleTemplate } from './query-form.ts'

/** A request of SPARQL 1.1 Update: its operations are carried out in order, all of them or none. */
export interface UpdateRequest {
  readonly kind: 'update'
  readonly operations: readonly Update[]
}

/** An operation of SPARQL 1.1 Update, section 3. */
export type Update =
  | InsertData
  | DeleteData
  | Modify
  | LoadDocument
  | ClearGraphs
  | DropGraphs
  | CreateGraph
  | TransferGraph

/** A triple with the graph that it goes to or is taken from; `null` is the default graph, whatever it was called. */
export interface QuadTemplate extends TripleTemplate {
  readonly graph: Variable | NamedNode | null
}

/** `INSERT DATA`: without variables; its blank nodes are new nodes, the same for the whole operation. */
export interface InsertData {
  readonly kind: 'insertData'
  readonly quads: readonly QuadTemplate[]
}

/** `DELETE DATA`: without variables and blank nodes. */
export interface DeleteData {
  readonly kind: 'deleteData'
  readonly quads: readonly QuadTemplate[]
}

/**
 * `DELETE … INSERT … WHERE`, and `DELETE WHERE`. `WITH` is said in the templates and the dataset already: quads outside
 * `GRAPH` have its graph, and the dataset has it as its default graph, where `USING` says nothing else.
 */
export interface Modify {
  readonly kind: 'modify'
  readonly delete: readonly QuadTemplate[]
  readonly insert: readonly QuadTemplate[]
  /** Absent: the default graph of the database, and all its named graphs. */
  readonly dataset?: Dataset
  /** Whether the dataset was written as `USING`, which a request's own parameters must not contradict. */
  readonly using: boolean
  readonly operation: Operation
}

/** `LOAD`. */
export interface LoadDocument {
  readonly kind: 'load'
  readonly source: string
  /** `null`: the default graph. */
  readonly into: string | null
  readonly silent: boolean
}

/** Which graphs an operation is about: one by its own name, or the default one or several by a word, also where a name stands for these. */
export type GraphTarget = NamedNode | 'default' | 'named' | 'all'

/** `CLEAR`. */
export interface ClearGraphs {
  readonly kind: 'clear'
  readonly target: GraphTarget
  readonly silent: boolean
}

/** `DROP`. */
export interface DropGraphs {
  readonly kind: 'drop'
  readonly target: GraphTarget
  readonly silent: boolean
}

/** `CREATE`. */
export interface CreateGraph {
  readonly kind: 'create'
  /** The default graph by its name, with SILENT only. */
  readonly graph: string
  readonly silent: boolean
}

/** `ADD`, `COPY` and `MOVE`; `null` is the default graph. */
export interface TransferGraph {
  readonly kind: 'add' | 'copy' | 'move'
  readonly from: string | null
  readonly to: string | null
  readonly silent: boolean
}
