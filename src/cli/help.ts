import type { Command } from './command.ts'

/** The help on one command, on the commands that begin with a word, or on the whole program (topic `''`). */
export function helpText(topic: string, commands: readonly Command[]): string {
  const command = commands.find((candidate) => candidate.name === topic)
  if (command !== undefined) return commandHelp(command)
  const listed = commands.filter((candidate) => topic === '' || candidate.name.startsWith(`${topic} `))
  return [
    'Espalier answers GraphQL and SPARQL queries from RDF data.',
    '',
    `Usage: espalier ${topic === '' ? 'COMMAND' : `${topic} …`} [OPTION…]`,
    '',
    'Commands:',
    ...columns(listed.map((one) => [`${one.name} ${one.operands}`.trim(), one.summary])),
    '',
    'espalier COMMAND --help tells more about a command; espalier --version prints the version.',
    '',
  ].join('\n')
}

function commandHelp(command: Command): string {
  return [
    `Usage: ${`espalier ${command.name} ${command.operands}`.trim()} [OPTION…]`,
    '',
    command.summary,
    ...command.details,
    '',
    'Options:',
    ...columns([
      ...command.options.map((option): readonly [string, string] => [
        `${option.short === undefined ? '' : `-${option.short}, `}--${option.name}${option.value === undefined ? '' : ` ${option.value}`}`,
        option.summary,
      ]),
      ['-h, --help', 'Print this help'],
    ]),
    '',
  ].join('\n')
}

/** Two columns; what is too long for the first has its line to itself. */
function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const fitting = rows.map(([left]) => left.length).filter((length) => length <= 30)
  const width = Math.max(0, ...fitting)
  return rows.flatMap(([left, right]) =>
    left.length > width
      ? [`  ${left}`, `  ${' '.repeat(width)}  ${right}`]
      : [`  ${left.padEnd(width)}  ${right}`],
  )
}
