/** A token that an endpoint is told; never goes into an answer, an error or a log. */
export interface EndpointToken {
  readonly text: string
  /** Seconds since 1970. */
  readonly expires: number
}

/** On whose behalf an endpoint is asked that is told of each of those who ask. */
export interface EndpointAsker {
  /** Equal for those only who tell the endpoint the same: what is learned of it on behalf of one serves nobody with another. */
  readonly key: string
  /**
   * A token that holds now: asked for again when the one before is about to expire.
   *
   * @throws ServiceError `forbidden` with the reason where there is none for whoever asks; `remoteUnavailable`
   */
  token(): Promise<EndpointToken>
  /** Aborted when whoever asks waits no longer, and has no tokens any more; absent: there always are. */
  readonly signal?: AbortSignal
}
