/** Times of one question, in milliseconds. */
export interface Measurement {
  readonly median: number
  /** Characters of the answer. */
  readonly length: number
}

/** An answer that takes longer than this, in milliseconds, is measured once, without a warm-up. */
const longAnswer = 1_000

/** The median time of an answer over several runs after a warm-up of three; `undefined` where it was given up. */
export async function measure(ask: () => Promise<string>, runs: number): Promise<Measurement | undefined> {
  const first = await timed(ask).catch(() => undefined)
  if (first === undefined) return undefined
  if (first.time > longAnswer) return { median: first.time, length: first.length }
  const times: number[] = []
  for (let run = -2; run < runs; run++) {
    const { time } = await timed(ask)
    if (run >= 0) times.push(time)
  }
  times.sort((a, b) => a - b)
  return { median: times[Math.floor(times.length / 2)] ?? Number.NaN, length: first.length }
}

async function timed(
  ask: () => Promise<string>,
): Promise<{ readonly time: number; readonly length: number }> {
  const start = performance.now()
  const { length } = await ask()
  return { time: performance.now() - start, length }
}
