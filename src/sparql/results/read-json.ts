import { createJsonCutter } from './cut-json.ts'
import { solutionsOfJson } from './json-solutions.ts'
import type { ResultPart, ResultReader } from './result-reader.ts'
import type { SolutionMaker } from './solution-maker.ts'

/**
 * Reads SPARQL 1.1 Query Results JSON; solutions are told as soon as they are there, the variables before them where the
 * answer has them before.
 */
export function createJsonReader<Solution>(maker: SolutionMaker<Solution>): ResultReader<Solution> {
  const cutter = createJsonCutter()
  // A byte order mark within the answer is part of a text, or none of JSON.
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let begun = false
  let named = false

  /** The part that tells the variables of an answer, its solutions left out (SPARQL 1.1 Query Results JSON, 3.1.1). */
  function variablesOf(answer: unknown): readonly ResultPart<Solution>[] {
    const names = memberOf(memberOf(answer, 'head'), 'vars')
    if (names === undefined || named) return []
    if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) {
      throw new Error('The variables are no names.')
    }
    named = true
    return [{ kind: 'variables', names }]
  }

  return {
    push(bytes) {
      const texts = cutter.push(bytes)
      const parts: ResultPart<Solution>[] = []
      const head = begun ? undefined : cutter.head()
      if (head !== undefined) {
        begun = true
        parts.push(...variablesOf(JSON.parse(`${decodeStart(head)}]}}`)))
      }
      for (const text of texts)
        parts.push({ kind: 'solutions', solutions: solutionsOfJson(decoder.decode(text), maker) })
      return parts
    },
    end() {
      const answer: unknown = JSON.parse(decodeStart(cutter.surrounding()))
      const boolean = memberOf(answer, 'boolean')
      if (boolean === undefined) {
        if (!begun) throw new Error('It has neither results nor a boolean.')
        return variablesOf(answer)
      }
      if (typeof boolean !== 'boolean') throw new Error('A boolean is true or false.')
      return [{ kind: 'boolean', value: boolean }]
    },
    held: cutter.held,
  }
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.getOwnPropertyDescriptor(value, name)?.value
}

/** Text from its beginning, where a byte order mark may be. */
function decodeStart(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}
