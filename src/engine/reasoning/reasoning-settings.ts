/** What reasoning goes by in a database. */
export interface ReasoningSettings {
  /** `reasoning.schema.graphs`: graphs that axioms are read from; absent: all of them. */
  readonly schemaGraphs?: readonly string[]
  /** `reasoning.sameas`: whether nodes that `owl:sameAs` says are the same share what is stated of each; not unless given. */
  readonly sameAs?: boolean
  /** `auto.schema.reasoning`: whether generated schemas have what classes inherit; they have unless `false`. */
  readonly generatedSchemas?: boolean
}
