import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { memoryOf } from '../../src/engine/processes/memory-watch.ts'

/** Whether the system tells of its processes as Linux does. */
export const tellsOfProcesses = existsSync('/proc/self/stat')

/** Pids of the processes that a process started and that have not ended. */
export function childrenOf(parent: number): readonly number[] {
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name)
    if (!Number.isInteger(pid)) return []
    const fields = statOf(pid)
    return fields !== undefined && Number(fields[1]) === parent ? [pid] : []
  })
}

/** Clock ticks, usually hundredths of a second, that a process has computed for; `undefined` where it is gone. */
export function processorTime(pid: number): number | undefined {
  const fields = statOf(pid)
  return fields === undefined ? undefined : Number(fields[11]) + Number(fields[12])
}

/** Bytes of their own memory that a process and its children take together. */
export function memoryOfTree(parent: number): number {
  return [parent, ...childrenOf(parent)].reduce((sum, pid) => sum + (memoryOf(pid) ?? 0), 0)
}

/** A child that computes; there must have been none: see {@link untilIdle}. */
export async function busyChild(parent: number): Promise<number> {
  const first = new Map<number, number>()
  return waitFor('a process that computes', () =>
    childrenOf(parent).find((pid) => {
      const now = processorTime(pid) ?? 0
      const before = first.get(pid) ?? now
      first.set(pid, before)
      return now >= before + ticksOfWork
    }),
  )
}

/** Settles when a process and its children are gone, or have not computed for a while. */
export async function untilIdle(parent: number): Promise<void> {
  let before = ''
  let same = 0
  await waitFor(`process ${parent} to stop computing`, () => {
    const now = [parent, ...childrenOf(parent)].map((pid) => `${pid} ${processorTime(pid)}`).join()
    same = now === before ? same + 1 : 0
    before = now
    return same === samplesOfIdleness ? true : undefined
  })
}

/** Settles when a process is gone. */
export async function untilGone(pid: number): Promise<void> {
  await waitFor(`the end of process ${pid}`, () => (processorTime(pid) === undefined ? true : undefined))
}

/** Looks again and again, until there is something to be seen. Throws when that takes longer than half a minute. */
export async function waitFor<Value>(
  what: string,
  look: () => Value | undefined | Promise<Value | undefined>,
): Promise<Value> {
  const deadline = performance.now() + 30_000
  for (;;) {
    const seen = await look()
    if (seen !== undefined) return seen
    if (performance.now() > deadline) throw new Error(`Waited for ${what} in vain.`)
    await delay(sampleMilliseconds)
  }
}

const sampleMilliseconds = 10
const ticksOfWork = 20
const samplesOfIdleness = 15

/** What `/proc/<pid>/stat` says behind the name of the program: state, parent, … (proc(5)); a zombie counts as gone. */
function statOf(pid: number): readonly string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : fields
  } catch {
    return undefined
  }
}
