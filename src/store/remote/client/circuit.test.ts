import { describe, expect, it } from 'vitest'
import { type Circuit, createCircuit } from './circuit.ts'
import { usualSettings } from './endpoint-settings.ts'

let time = 0
function circuit(): Circuit {
  time = 0
  return createCircuit({ ...usualSettings, failures: 3, rest: 100, longestRest: 300 }, () => time)
}

/** One request after the other finds the endpoint down, where it is let through at all. */
function fail(tried: Circuit, times: number): void {
  for (let count = 0; count < times; count += 1) {
    expect(tried.refusal()).toBeUndefined()
    tried.failed(`No. ${count + 1}`)
  }
}

describe('a circuit', () => {
  it('opens after failures in a row, and tells the last', () => {
    const tried = circuit()
    fail(tried, 2)
    tried.succeeded()
    fail(tried, 3)
    expect(tried.refusal()).toEqual({ reason: 'No. 3', wait: 100 })
    time = 40
    expect(tried.refusal()).toEqual({ reason: 'No. 3', wait: 60 })
  })

  it('lets one request look again, and the others when that was answered', () => {
    const tried = circuit()
    fail(tried, 3)
    time = 100
    expect(tried.refusal()).toBeUndefined()
    expect(tried.refusal()).toEqual({ reason: 'No. 3', wait: 100 })
    tried.succeeded()
    expect(tried.refusal()).toBeUndefined()
    expect(tried.refusal()).toBeUndefined()
    fail(tried, 2)
    expect(tried.refusal()).toBeUndefined()
  })

  it('waits longer each time that it is in vain, but not for ever', () => {
    const tried = circuit()
    fail(tried, 3)
    const waits = [100, 200, 300, 300].map((wait) => {
      time += wait
      fail(tried, 1)
      return tried.refusal()?.wait
    })
    expect(waits).toEqual([200, 300, 300, 300])
    time += 300
    expect(tried.refusal()).toBeUndefined()
    tried.succeeded()
    fail(tried, 3)
    expect(tried.refusal()?.wait).toBe(100)
  })

  it('lets another look where the one that looked was given up', () => {
    const tried = circuit()
    fail(tried, 3)
    time = 100
    expect(tried.refusal()).toBeUndefined()
    tried.abandoned()
    expect(tried.refusal()).toBeUndefined()
  })

  it('lets another look where the one that looks takes long', () => {
    const tried = circuit()
    fail(tried, 3)
    time = 100
    expect(tried.refusal()).toBeUndefined()
    time = 199
    expect(tried.refusal()).toEqual({ reason: 'No. 3', wait: 1 })
    time = 200
    expect(tried.refusal()).toBeUndefined()
  })

  it('does not wait longer for failures of requests that were under way when it opened', () => {
    const tried = circuit()
    fail(tried, 3)
    tried.failed('No. 4')
    tried.failed('No. 5')
    expect(tried.refusal()).toEqual({ reason: 'No. 5', wait: 100 })
  })
})
