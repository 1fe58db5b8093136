import { expect, it } from 'vitest'
import { eachOnce, type ToldWarnings } from './told-warnings.ts'

function hearing() {
  const heard: ToldWarnings[] = []
  return { heard, tell: eachOnce((told) => heard.push(told)) }
}

it('hands on a warning once, however many tell it', () => {
  const { heard, tell } = hearing()
  for (const _ of [1, 2, 3]) tell({ database: 'garden', warnings: ['a', 'b', 'a'] })
  expect(heard).toEqual([{ database: 'garden', warnings: ['a', 'b'] }])
})

it('hands on those of each database', () => {
  const { heard, tell } = hearing()
  tell({ database: 'garden', warnings: ['a'] })
  tell({ database: 'films', warnings: ['a'] })
  tell({ database: 'garden', warnings: ['a'] })
  expect(heard.map(({ database }) => database)).toEqual(['garden', 'films'])
})

it('hands on what is new only', () => {
  const { heard, tell } = hearing()
  tell({ database: 'garden', warnings: ['a'] })
  tell({ database: 'garden', warnings: ['a', 'b'] })
  expect(heard.at(-1)).toEqual({ database: 'garden', warnings: ['b'] })
})

it('hands on a warning again that was gone', () => {
  const { heard, tell } = hearing()
  for (const warnings of [['a'], [], ['a'], ['b'], ['a']]) tell({ database: 'garden', warnings })
  expect(heard.map(({ warnings }) => warnings)).toEqual([['a'], ['a'], ['b'], ['a']])
})

it('says nothing where there is nothing to say', () => {
  const { heard, tell } = hearing()
  tell({ database: 'garden', warnings: [] })
  expect(heard).toEqual([])
})
