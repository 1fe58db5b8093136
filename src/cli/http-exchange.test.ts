import { expect, it } from 'vitest'
import { startLoopback } from '../../test/sparql-endpoint.ts'
import { exchange, textOf } from './http-exchange.ts'

it('tells of an answer that breaks off where its reason is', async () => {
  const server = await startLoopback((_, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('a,b\n', () => response.destroy())
  })
  try {
    const url = new URL(server.origin)
    const answer = await exchange(url, { method: 'GET' })
    await expect(textOf(answer, url)).rejects.toThrow(
      `The server at ${server.origin} broke off its answer, which is not whole; its log says why.`,
    )
  } finally {
    await server.close()
  }
})
