import { writeSync } from 'node:fs'
import { changeDatabase } from '../../src/store/sqlite/change/change.ts'
import { addQuads } from '../../src/store/sqlite/change/load.ts'
import { subtractQuads } from '../../src/store/sqlite/change/remove.ts'
import { openDatabase } from '../../src/store/sqlite/connection.ts'
import { commitQuads, keptCommits } from './commit-quads.ts'

// Commits without end, and tells of each by a line at its beginning, its middle and when it is done.
const [path = '', done = '0'] = process.argv.slice(2)
const database = openDatabase(path)
for (let number = Number(done) + 1; ; number++) {
  writeSync(1, `begin ${number}\n`)
  await changeDatabase(database, async (change) => {
    await addQuads(change, batches(number))
    await subtractQuads(change, [commitQuads(number - keptCommits)])
  })
  writeSync(1, `done ${number}\n`)
}

function* batches(number: number) {
  const quads = commitQuads(number)
  for (let start = 0; start < quads.length; start += 25) {
    yield quads.slice(start, start + 25)
    writeSync(1, `part ${number}\n`)
  }
}
