import { chunkWindow } from './protocol.ts'

/** What happens around the queue. */
export interface ChunkQueueEvents {
  onFirst(): void
  /** A chunk was taken by the reader. */
  onTake(): void
  /** The writer has no room any more, or has some again. */
  onStall(stalled: boolean): void
  /** The reader stopped before the end. */
  onReturn(): void
}

/** Chunks between a writer that is told when there is room and a reader that takes its time. */
export interface ChunkQueue {
  readonly chunks: AsyncIterableIterator<Uint8Array>
  push(bytes: Uint8Array): void
  end(): void
  /** What was pushed before is still read, then the error is thrown. */
  fail(error: unknown): void
}

/** An empty queue for one reader. */
export function createChunkQueue(events: ChunkQueueEvents): ChunkQueue {
  const waiting: Uint8Array[] = []
  let state: { kind: 'open' } | { kind: 'ended' } | { kind: 'failed'; error: unknown } = { kind: 'open' }
  let first = true
  let stalled = false
  let wake: (() => void) | undefined

  function setStalled(value: boolean): void {
    if (stalled === value) return
    stalled = value
    events.onStall(value)
  }

  const chunks: AsyncIterableIterator<Uint8Array> = {
    [Symbol.asyncIterator]() {
      return this
    },
    async next() {
      for (;;) {
        const bytes = waiting.shift()
        if (bytes !== undefined) {
          if (state.kind === 'open') {
            setStalled(false)
            events.onTake()
          }
          return { done: false, value: bytes }
        }
        if (state.kind === 'ended') return { done: true, value: undefined }
        if (state.kind === 'failed') throw state.error
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    async return() {
      waiting.length = 0
      if (state.kind === 'open') events.onReturn()
      state = { kind: 'ended' }
      wake?.()
      return { done: true, value: undefined }
    },
  }

  return {
    chunks,
    push(bytes) {
      if (state.kind !== 'open') return
      waiting.push(bytes)
      if (first) events.onFirst()
      first = false
      if (waiting.length >= chunkWindow) setStalled(true)
      wake?.()
    },
    end() {
      if (state.kind === 'open') state = { kind: 'ended' }
      wake?.()
    },
    fail(error) {
      if (state.kind === 'open') state = { kind: 'failed', error }
      wake?.()
    },
  }
}
