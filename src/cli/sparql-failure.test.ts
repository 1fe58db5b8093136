import { expect, it } from 'vitest'
import { ServiceError } from '../errors.ts'
import { exitCodes } from './exit-codes.ts'
import { showingPlace } from './sparql-failure.ts'

const source = 'SELECT ?s {\n  ?s ?p }'
const malformed = new ServiceError('invalidQuery', 'Line 2, column 9: Unexpected "}".')

async function shown(error: unknown, interactive: boolean) {
  let text = ''
  const output = {
    interactive,
    colour: false,
    columns: 80,
    write: async (piece: string | Uint8Array) => {
      text += String(piece)
    },
  }
  const code = await showingPlace(source, output, () => Promise.reject(error))
  return { code, text }
}

it('shows a person the place of what is malformed', async () => {
  expect(await shown(malformed, true)).toEqual({
    code: exitCodes.requestFailed,
    text: '1 error\n2:9  QE0PE2  Unexpected "}".\n  2 │   ?s ?p }\n    │         ^\n',
  })
})

it('hands on every other failure, and this one to programs', async () => {
  await expect(shown(malformed, false)).rejects.toBe(malformed)
  const noPlace = new ServiceError('invalidQuery', 'Something else.')
  await expect(shown(noPlace, true)).rejects.toBe(noPlace)
  const other = new ServiceError('databaseUnknown', 'Line 1, column 1: no.')
  await expect(shown(other, true)).rejects.toBe(other)
})
