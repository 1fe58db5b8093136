import { type Output, styled } from './terminal.ts'

/** How far a load has come. */
export interface LoadState {
  /** Quads read; 0 where only bytes are known. */
  readonly quads: number
  /** Bytes read of the source, before decompression. */
  readonly bytes: number
  /** Bytes of the whole source, where known. */
  readonly totalBytes?: number
}

/** Shows how a load goes on, in one line of a terminal that is written over; silent where no person looks. */
export interface LoadProgress {
  update(state: LoadState): void
  /** Clears the line. */
  end(): Promise<void>
}

const millisecondsBetweenUpdates = 100

/** A progress line on `output` for the source `name`. */
export function loadProgress(name: string, output: Output): LoadProgress {
  const started = performance.now()
  let shownAt = Number.NEGATIVE_INFINITY
  return {
    update(state) {
      const now = performance.now()
      if (!output.interactive || now - shownAt < millisecondsBetweenUpdates) return
      shownAt = now
      const line = progressLine(name, state, (now - started) / 1000).slice(0, output.columns - 1)
      void output.write(`\r\u001b[K${styled(line, 'dim', output.colour)}`)
    },
    async end() {
      if (output.interactive) await output.write('\r\u001b[K')
    },
  }
}

/** `people.nt.gz: 120,000 quads, 98,000 quads/s, 1.2 MB of 5.0 MB` */
export function progressLine(name: string, state: LoadState, seconds: number): string {
  const parts: string[] = []
  if (state.quads > 0) {
    parts.push(countedText(state.quads, 'quad'), `${rateText(state.quads, seconds)}`)
  }
  parts.push(
    state.totalBytes === undefined
      ? bytesText(state.bytes)
      : `${bytesText(state.bytes)} of ${bytesText(state.totalBytes)}`,
  )
  return `${name}: ${parts.join(', ')}`
}

/** `98,000 quads/s` */
export function rateText(quads: number, seconds: number): string {
  return `${countText(Math.round(quads / Math.max(seconds, 0.001)))} quads/s`
}

/** A whole number with commas between its thousands. */
export function countText(count: number): string {
  return count.toLocaleString('en-US')
}

/** A count with what it counts: `1 quad`, `2,000 quads`. */
export function countedText(count: number, unit: string): string {
  return `${countText(count)} ${unit}${count === 1 ? '' : 's'}`
}

/** `1.2 MB` */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
