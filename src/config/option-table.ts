import { always, type DatabaseOption } from './database-option.ts'
import { booleanKind, countKind, durationKind, enumKind, graphsKind, inLowerCase } from './option-kinds.ts'
import { remoteOptionTable } from './remote-option-table.ts'

export type { DatabaseOption } from './database-option.ts'

/** The name of all graphs of a database together. */
const allGraphs = 'tag:stardog:api:context:local'
const everyGraph = 'tag:stardog:api:context:all'

/** An option whose feature this version does not have. */
const kept = 'Kept for clients; has no effect in this version.'

/** The options of a database that can be set, by name. */
export const optionTable: ReadonlyMap<string, DatabaseOption> = new Map<string, DatabaseOption>([
  [
    'graphql.response.shape',
    {
      ...always,
      kind: enumKind(['auto', 'nodes', 'graphql'], (form) => (form === 'auto' ? {} : { form })),
      defaultValue: 'auto',
      category: 'GraphQL',
      label: 'Form of answers',
      description:
        'Form of GraphQL answers where a request has no "shape": "nodes", "graphql", or "auto", as its Accept prefers.',
    },
  ],
  [
    'graphql.default.limit',
    {
      ...always,
      kind: countKind((defaultLimit) => ({ defaultLimit })),
      defaultValue: null,
      defaultWords: 'the property graphql.default.limit',
      category: 'GraphQL',
      label: 'Default limit',
      description: 'Objects of a top-level field without "first".',
    },
  ],
  [
    'graphql.data.graphs',
    {
      ...always,
      kind: graphsKind((graphs) =>
        graphs.includes(allGraphs) || graphs.includes(everyGraph) ? {} : { graphqlGraphs: graphs },
      ),
      defaultValue: [allGraphs],
      category: 'GraphQL',
      label: 'Graphs of GraphQL',
      description: `Graphs that a GraphQL query asks where it names none by @config; ${allGraphs} is all of them.`,
    },
  ],
  [
    'graphql.result.memory.limit',
    {
      ...always,
      kind: countKind(),
      defaultValue: null,
      defaultWords: 'none',
      category: 'GraphQL',
      label: 'Memory of a result',
      description: `${kept} Answers are streamed; the property query.memory limits a query.`,
    },
  ],
  [
    'graphql.auto.schema',
    {
      ...always,
      mutableWhenOnline: false,
      kind: booleanKind((autoSchema) => ({ autoSchema })),
      defaultValue: false,
      category: 'GraphQL',
      label: 'Generated schema',
      description:
        'Whether the schema "default" is generated when it is first needed, where there is none, and answers the GraphQL queries that name no schema.',
    },
  ],
  [
    'graphql.auto.schema.source',
    {
      ...always,
      mutableWhenOnline: false,
      // No "virtual": it means the mappings of virtual graphs, and there are none.
      kind: enumKind(['owl', 'shacl'], (autoSchemaSource) => ({ autoSchemaSource })),
      defaultValue: 'owl',
      category: 'GraphQL',
      label: 'Source of the generated schema',
      description:
        'What the schema "default" is generated from: "owl", the classes and properties of RDFS and OWL in the data, or "shacl", its SHACL shapes.',
    },
  ],
  [
    'auto.schema.reasoning',
    {
      ...always,
      kind: booleanKind((schemaReasoning) => ({ schemaReasoning })),
      defaultValue: true,
      category: 'Reasoning',
      label: 'Reasoning for the generated schema',
      description:
        'Whether types of generated schemas have the fields and interfaces that their classes inherit; else only what is stated of each class itself.',
    },
  ],
  [
    'query.timeout',
    {
      ...always,
      kind: durationKind((timeout) => ({ timeout })),
      defaultValue: null,
      defaultWords: 'the property query.timeout',
      category: 'Query',
      label: 'Time limit',
      description: 'How long a query may take; never above the property query.timeout.',
    },
  ],
  [
    'query.all.graphs',
    {
      ...always,
      kind: booleanKind((allGraphsAsked) => ({ allGraphs: allGraphsAsked })),
      defaultValue: false,
      category: 'Query',
      label: 'All graphs by default',
      description:
        'Whether a SPARQL query that names no dataset has the union of all graphs as its default graph. GraphQL has it unless graphql.data.graphs says otherwise.',
    },
  ],
  [
    'reasoning.schema.graphs',
    {
      ...always,
      kind: graphsKind((graphs) =>
        graphs.includes(allGraphs) || graphs.includes(everyGraph) ? {} : { schemaGraphs: graphs },
      ),
      defaultValue: [allGraphs],
      category: 'Reasoning',
      label: 'Graphs of the vocabulary',
      description: `Graphs that the axioms for reasoning are read from; ${allGraphs} is all of them.`,
    },
  ],
  [
    'reasoning.sameas',
    {
      ...always,
      kind: inLowerCase(enumKind(['off', 'on'], (word) => ({ sameAs: word === 'on' }))),
      defaultValue: 'off',
      category: 'Reasoning',
      label: 'Equal nodes',
      description:
        'Whether reasoning takes nodes for one that owl:sameAs states to be the same: "off", or "on", where each has what is stated of the other.',
    },
  ],
  [
    'security.named.graphs',
    {
      ...always,
      mutableWhenOnline: false,
      kind: booleanKind((namedGraphs) => ({ namedGraphs })),
      defaultValue: null,
      defaultWords: 'the property security.named.graphs',
      category: 'Security',
      label: 'Permissions of named graphs',
      description:
        'Whether users see and change only those of its graphs that they have the permissions "read" and "write" of.',
    },
  ],
  [
    'search.enabled',
    {
      ...always,
      mutableWhenOnline: false,
      kind: booleanKind(),
      defaultValue: false,
      category: 'Search',
      label: 'Full-text search',
      description: kept,
    },
  ],
  [
    'spatial.enabled',
    {
      ...always,
      mutableWhenOnline: false,
      kind: booleanKind(),
      defaultValue: false,
      category: 'Search',
      label: 'Geospatial search',
      description: kept,
    },
  ],
  [
    'index.type',
    {
      mutable: false,
      mutableWhenOnline: false,
      kind: enumKind(['Disk', 'Memory']),
      defaultValue: 'Disk',
      category: 'Index',
      label: 'Place of the index',
      description: `${kept} Databases of a server are on disk.`,
    },
  ],
  ...remoteOptionTable,
])
