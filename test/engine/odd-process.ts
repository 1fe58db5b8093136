import { setTimeout as sleep } from 'node:timers/promises'
import { serveOperations } from '../../src/engine/processes/serve-operations.ts'

/** A process whose operations behave badly, each in its own way. */
serveOperations({
  async echo(argument) {
    return { bytes: Buffer.from(JSON.stringify(argument)), value: process.pid }
  },
  /** Computes for ever, without a turn of the event loop. */
  async spin(_, context) {
    context.progress(process.pid)
    for (;;);
  },
  /** Stands still for a while, as a process does that computes much, and then hears again. */
  async block(milliseconds, context) {
    context.progress(process.pid)
    const end = performance.now() + Number(milliseconds)
    while (performance.now() < end);
    return { value: process.pid }
  },
  /** Does not end when it is told to. */
  async deaf(_, context) {
    context.progress(process.pid)
    await new Promise<void>(() => {})
    return {}
  },
  async wait(_, context) {
    context.progress(process.pid)
    while (!context.signal.aborted) await sleep(5)
    throw context.signal.reason
  },
  /** Does what it has to, whether somebody wants it to end or not. */
  async finish(_, context) {
    context.progress(process.pid)
    while (!context.signal.aborted) await sleep(5)
    return { value: 'finished' }
  },
  async chunks(count, context) {
    for (let index = 0; index < Number(count); index++) {
      context.progress(index)
      await context.emit(Buffer.alloc(65_536, index))
    }
    return { value: process.pid }
  },
  async grow(_, context) {
    context.progress(process.pid)
    const taken: Buffer[] = []
    for (;;) {
      taken.push(Buffer.alloc(2 ** 24, 1))
      await sleep(10)
    }
  },
  async heap() {
    const taken: number[][] = []
    for (;;) taken.push(Array.from({ length: 100_000 }, (_, index) => index + taken.length))
  },
  async die() {
    process.exit(3)
  },
  async fail() {
    throw new Error('This is a bug.')
  },
  async sum(_, context) {
    let bytes = 0
    for (let piece = await context.input(0); piece !== undefined; piece = await context.input(0)) {
      bytes += piece.length
    }
    return { value: bytes }
  },
})
