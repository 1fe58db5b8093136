import { expect, it } from 'vitest'
import { readIssuerMetadata } from './fetch-issuer-metadata.ts'

const elsewhere = 'https://idp.example'
const here = 'http://127.0.0.1:8080'

it.each<[string, string, unknown, boolean]>([
  ['an issuer elsewhere', elsewhere, 'https://idp.example/token', true],
  ['an issuer elsewhere, on another host', elsewhere, 'https://login.idp.example/token', true],
  ['an issuer elsewhere, without TLS', elsewhere, 'http://idp.example/token', false],
  ['an issuer elsewhere, on this machine', elsewhere, 'http://127.0.0.1:9200/token', false],
  ['an issuer elsewhere, on this machine by name', elsewhere, 'http://localhost/token', false],
  ['an issuer elsewhere, on this machine by IPv6', elsewhere, 'http://[::1]/token', false],
  ['an issuer on this machine', here, 'http://127.0.0.1:8080/token', true],
  ['an issuer on this machine, which leads elsewhere', here, 'https://idp.example/token', true],
  ['an issuer on this machine, elsewhere without TLS', here, 'http://idp.example/token', false],
  ['an issuer whose name is no URL', 'idp', 'http://127.0.0.1/token', false],
  ['no text', elsewhere, 5, false],
])('the metadata of %s', (_, issuer, url, isTaken) => {
  const metadata = readIssuerMetadata(issuer, { issuer, jwks_uri: url, token_endpoint: url })
  expect(metadata).toEqual(isTaken ? { jwksUri: url, tokenEndpoint: url } : {})
  expect(readIssuerMetadata(`${issuer}/`, { issuer, jwks_uri: url })).toBeUndefined()
})
