import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { commands } from './commands.ts'
import { exitCodes } from './exit-codes.ts'
import { helpText } from './help.ts'
import { packageFolder } from './package-folder.ts'

const document = readFileSync(join(packageFolder(), 'docs', 'cli.md'), 'utf8')
const sections = new Map(
  document.split(/^### /mu).map((section) => [section.slice(0, section.indexOf('\n')), section]),
)

it('names every command and option once', () => {
  const names = commands.map((command) => command.name)
  expect(new Set(names).size).toBe(names.length)
  for (const command of commands) {
    const options = command.options.map((option) => option.name)
    expect(new Set(options).size).toBe(options.length)
  }
})

it.each(commands)('documents $name with its operands and every option', (command) => {
  const section = sections.get(`espalier ${command.name} ${command.operands}`.trim())
  expect(section).toBeDefined()
  for (const option of command.options) {
    const written = option.value === undefined ? `--${option.name}` : `--${option.name} ${option.value}`
    expect(section).toContain(`\`${written.replaceAll('|', '\\|')}\``)
  }
})

it('documents no command that does not exist', () => {
  const documented = [...sections.keys()].filter((title) => title.startsWith('espalier '))
  expect(documented).toHaveLength(commands.length)
})

it('documents every exit code', () => {
  for (const code of Object.values(exitCodes)) expect(document).toMatch(new RegExp(`^\\| ${code} \\|`, 'mu'))
})

it.each(['', 'db', ...commands.map((command) => command.name)])('has help on %j', (topic) => {
  const text = helpText(topic, commands)
  expect(text).toMatch(/^(Usage|Espalier)/u)
  for (const command of commands.filter(({ name }) => topic === '' || name === topic)) {
    expect(text).toContain(command.name)
    expect(text).toContain(command.summary)
  }
})
