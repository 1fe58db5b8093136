import type { SolutionMaker } from './solution-maker.ts'

/** What ends each solution. */
export const solutionEnd = '</result>'

/** What was read from the beginning of a text. */
export interface PlainSolutions<Solution> {
  readonly solutions: readonly Solution[]
  /** Where the last of them ends. */
  readonly end: number
  /** Whether what follows is something else than a solution, or one that is not written plainly. */
  readonly isOther: boolean
}

const opening = /[ \t\r\n]*<result>/y
const binding =
  /[ \t\r\n]*<binding name=(["'])([^"'<&]*)\1>[ \t\r\n]*(?:<(uri|bnode|literal)(?: (xml:lang|datatype)=(["'])([^"'<&]*)\5)?>([^<]*)<\/\3>|<literal\/>)[ \t\r\n]*<\/binding>/y
const closing = /[ \t\r\n]*<\/result>/y
const reference = /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));|&/g
const characters = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
])

/**
 * Reads solutions of SPARQL Query Results XML that are written as nearly every endpoint writes them: elements without
 * prefixes, no comments, no CDATA. Throws any error at terms that are none.
 *
 * Texts are taken as they are written: a carriage return stays one, and a reference to any character is that character,
 * since engines write both for characters that XML 1.0 (2.2, 2.11) has no other way to say.
 */
export function solutionsOfPlainXml<Solution>(
  text: string,
  maker: SolutionMaker<Solution>,
): PlainSolutions<Solution> {
  const solutions: Solution[] = []
  let end = 0
  let at = 0
  function found(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match !== null) at = pattern.lastIndex
    return match
  }

  const last = text.lastIndexOf(solutionEnd)
  while (at <= last && found(opening) !== null) {
    maker.start()
    for (let match = found(binding); match !== null; match = found(binding)) {
      if (!bind(maker, match)) return { solutions, end, isOther: true }
    }
    if (found(closing) === null) return { solutions, end, isOther: true }
    solutions.push(maker.finish())
    end = at
  }
  // No solution ends after this: what is there begins one, or is something else.
  return { solutions, end, isOther: end <= last || !mayBegin(text, end) }
}

/** Whether a text, from an index on, is the beginning of a solution, as far as it goes. */
function mayBegin(text: string, from: number): boolean {
  const rest = text.slice(from, from + 1000).trimStart()
  return '<result>'.startsWith(rest.slice(0, '<result>'.length))
}

/** Binds a term (SPARQL Query Results XML, 2.3.1); false where it is not written plainly. */
function bind(maker: SolutionMaker<unknown>, match: RegExpExecArray): boolean {
  const [, , name = '', element, attribute, , attributeValue, written = ''] = match
  if (element !== 'literal' && element !== undefined && attribute !== undefined) return false
  const value = written.includes('&') ? withoutReferences(written) : written
  if (value === undefined) return false
  if (element === 'uri') maker.bindIri(name, value)
  else if (element === 'bnode') maker.bindBlank(name, value)
  else if (attribute === 'datatype') maker.bindLiteral(name, value, attributeValue, undefined)
  else maker.bindLiteral(name, value, undefined, attributeValue)
  return true
}

function withoutReferences(text: string): string | undefined {
  let known = true
  const plain = text.replace(reference, (_, name?: string, decimal?: string, hexadecimal?: string) => {
    const point = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
    const isCharacter = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
    const character = characters.get(name ?? '') ?? (isCharacter ? String.fromCodePoint(point) : undefined)
    if (character === undefined) known = false
    return character ?? ''
  })
  return known ? plain : undefined
}
