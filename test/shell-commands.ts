/** The commands of a block of shell, each of which may go over several lines within quotes. */
export function commandsOf(block: string): readonly string[] {
  return [...block.matchAll(/(?:'[^']*'|"[^"]*"|\\\n|[^'"\n])+/g)].map(([line]) => line.trim())
}

/** Splits a line as a shell would that knows quotes only. */
export function shellWords(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|([^\s'"]+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? '',
  )
}
