import { describe, expect, it } from 'vitest'
import { changeText } from './change-text.ts'

describe('changeText', () => {
  it.each([
    [{ added: 1, removed: 0 }, 'Added 1 quad.'],
    [{ added: 2000, removed: 1 }, 'Added 2,000 quads, removed 1 quad.'],
    [{ added: 0, removed: 0 }, 'Nothing changed.'],
    [{}, 'Done. The endpoint does not tell what changed.'],
    [{ removed: 0 }, 'Done. The endpoint does not tell what changed.'],
  ])('says %j', (report, text) => {
    expect(changeText(report)).toBe(text)
  })
})
