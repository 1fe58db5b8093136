import { Agent, request as httpRequest } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** What a thread that sends wrong passwords is told. */
export interface FloodOrder {
  readonly url: string
  readonly user: string
  /** Requests a second, each with another password, whether those before were answered or not. */
  readonly rate: number
  /** Addresses of this machine that they come from in turn. */
  readonly addresses: readonly string[]
}

/** How many answers there were of each status; 0 counts requests without one. */
export type FloodAnswers = Readonly<Record<number, number>>

// A thread of its own, so that whoever measures does not wait for it.
const order: FloodOrder = workerData
const answers: Record<number, number> = {}
const agents = order.addresses.map(() => new Agent({ keepAlive: true }))
const { hostname, port } = new URL(order.url)
const start = performance.now()
let sent = 0

function send(number: number): void {
  const at = number % agents.length
  const password = Buffer.from(`${order.user}:wrong ${number}`).toString('base64')
  const request = httpRequest({
    hostname,
    port,
    path: '/admin/status/whoami',
    headers: { authorization: `Basic ${password}` },
    agent: agents[at],
    localAddress: order.addresses[at],
  })
  const count = (status: number): void => {
    answers[status] = (answers[status] ?? 0) + 1
  }
  request.once('response', (response) => {
    response.resume()
    count(response.statusCode ?? 0)
  })
  request.once('error', () => count(0))
  request.end()
}

const timer = setInterval(() => {
  const due = ((performance.now() - start) / 1000) * order.rate
  while (sent < due) send(sent++)
}, 5)

parentPort?.once('message', () => {
  clearInterval(timer)
  parentPort?.postMessage(answers)
  for (const agent of agents) agent.destroy()
})
