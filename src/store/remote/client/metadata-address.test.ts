import { describe, expect, it } from 'vitest'
import { createEndpointClient } from '../create-endpoint-client.ts'
import { isMetadataAddress, lookupEndpoint } from './metadata-address.ts'

it.each([
  '169.254.169.254',
  '169.254.0.1',
  '[fe80::1]',
  'fe80::1%eth0',
  'fd00:ec2::254',
  '[::ffff:a9fe:a9fe]',
  '::ffff:169.254.169.254',
  '100.100.100.200',
  '168.63.129.16',
  'fd20:ce::254',
  '64:ff9b::169.254.169.254',
  '[64:ff9b::a9fe:a9fe]',
  '::169.254.169.254',
])('%s is an address where clouds tell credentials', (address) => {
  expect(isMetadataAddress(address)).toBe(true)
})

it.each([
  '127.0.0.1',
  '10.0.0.1',
  '192.168.1.1',
  '169.253.1.1',
  '[::1]',
  '::',
  '64:ff9b::a00:1',
  'fd00::1',
  'localhost',
  '',
])('%s is none', (address) => {
  expect(isMetadataAddress(address)).toBe(false)
})

describe('a client', () => {
  // The URL standard reads several spellings as the same address.
  it.each(['169.254.169.254', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '[::ffff:169.254.169.254]'])(
    'does not connect to %s',
    async (host) => {
      const client = createEndpointClient('museum', {
        queryUrl: `http://${host}/latest/meta-data`,
        union: 'default',
        connections: 1,
        answerBytes: 1000,
      })
      const asked = client.health({ signal: AbortSignal.timeout(5_000) })
      await expect(asked).rejects.toMatchObject({
        kind: 'remoteUnavailable',
        message: expect.stringMatching(
          /^Database "museum", endpoint .* cannot be reached: .* not connected to\.$/,
        ),
      })
      await client.close()
    },
  )
})

it('looks up names as usual', async () => {
  const found = await new Promise((resolve) => {
    lookupEndpoint('localhost', { all: true }, (error, address) => resolve([error, address]))
  })
  expect(found).toEqual([null, expect.arrayContaining([expect.objectContaining({ family: 4 })])])
})

it.each([{ all: true }, { all: false }])('finds no name that leads there, %j', async (options) => {
  const found = await new Promise((resolve) => {
    lookupEndpoint('169.254.169.254', options, (error) => resolve(error))
  })
  expect(found).toMatchObject({ code: 'ERR_METADATA_ADDRESS' })
})
