import { expect, it } from 'vitest'
import { optionTable } from '../../config/option-table.ts'
import { readCreateRoot } from './create-root.ts'
import { remoteMembers } from './remote-member.ts'

it('reads the options of an endpoint by their shorter names', () => {
  const remote = { queryUrl: 'http://a.example/', rows: 7, password: 'p', updateUrl: null }
  const options = { query: { timeout: '1s' } }
  expect(readCreateRoot({ dbname: 'museum', remote, options }).options).toEqual({
    'remote.query.url': 'http://a.example/',
    'remote.rows': 7,
    'remote.password': 'p',
    'remote.update.url': null,
    query: { timeout: '1s' },
  })
})

it('has a name for every option of an endpoint, and for no other', () => {
  const remote = [...optionTable.keys()].filter((name) => name.startsWith('remote.'))
  expect(Object.values(remoteMembers)).toEqual(remote)
})

it.each([undefined, null])('takes %j for nothing', (remote) => {
  expect(readCreateRoot({ dbname: 'garden', remote }).options).toEqual({})
})

it.each<[remote: unknown, message: RegExp]>([
  ['http://a.example/', /"remote" must be an object with a "queryUrl"/],
  [['http://a.example/'], /must be an object/],
  [{}, /with a "queryUrl"/],
  [{ queryUrl: 7 }, /with a "queryUrl"/],
  [
    { queryUrl: 'http://a.example/', pasword: 's3cret' },
    /^Unknown member "pasword" of "remote"\. There are queryUrl, /,
  ],
  [{ queryUrl: 'http://a.example/', toString: 1 }, /Unknown member "toString"/],
])('refuses %j, and repeats no value', (remote, message) => {
  const read = () => readCreateRoot({ dbname: 'museum', remote })
  expect(read).toThrow(
    expect.objectContaining({ kind: 'illegalArgument', message: expect.stringMatching(message) }),
  )
  expect(read).toThrow(expect.objectContaining({ message: expect.not.stringContaining('s3cret') }))
})
