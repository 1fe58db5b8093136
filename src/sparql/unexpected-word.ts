import { lex } from '@traqula/rules-sparql-1-1'
import { nearestName } from '../rdf/nearest-name.ts'

/** A word of a text that cannot stand where it does, and where it begins. */
export interface UnexpectedWord {
  readonly offset: number
  readonly message: string
}

/** Most characters of a word that a message shows. */
const mostShown = 60

/**
 * The word at an offset where a text cannot be read on, whole, with the keyword that was probably meant; `undefined`
 * where there is none. The grammar reads keywords out of the middle of words, so that the offset may stand in one.
 */
export function unexpectedWord(text: string, offset: number): UnexpectedWord | undefined {
  // As far back as a message shows: what is longer is no keyword.
  const before = /(?<![?$@:.\-\w\\\p{L}])[\p{L}_][\p{L}\p{N}_]*$/u.exec(
    text.slice(Math.max(offset - mostShown, 0), offset),
  )
  const start = offset - (before?.[0].length ?? 0)
  const word = /^[\p{L}_][\p{L}\p{N}_]*/u.exec(text.slice(start, start + 2 * mostShown))?.[0]
  if (word === undefined || start + word.length <= offset) return undefined
  const shown = word.length > mostShown ? `${word.slice(0, mostShown)}…` : word
  return { offset: start, message: `Unexpected ${JSON.stringify(shown)}.${hintFor(word.toUpperCase())}` }
}

function hintFor(word: string): string {
  const keywords = theKeywords()
  const nearest = keywords.has(word) ? undefined : nearestName(word, keywords)
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`
}

let known: ReadonlySet<string> | undefined

/** The keywords of the grammar, in capitals: what the expressions of its tokens begin with. */
function theKeywords(): ReadonlySet<string> {
  known ??= new Set(
    lex.sparql11LexerBuilder.tokenVocabulary.flatMap(({ PATTERN: pattern }) => {
      const keyword = pattern instanceof RegExp ? /^[a-z][a-z0-9_]+/i.exec(pattern.source)?.[0] : undefined
      return keyword === undefined ? [] : [keyword.toUpperCase()]
    }),
  )
  return known
}
