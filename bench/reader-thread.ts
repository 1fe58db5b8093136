import { parentPort, workerData } from 'node:worker_threads'
import { httpConnection } from './http-connection.ts'

/** What a thread of readers is told. */
export interface ReaderOrder {
  readonly url: string
  /** Connections, each of which asks again as soon as it has its answer. */
  readonly connections: number
  /** Paths that are asked for in turn. */
  readonly paths: readonly string[]
}

// Readers have a thread of their own, so that they do not wait for those who write.
const order: ReaderOrder = workerData
const latencies: number[] = []
let over = false

async function read(first: number): Promise<void> {
  const connection = httpConnection(order.url)
  for (let number = first; !over; number++) {
    const start = performance.now()
    await connection.ask({ path: order.paths[number % order.paths.length] ?? '' })
    latencies.push(performance.now() - start)
  }
  connection.close()
}

const reading = Promise.all(Array.from({ length: order.connections }, (_, number) => read(number)))
parentPort?.once('message', () => {
  over = true
})
await reading
parentPort?.postMessage(Float64Array.from(latencies))
