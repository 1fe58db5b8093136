import { readFileSync } from 'node:fs'

const pollMilliseconds = 250

/** Watches how much memory processes take. */
export interface MemoryWatch {
  /** Calls `onExcess` once, with the bytes taken, when the process is found above the limit; returns how to stop. */
  watch(pid: number | undefined, onExcess: (bytes: number) => void): () => void
}

/**
 * A watch that looks a few times a second. Pages of database files that the system has mapped are not counted: they are
 * shared, and given back when somebody needs them.
 */
export function createMemoryWatch(limit: number): MemoryWatch {
  const watched = new Map<number, (bytes: number) => void>()
  let timer: NodeJS.Timeout | undefined

  function look(): void {
    for (const [pid, onExcess] of watched) {
      const bytes = memoryOf(pid)
      if (bytes !== undefined && bytes > limit) {
        stop(pid)
        onExcess(bytes)
      }
    }
  }

  function stop(pid: number): void {
    watched.delete(pid)
    if (watched.size === 0) clearInterval(timer)
  }

  return {
    watch(pid, onExcess) {
      if (pid === undefined) return () => {}
      if (watched.size === 0) timer = setInterval(look, pollMilliseconds)
      watched.set(pid, onExcess)
      return () => stop(pid)
    },
  }
}

/** Bytes of a process's own memory; `undefined` where it is gone or the system does not tell. */
export function memoryOf(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    const kilobytes = /^RssAnon:\s*(\d+) kB$/mu.exec(status)?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
  } catch {
    return undefined
  }
}
