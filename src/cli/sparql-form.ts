/** What a SPARQL text asks for, by the first word after its prologue. */
export type SparqlForm = 'select' | 'ask' | 'construct' | 'describe' | 'update'

const forms: ReadonlyMap<string, SparqlForm> = new Map<string, SparqlForm>([
  ['select', 'select'],
  ['ask', 'ask'],
  ['construct', 'construct'],
  ['describe', 'describe'],
  ...['insert', 'delete', 'with', 'load', 'clear', 'drop', 'create', 'add', 'copy', 'move'].map(
    (word): readonly [string, SparqlForm] => [word, 'update'],
  ),
])

/** What can stand in a prologue (SPARQL 1.1, grammar: 4 to 6); each pattern is tried where the last one ended. */
const tokens = {
  blank: /\s+/uy,
  comment: /#[^\r\n]*/uy,
  word: /[a-z]+/iuy,
  prefix: /[^\s:<>]*:/uy,
  iri: /<[^<>]*>/uy,
} as const

/** The form of a query, or `update`; `undefined` where the text begins like neither. */
export function sparqlForm(text: string): SparqlForm | undefined {
  let position = 0
  const take = (token: keyof typeof tokens): string | undefined => {
    tokens[token].lastIndex = position
    const found = tokens[token].exec(text)?.[0]
    position += found?.length ?? 0
    return found
  }
  const takeIri = (): boolean => {
    skipBlanks()
    return take('iri') !== undefined
  }
  const skipBlanks = (): void => {
    while (take('blank') !== undefined || take('comment') !== undefined);
  }
  for (;;) {
    skipBlanks()
    const word = take('word')?.toLowerCase()
    if (word === undefined) return undefined
    if (word === 'prefix') {
      skipBlanks()
      if (take('prefix') === undefined || !takeIri()) return undefined
    } else if (word !== 'base') return forms.get(word)
    else if (!takeIri()) return undefined
  }
}
