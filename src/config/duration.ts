const millisecondsOfUnit: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
])

/**
 * A duration in milliseconds, at least 1: a number of them, or a number with a unit (`500`, `500ms`, `10s`, `1.5m`,
 * `1h`); `undefined` for anything else, or nothing above zero.
 */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,12}(?:\.\d{1,6})?)\s*(ms|s|m|h)?$/u.exec(text.trim())
  const milliseconds = Number(match?.[1]) * (millisecondsOfUnit.get(match?.[2] ?? 'ms') ?? Number.NaN)
  return milliseconds > 0 ? Math.max(1, Math.round(milliseconds)) : undefined
}

/** The shortest text that {@link parseDuration} reads as so many milliseconds. */
export function formatDuration(milliseconds: number): string {
  const [unit, length] = [...millisecondsOfUnit].findLast(([, ms]) => milliseconds % ms === 0) ?? ['ms', 1]
  return `${milliseconds / length}${unit}`
}
