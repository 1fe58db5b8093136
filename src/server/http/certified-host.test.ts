import { expect, it } from 'vitest'
import { makeCertificate } from '../../../test/server-certificates.ts'
import { certifiedHost } from './certified-host.ts'

it.each([
  ['127.0.0.1', ['garden.example', '127.0.0.1'], '127.0.0.1'],
  ['::1', ['::1', 'localhost'], '::1'],
  ['a.garden.example', ['*.garden.example'], 'a.garden.example'],
  ['127.0.0.1', ['garden.example', 'localhost'], 'localhost'],
  ['127.0.0.1', ['*.garden.example', 'a.garden.example', 'b.garden.example'], 'a.garden.example'],
  ['127.0.0.1', ['10.0.0.1'], '127.0.0.1'],
])('calls a server at %s with a certificate of %j %s', async (host, names, expected) => {
  const { certificate } = await makeCertificate({ names })
  expect(certifiedHost(host, certificate)).toBe(expected)
})
