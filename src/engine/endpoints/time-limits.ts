/** Milliseconds for a change of a remote database: however slow its endpoint is, it does not keep a process for ever. */
export const changeMilliseconds = 3_600_000

/** Milliseconds for an endpoint to say how it is. */
export const healthMilliseconds = 10_000

/** Milliseconds to find out about an endpoint. */
export const inspectionMilliseconds = 60_000
