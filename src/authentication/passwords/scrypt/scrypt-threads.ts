import { Worker } from 'node:worker_threads'
import { ServiceError } from '../../../errors.ts'
import type { ScryptJob } from './scrypt-thread.ts'

/** Threads that compute scrypt: one for each job at a time, started when it is needed, ended when it is not for a while. */
export interface ScryptThreads {
  /**
   * The key that a job makes.
   *
   * @throws ServiceError `serverBusy` where the threads are closed meanwhile
   */
  make(job: ScryptJob): Promise<Uint8Array>
  /** Ends all threads; jobs that they have fail. */
  close(): void
}

/** How long a thread without a job stays with its memory, in milliseconds. */
const idleMilliseconds = 60_000

/** The program of a thread: the source, or what was built of it. */
const program = new URL(
  `./scrypt-thread${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`,
  import.meta.url,
)

/** There are no threads yet. */
export function createScryptThreads(): ScryptThreads {
  const all = new Set<Worker>()
  /** Without a job, each with the timer that ends it; used last comes last. */
  const idle = new Map<Worker, NodeJS.Timeout>()
  let isClosed = false

  function take(): Worker {
    const [worker] = [...idle.keys()].slice(-1)
    if (worker === undefined) return start()
    clearTimeout(idle.get(worker))
    idle.delete(worker)
    // A process does not end while somebody waits for a key.
    worker.ref()
    return worker
  }

  function start(): Worker {
    const worker = new Worker(program, { execArgv: [], env: {} })
    all.add(worker)
    // Whoever waits for a key hears of it; a thread without a job ends, and another takes its place.
    worker.on('error', () => {})
    worker.once('exit', () => {
      all.delete(worker)
      clearTimeout(idle.get(worker))
      idle.delete(worker)
    })
    return worker
  }

  function release(worker: Worker): void {
    worker.unref()
    const timer = setTimeout(() => void worker.terminate(), idleMilliseconds)
    idle.set(worker, timer.unref())
  }

  return {
    make(job) {
      if (isClosed) return Promise.reject(closedError())
      const worker = take()
      return new Promise((resolve, reject) => {
        const onMessage = (key: Uint8Array): void => {
          worker.off('error', onError).off('exit', onExit)
          release(worker)
          resolve(key)
        }
        const onError = (error: unknown): void => {
          worker.off('message', onMessage).off('exit', onExit)
          reject(error)
        }
        const onExit = (): void => {
          worker.off('message', onMessage).off('error', onError)
          reject(closedError())
        }
        worker.once('message', onMessage).once('error', onError).once('exit', onExit)
        worker.postMessage(job)
      })
    },
    close() {
      isClosed = true
      for (const worker of all) void worker.terminate()
    },
  }
}

function closedError(): ServiceError {
  return new ServiceError('serverBusy', 'The server stops; passwords are not looked at any more.')
}
