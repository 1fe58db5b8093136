/** How patient a client of an endpoint is. Times in milliseconds. */
export interface EndpointSettings {
  /** Until a connection is there, TLS included. */
  readonly connectTimeout: number
  /** Until the head of an answer comes, whatever the deadline of the query: nothing waits for ever. */
  readonly headTimeout: number
  /** Between two pieces of an answer, where the reader waits for them. */
  readonly silenceTimeout: number
  /** Before each repetition of a request; as many as there are. */
  readonly pauses: readonly number[]
  /** Longest time of `Retry-After` that is waited for. */
  readonly longestPause: number
  /** Requests one after the other that found the endpoint down, after which it is left alone. */
  readonly failures: number
  /** For which it is left alone the first time; twice as long after each try that fails too. */
  readonly rest: number
  readonly longestRest: number
}

/** What suits endpoints on other machines. */
export const usualSettings: EndpointSettings = {
  connectTimeout: 10_000,
  headTimeout: 3_600_000,
  silenceTimeout: 120_000,
  pauses: [100, 400],
  longestPause: 10_000,
  failures: 3,
  rest: 5_000,
  longestRest: 60_000,
}
