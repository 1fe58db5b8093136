/** Batches the first of which is there. */
export interface StartedBatches<Batch> {
  readonly batches: AsyncIterable<Batch>
  /** Ends what makes them; needed where they are never read. */
  stop(): Promise<void>
}

/** Asks for the first of some batches, so that what makes them has begun. */
export async function startBatches<Batch>(all: AsyncIterable<Batch>): Promise<StartedBatches<Batch>> {
  const batches = all[Symbol.asyncIterator]()
  const first = await batches.next()
  return {
    batches: first.done === true ? none() : followedBy(first.value, batches),
    async stop() {
      await batches.return?.()
    },
  }
}

async function* followedBy<Batch>(first: Batch, rest: AsyncIterator<Batch>): AsyncGenerator<Batch> {
  try {
    yield first
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}

async function* none(): AsyncGenerator<never> {}
