import { describe, expect, it } from 'vitest'
import { createRemembered, rememberedFor } from './remembered.ts'

describe('what is remembered', () => {
  it('is there for its time, however often it is asked for', () => {
    let time = 5
    const remembered = createRemembered<string>(() => time)
    const digest = remembered.digest('ann', 'secret')
    remembered.remember(digest, 'fact')
    for (time = 6; time < rememberedFor + 5; time += 9_999) expect(remembered.recall(digest)).toBe('fact')
    time = rememberedFor + 5
    expect(remembered.recall(digest)).toBeUndefined()
  })

  it('is not there under another digest, or once it is forgotten', () => {
    const remembered = createRemembered<string>(() => 0)
    remembered.remember(remembered.digest('ann', 'secret'), 'fact')
    expect(remembered.recall(remembered.digest('ann', 'secre'))).toBeUndefined()
    expect(remembered.recall(remembered.digest('anns', 'ecret'))).toBeUndefined()
    remembered.forget(remembered.digest('ann', 'secret'))
    expect(remembered.recall(remembered.digest('ann', 'secret'))).toBeUndefined()
  })

  it('has digests that say nothing of a secret to whoever has not the key, and end with the process', () => {
    const [one, other] = [createRemembered(() => 0), createRemembered(() => 0)]
    expect(one.digest('ann', 'secret')).toBe(one.digest('ann', 'secret'))
    expect(one.digest('ann', 'secret')).not.toBe(other.digest('ann', 'secret'))
    expect(one.digest('a', 'b:c')).not.toBe(one.digest('a:b', 'c'))
    expect(one.digest('\ud800')).not.toBe(one.digest('\ufffd'))
  })

  it('is bounded', () => {
    const remembered = createRemembered<number>(() => 0, 3)
    for (const number of [0, 1, 2, 0, 3]) remembered.remember(`${number}`, number)
    expect(['0', '1', '2', '3'].map((digest) => remembered.recall(digest))).toEqual([0, undefined, 2, 3])
  })
})
