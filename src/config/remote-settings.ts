/** What the options `remote.…` of a database say of the endpoint that it stands for; what is absent is not set. */
export interface RemoteSettings {
  readonly queryUrl?: string
  readonly updateUrl?: string
  readonly graphStoreUrl?: string
  readonly user?: string
  /** As it is kept: sealed. */
  readonly password?: string
  /** As it is kept: sealed. */
  readonly token?: string
  /** Whether each of those who ask is told of, by a token of theirs. */
  readonly passThrough?: boolean
  /** What those tokens are for: scopes with spaces between them. */
  readonly tokenScope?: string
  readonly tokenAudience?: string
  /** How the union of all graphs is asked for. */
  readonly union?: 'default' | 'graphs' | { readonly iri: string }
  /** Rows of one answer at most. */
  readonly rows?: number
  readonly engine?: string
  readonly connections?: number
  readonly answerBytes?: number
}

/** What holds where the options do not say: of `remote.connections`, and of `remote.answer.bytes` in bytes. */
export const remoteDefaults = { connections: 16, answerBytes: 2 ** 30 } as const
