import type { EndpointSettings } from './endpoint-settings.ts'

/** Keeps requests from an endpoint that is down, but for one now and then that looks whether it still is. */
export interface Circuit {
  /** Why nothing is to be sent now; `undefined` where a request may go, whose end is to be told. */
  refusal(): CircuitRefusal | undefined
  /** A request was answered, whatever the answer. */
  succeeded(): void
  /** A request found the endpoint down. */
  failed(reason: string): void
  /** A request that was let through ended without telling whether the endpoint is down. */
  abandoned(): void
}

/** Why an endpoint is left alone. */
export interface CircuitRefusal {
  /** What the last request was told. */
  readonly reason: string
  /** Milliseconds until the next request will be let through. */
  readonly wait: number
}

/** A circuit that lets requests through; `now` tells milliseconds. */
export function createCircuit(
  { failures, rest, longestRest }: EndpointSettings,
  now: () => number = () => performance.now(),
): Circuit {
  let failedInRow = 0
  let reason = ''
  /** When a request may look again; absent: all may. */
  let opensAt: number | undefined
  let pause = rest
  let isTrying = false

  return {
    refusal() {
      if (opensAt === undefined) return undefined
      const wait = opensAt - now()
      if (wait > 0) return { reason, wait }
      isTrying = true
      // One that takes long keeps the others no longer than this from trying themselves.
      opensAt = now() + rest
      return undefined
    },
    succeeded() {
      failedInRow = 0
      opensAt = undefined
      pause = rest
      isTrying = false
    },
    failed(told) {
      reason = told
      failedInRow += 1
      if (opensAt !== undefined) {
        // Only the one that looked again counts: others were under way when it opened.
        if (!isTrying) return
        pause = Math.min(2 * pause, longestRest)
      } else if (failedInRow < failures) return
      opensAt = now() + pause
      isTrying = false
    },
    abandoned() {
      if (isTrying) opensAt = now()
      isTrying = false
    },
  }
}
