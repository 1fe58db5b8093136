/** Solutions as they come in TSV: the variables without `?`, then a row of fields for each solution. */
export interface SolutionLines {
  readonly variables: readonly string[]
  /** Terms as Turtle has them, `''` where unbound. */
  readonly rows: AsyncIterable<readonly string[]>
}

/**
 * Reads SPARQL 1.1 Query Results TSV as it comes. Tabs and line breaks never stand in a term there: they are escaped
 * (section 4).
 */
export async function readSolutionLines(chunks: AsyncIterable<Uint8Array>): Promise<SolutionLines> {
  const lines = linesOf(chunks)
  const head = await lines.next()
  const variables =
    head.done === true || head.value === '' ? [] : head.value.split('\t').map((name) => name.slice(1))
  async function* rows(): AsyncGenerator<readonly string[]> {
    for await (const line of lines) yield variables.length === 0 ? [] : line.split('\t')
  }
  return { variables, rows: rows() }
}

async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
