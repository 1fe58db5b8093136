/** Milliseconds that random cases may take: ten minutes, or as long as the number of a run by hand needs on a slow machine. */
export const randomTimeout = Math.max(600_000, Number(process.env['NUM_RUNS'] ?? 0) * 400)
