import { rdf, xsd } from '../../rdf/term.ts'
import { literalKey } from '../../rdf/term-key.ts'
import { checkedIri, checkedLanguageTag } from './result-reader.ts'
import type { Row } from './row.ts'
import type { SolutionMaker } from './solution-maker.ts'

/** Datatypes and languages that are remembered as checked, and the characters of the longest of them. */
const mostRemembered = 1000
const longestRemembered = 1000

/** Makes rows; other variables than these are checked, and left out. */
export function createRowMaker(variables: readonly string[]): SolutionMaker<Row> {
  const columns = new Map(variables.map((name, at) => [name, at] as const))
  const empty: Row = variables.map(() => null)
  let row: (string | null)[] = []
  // Rows of one node come together: an IRI that is that of the row before is neither checked nor made a key again.
  const lastIris: (string | undefined)[] = []
  const lastKeys: string[] = []
  const datatypeOf = remembering(checkedIri)
  const languageOf = remembering((text) => checkedLanguageTag(text).toLowerCase())

  function bind(variable: string, key: string): void {
    const column = columns.get(variable)
    if (column !== undefined) row[column] = key
  }

  return {
    start() {
      row = empty.slice()
    },
    bindIri(variable, iri) {
      const column = columns.get(variable) ?? variables.length
      if (iri !== lastIris[column]) {
        lastKeys[column] = `<${checkedIri(iri)}`
        lastIris[column] = iri
      }
      if (column < variables.length) row[column] = lastKeys[column] ?? ''
    },
    bindBlank: (variable, label) => bind(variable, `_${label}`),
    bindLiteral(variable, lexical, datatype, language) {
      if (language !== undefined && language !== '') {
        bind(variable, literalKey(lexical, rdf.langString, languageOf(language)))
      } else if (datatype === undefined || datatype === xsd.string) {
        bind(variable, `"${lexical}`)
      } else bind(variable, literalKey(lexical, datatypeOf(datatype), ''))
    },
    finish: () => row,
  }
}

/** A function of texts that remembers what it made of the first ones. */
function remembering(make: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const made = known.get(text) ?? make(text)
    if (known.size < mostRemembered && text.length <= longestRemembered) known.set(text, made)
    return made
  }
}
