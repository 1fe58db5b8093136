import type { SolutionMaker } from './solution-maker.ts'

/**
 * The solutions that a text of SPARQL 1.1 Query Results JSON has, separated by commas, one at least. Throws any error at
 * what is none.
 */
export function solutionsOfJson<Solution>(text: string, maker: SolutionMaker<Solution>): readonly Solution[] {
  const values: unknown = JSON.parse(`[${text}]`)
  if (!Array.isArray(values) || values.length === 0) throw new Error('A solution is missing.')
  return values.map((value: unknown) => {
    if (!isObject(value) || Array.isArray(value)) throw new Error('A solution is no object.')
    maker.start()
    for (const name of Object.keys(value)) bind(maker, name, value[name])
    return maker.finish()
  })
}

/** Binds a term as SPARQL 1.1 Query Results JSON, 3.2.2 has it; `typed-literal` is of the note before the recommendation. */
function bind(maker: SolutionMaker<unknown>, name: string, term: unknown): void {
  if (!isObject(term)) throw new Error('A term is no object.')
  const { type, value } = term
  if (typeof value !== 'string') throw new Error('A term has no value.')
  switch (type) {
    case 'uri':
      maker.bindIri(name, value)
      break
    case 'bnode':
      maker.bindBlank(name, value)
      break
    case 'literal':
    case 'typed-literal': {
      const { datatype, 'xml:lang': language } = term
      if (datatype !== undefined && typeof datatype !== 'string') throw new Error('A datatype is no text.')
      if (language !== undefined && typeof language !== 'string') throw new Error('A language is no text.')
      maker.bindLiteral(name, value, datatype, language)
      break
    }
    default:
      throw new Error('A term is of no known type.')
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
