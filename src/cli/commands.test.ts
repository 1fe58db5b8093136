import { expect, it } from 'vitest'
import { commands } from './commands.ts'
import { helpText } from './help.ts'

it('names every command and option once', () => {
  const names = commands.map((command) => command.name)
  expect(new Set(names).size).toBe(names.length)
  for (const command of commands) {
    const options = command.options.map((option) => option.name)
    expect(new Set(options).size).toBe(options.length)
  }
})

it.each(['', 'db', ...commands.map((command) => command.name)])('has help on %j', (topic) => {
  const text = helpText(topic, commands)
  expect(text).toMatch(/^(Usage|Espalier)/u)
  for (const command of commands.filter(({ name }) => topic === '' || name === topic)) {
    expect(text).toContain(command.name)
    expect(text).toContain(command.summary)
  }
})
