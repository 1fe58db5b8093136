/** How a schema is made of what an ontology or shapes say. */
export interface GenerateOptions {
  /**
   * Whether classes have what they inherit: fields of their superclasses, which are interfaces, and properties whose domain follows
   * from other properties or holds for everything. They have unless `false`: then only what is stated of the class itself.
   */
  readonly reasoning?: boolean
}
