/** What can be done to a resource; `ALL` is each of the others. */
export const actions = ['READ', 'WRITE', 'CREATE', 'DELETE', 'GRANT', 'REVOKE', 'EXECUTE', 'ALL'] as const

/** One of {@link actions}. */
export type Action = (typeof actions)[number]

/** What resources are; `*` is each of the others. */
export const resourceTypes = [
  'db',
  'metadata',
  'user',
  'role',
  'named-graph',
  'virtual-graph',
  'data-source',
  'dbms-admin',
  'admin',
  '*',
] as const

/** One of {@link resourceTypes}. */
export type ResourceType = (typeof resourceTypes)[number]

/** What stands for every name of a resource. */
export const everyResource = '*'

/** A resource, or several by wildcards. */
export interface Resource {
  readonly type: ResourceType
  /** Its name, `*` for every one; of a named graph that of the database and the IRI of the graph, or `*` alone. */
  readonly name: readonly string[]
}

/** That something may be done to resources. */
export interface Permission {
  readonly action: Action
  readonly resource: Resource
}
