/** How an endpoint's union of all graphs is asked for. */
export type UnionScope =
  /** Its default graph is the union: nothing is said. */
  | 'default'
  /** There is no name for it: each triple pattern is asked of the default graph and of every named one. */
  | 'graphs'
  /** It has a name: `FROM <iri>`. */
  | { readonly iri: string }

/** What tells an endpoint who asks. */
export type EndpointCredentials =
  | { readonly kind: 'basic'; readonly user: string; readonly password: string }
  | { readonly kind: 'bearer'; readonly token: string }

/** A SPARQL 1.1 Protocol endpoint, and what is known of it. Plain data: it is sent to another process. */
export interface RemoteEndpoint {
  /** Absolute, `http` or `https`, without credentials in it. */
  readonly queryUrl: string
  /** Absent: it takes no updates. */
  readonly updateUrl?: string
  /** Of the Graph Store Protocol; absent: there is none. */
  readonly graphStoreUrl?: string
  readonly credentials?: EndpointCredentials
  /** Whether it is told of each of those who ask, by tokens of their own, and nothing is asked of it on behalf of nobody. */
  readonly passThrough?: boolean
  readonly union: UnionScope
  /** Rows of one answer, where the endpoint cuts longer ones; absent: it is not known to. */
  readonly mostRows?: number
  /** Key of the table of engines' quirks; absent: an engine without any. */
  readonly engine?: string
  /** Connections at once. */
  readonly connections: number
  /** Bytes of one answer, decompressed. */
  readonly answerBytes: number
}
