import { expect, it } from 'vitest'
import { loadProgress, progressLine } from './load-progress.ts'

it.each([
  [
    { quads: 120_000, bytes: 1_200_000, totalBytes: 5_000_000 },
    'a.nt: 120,000 quads, 60,000 quads/s, 1.2 MB of 5.0 MB',
  ],
  [{ quads: 1, bytes: 999 }, 'a.nt: 1 quad, 1 quads/s, 999 B'],
  [{ quads: 0, bytes: 999 }, 'a.nt: 999 B'],
  [{ quads: 0, bytes: 1000, totalBytes: 1000 }, 'a.nt: 1.0 kB of 1.0 kB'],
])('tells %j', (state, line) => {
  expect(progressLine('a.nt', state, 2)).toBe(line)
})

function recorder(interactive: boolean) {
  const written: unknown[] = []
  const write = async (text: unknown): Promise<void> => {
    written.push(text)
  }
  return { written, output: { interactive, colour: false, columns: 20, write } }
}

it('writes nothing where no person looks', async () => {
  const { written, output } = recorder(false)
  const progress = loadProgress('a.nt', output)
  progress.update({ quads: 1, bytes: 1 })
  await progress.end()
  expect(written).toEqual([])
})

it('writes one line no wider than the terminal, and clears it', async () => {
  const { written, output } = recorder(true)
  const progress = loadProgress('a-long-file-name.nt', output)
  progress.update({ quads: 1, bytes: 1 })
  progress.update({ quads: 2, bytes: 2 })
  await progress.end()
  expect(written).toEqual(['\r\u001b[Ka-long-file-name.nt', '\r\u001b[K'])
})
