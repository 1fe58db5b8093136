import type { Literal, Term } from '../../rdf/term.ts'
import { translatePattern, withoutWhiteSpace } from './regex-syntax.ts'
import { likeString, simpleStringOf, stringOf } from './strings.ts'

/** Compiled patterns by flags and pattern: a query asks for few, for many rows. */
const compiled = new Map<string, RegExp | undefined>()
const compiledLimit = 256

/** REGEX (SPARQL 1.1, 17.4.3.14): whether a pattern occurs in a string. A pattern that XPath does not have is an error. */
export function matches(
  text: Term | undefined,
  pattern: Term | undefined,
  flags?: Term,
): boolean | undefined {
  const source = stringOf(text)
  const expression = expressionOf(pattern, flags)
  if (source === undefined || expression === undefined) return undefined
  expression.lastIndex = 0
  return expression.test(source.value)
}

/**
 * REPLACE (17.4.3.15): every occurrence of a pattern, replaced by a text in which `$1` is the first group, `\$` a
 * dollar sign and `\\` a backslash. A pattern that matches the empty string is an error.
 */
export function replaceMatches(
  text: Term | undefined,
  pattern: Term | undefined,
  replacement: Term | undefined,
  flags?: Term,
): Literal | undefined {
  const source = stringOf(text)
  const expression = expressionOf(pattern, flags)
  const template = simpleStringOf(replacement)
  if (source === undefined || expression === undefined || template === undefined) return undefined
  expression.lastIndex = 0
  if (expression.test('')) return undefined
  const literal = flags !== undefined && simpleStringOf(flags)?.includes('q')
  const parts = literal ? [template] : readReplacement(template, groupCount(expression))
  if (parts === undefined) return undefined
  expression.lastIndex = 0
  return likeString(
    source,
    source.value.replace(expression, (...match: readonly unknown[]) =>
      parts.map((part) => (typeof part === 'string' ? part : groupText(match[part]))).join(''),
    ),
  )
}

function groupText(group: unknown): string {
  return typeof group === 'string' ? group : ''
}

function expressionOf(pattern: Term | undefined, flags: Term | undefined): RegExp | undefined {
  const patternText = simpleStringOf(pattern)
  const flagText = flags === undefined ? '' : simpleStringOf(flags)
  if (patternText === undefined || flagText === undefined) return undefined
  const key = `${flagText}/${patternText}`
  if (compiled.has(key)) return compiled.get(key)
  if (compiled.size >= compiledLimit) compiled.clear()
  const expression = compilePattern(patternText, flagText)
  compiled.set(key, expression)
  return expression
}

function compilePattern(pattern: string, flags: string): RegExp | undefined {
  if (/[^smixq]/.test(flags)) return undefined
  const translated = flags.includes('q')
    ? pattern.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    : translatePattern(flags.includes('x') ? withoutWhiteSpace(pattern) : pattern)
  if (translated === undefined) return undefined
  const kept = flags.includes('q') ? 'i' : 'smi'
  const ownFlags = [...new Set(flags)].filter((flag) => kept.includes(flag)).join('')
  try {
    return new RegExp(translated, `gv${ownFlags}`)
  } catch {
    return undefined
  }
}

function groupCount(expression: RegExp): number {
  // With an empty alternative it matches, and says how many groups there are.
  const match = new RegExp(`${expression.source}|`, expression.flags.replace('g', '')).exec('')
  return match === null ? 0 : match.length - 1
}

/** A replacement as texts and numbers of groups; `undefined` where a dollar sign or backslash stands alone. */
function readReplacement(template: string, groups: number): readonly (string | number)[] | undefined {
  const parts: (string | number)[] = []
  for (let at = 0; at < template.length; at++) {
    const character = template.charAt(at)
    const next = template.charAt(at + 1)
    if (character === '\\') {
      if (next !== '\\' && next !== '$') return undefined
      parts.push(next)
      at++
    } else if (character === '$') {
      if (!/[0-9]/.test(next)) return undefined
      let group = Number(next)
      at++
      // More digits belong to the number as long as there is such a group.
      while (
        /[0-9]/.test(template.charAt(at + 1)) &&
        group * 10 + Number(template.charAt(at + 1)) <= groups
      ) {
        group = group * 10 + Number(template.charAt(at + 1))
        at++
      }
      parts.push(group <= groups ? group : '')
    } else {
      parts.push(character)
    }
  }
  return parts
}
