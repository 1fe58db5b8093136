import { parseArgs } from 'node:util'
import { nearestName } from '../rdf/nearest-name.ts'
import { type Command, type CommandOption, type Invocation, UsageError } from './command.ts'

/** What a command line asks for. */
export type ParsedArguments =
  | { readonly kind: 'version' }
  /** `topic` is a command, or the words that several commands begin with; none: the whole program. */
  | { readonly kind: 'help'; readonly topic: string }
  | { readonly kind: 'command'; readonly command: Command; readonly invocation: Invocation }

const helpOption: CommandOption = { name: 'help', short: 'h', summary: 'Print this help' }

/**
 * Reads a command line (without the program's name) by the table of commands.
 *
 * @throws UsageError that names what is wrong and what may have been meant
 */
export function parseArguments(words: readonly string[], commands: readonly Command[]): ParsedArguments {
  const first = words[0]
  if (first === '--version' || first === '-V' || first === 'version') return { kind: 'version' }
  if (first === undefined || first === '--help' || first === '-h') return { kind: 'help', topic: '' }
  if (first === 'help') return { kind: 'help', topic: helpTopic(words.slice(1), commands) }
  const command = findCommand(words, commands)
  if (command === undefined) {
    const second = words[1]
    if (second === undefined || second === '--help' || second === '-h') {
      return { kind: 'help', topic: helpTopic([first], commands) }
    }
    throw unknownCommand(`${first} ${second}`, commands)
  }
  const rest = words.slice(command.name.split(' ').length)
  const invocation = parseInvocation(command, rest)
  return invocation.options.has('help')
    ? { kind: 'help', topic: command.name }
    : { kind: 'command', command, invocation }
}

function findCommand(words: readonly string[], commands: readonly Command[]): Command | undefined {
  return commands.find((command) => {
    const name = command.name.split(' ')
    return name.every((word, index) => words[index] === word)
  })
}

function helpTopic(words: readonly string[], commands: readonly Command[]): string {
  const topic = words.join(' ')
  const known = commands.some((command) => command.name === topic || command.name.startsWith(`${topic} `))
  if (topic !== '' && !known) throw unknownCommand(topic, commands)
  return topic
}

function unknownCommand(name: string, commands: readonly Command[]): UsageError {
  const names = commands.flatMap((command) => [command.name, command.name.split(' ')[0] ?? command.name])
  return new UsageError(`Unknown command "${name}".${suggestion(nearestName(name, names))}`)
}

function suggestion(name: string | undefined): string {
  return name === undefined ? '' : ` Did you mean "${name}"?`
}

function parseInvocation(command: Command, words: readonly string[]): Invocation {
  const known = [...command.options, helpOption]
  const parsed = parseArgs({
    args: [...words],
    options: Object.fromEntries(
      known.map((option) => [
        option.name,
        {
          type: option.value === undefined ? ('boolean' as const) : ('string' as const),
          multiple: true,
          ...(option.short === undefined ? {} : { short: option.short }),
        },
      ]),
    ),
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const options = new Map<string, string[]>()
  const operands: string[] = []
  for (const token of parsed.tokens) {
    if (token.kind === 'positional') operands.push(token.value)
    if (token.kind !== 'option') continue
    const option = known.find((candidate) => candidate.name === token.name)
    if (option === undefined) throw unknownOption(token.rawName, command, known)
    options.set(option.name, [...(options.get(option.name) ?? []), ...optionWords(option, token.value)])
    if (option.multiple !== true && (options.get(option.name)?.length ?? 0) > 1) {
      throw new UsageError(`Option --${option.name} is given more than once.`)
    }
  }
  return { operands, options }
}

function optionWords(option: CommandOption, value: string | undefined): readonly string[] {
  if (option.value === undefined) {
    if (value !== undefined) throw new UsageError(`Option --${option.name} takes no value.`)
    return []
  }
  if (value === undefined) throw new UsageError(`Option --${option.name} needs a value: ${option.value}.`)
  return [value]
}

/** What other programs call an option for a password. */
const passwordOptions: ReadonlySet<string> = new Set(['--password', '--passwd', '--new-password', '-p'])

const passwordAdvice =
  ' A password on the command line is seen by others. It is asked for, or taken from ESPALIER_PASSWORD; the command login keeps a token.'

function unknownOption(rawName: string, command: Command, known: readonly CommandOption[]): UsageError {
  const names = known.map((option) => `--${option.name}`)
  // As other programs call it.
  const closest = rawName === '-u' && names.includes('--user') ? '--user' : nearestName(rawName, names)
  const advice = passwordOptions.has(rawName) ? passwordAdvice : suggestion(closest)
  return new UsageError(`Unknown option ${rawName} of "${command.name}".${advice}`)
}
