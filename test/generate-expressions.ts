import fc from 'fast-check'

/**
 * What the values of a field are like: numbers, plain strings, dates, nodes, language-tagged strings, truth values, or
 * anything.
 */
export type Sort = 'n' | 't' | 'd' | 'l' | 'g' | 'b' | 'a'

/** An expression with places for fields: `$n1` is for a field of sort `n`, which one of them the number decides. */
export interface Template {
  readonly text: string
  readonly sort: Sort
}

/** A field that an expression may refer to. */
export interface Referable {
  readonly name: string
  readonly sort: Sort
}

/** What stands for a field where there is none of the sort. */
const constants: Readonly<Record<Sort, string>> = {
  n: '5',
  t: '"x"',
  d: '"2020-01-01"^^xsd:date',
  l: ':a',
  g: '"x"@en',
  b: 'true',
  a: '1',
}

/** Puts fields into a template; `wild`: whatever the sort. */
export function expressionText({ text }: Template, fields: readonly Referable[], wild: boolean): string {
  return text.replace(/(BOUND\()?\$([ntdlgba])(\d)/g, (_, before = '', sort: string, digit: string) => {
    const number = Number(digit)
    const isAny = sort === 'a' || (wild && number % 3 === 0)
    const ofSort = fields.filter((field) => isAny || field.sort === sort)
    const fitting = ofSort.length === 0 && wild ? fields : ofSort
    const field = fitting[number % Math.max(fitting.length, 1)]
    if (field !== undefined) return `${before}$${field.name}`
    // BOUND takes nothing but variables.
    if (before !== '') return `isIRI(${constants.l}`
    return Object.entries(constants).find(([known]) => known === sort)?.[1] ?? '1'
  })
}

function place(sort: Sort): fc.Arbitrary<string> {
  return fc.integer({ min: 0, max: 9 }).map((number) => `$${sort}${number}`)
}

function call(names: readonly string[], ...operands: fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...names), ...operands)
    .map(([name, ...texts]) => `${name}(${texts.join(', ')})`)
}

function infix(
  operators: readonly string[],
  left: fc.Arbitrary<string>,
  right: fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  return fc
    .tuple(left, fc.constantFrom(...operators), right)
    .map(([a, operator, b]) => `(${a} ${operator} ${b})`)
}

const compare = ['=', '!=', '<', '<=', '>', '>=']

// Of sorts that meet, processors differ (whether `1 = "a"` is an error), and in how they spell doubles as strings.
const sorts = fc.letrec<{ number: string; text: string; truth: string }>((tie) => {
  const { number, text, truth } = { number: tie('number'), text: tie('text'), truth: tie('truth') }
  const anything = fc.oneof(place('a'), place('n'), place('t'), place('l'))
  return {
    number: fc.oneof(
      { maxDepth: 2, depthSize: 'small', withCrossShrink: true },
      { weight: 8, arbitrary: place('n') },
      { weight: 2, arbitrary: fc.constantFrom('5', '-2', '1.5', '12.0', '5e0', '$p', 'xsd:integer("abc")') },
      { weight: 2, arbitrary: infix(['+', '-'], number, number) },
      { weight: 1, arbitrary: infix(['*', '/'], place('n'), fc.constantFrom('2', '4')) },
      { weight: 1, arbitrary: call(['ABS', 'CEIL', 'FLOOR', 'ROUND', 'xsd:decimal', '-'], number) },
      { weight: 1, arbitrary: call(['STRLEN', 'xsd:integer'], text) },
      {
        weight: 1,
        arbitrary: call(
          ['YEAR', 'DAY'],
          place('d').map((one) => `xsd:dateTime(${one})`),
        ),
      },
      { weight: 1, arbitrary: call(['IF'], truth, number, number) },
      { weight: 1, arbitrary: call(['COALESCE'], number, number) },
    ),
    text: fc.oneof(
      { maxDepth: 2, depthSize: 'small', withCrossShrink: true },
      { weight: 8, arbitrary: place('t') },
      { weight: 2, arbitrary: fc.constantFrom('"x"', '""', "'Z'", '"""é"""', '$q') },
      { weight: 1, arbitrary: call(['STR'], fc.oneof(place('l'), place('t'), place('g'))) },
      { weight: 1, arbitrary: call(['LANG'], place('g')) },
      { weight: 1, arbitrary: call(['UCASE', 'LCASE'], text) },
      { weight: 1, arbitrary: call(['CONCAT', 'COALESCE', 'STRBEFORE', 'STRAFTER'], text, text) },
      { weight: 1, arbitrary: call(['SUBSTR'], text, fc.constantFrom('1', '2'), fc.constantFrom('1', '2')) },
      {
        weight: 1,
        arbitrary: call(['REPLACE'], text, fc.constantFrom('"x"', '"[a-z]"'), fc.constant('"-"')),
      },
      { weight: 1, arbitrary: call(['IF'], truth, text, text) },
    ),
    truth: fc.oneof(
      { maxDepth: 2, depthSize: 'small', withCrossShrink: true },
      { weight: 4, arbitrary: infix(compare, number, number) },
      { weight: 2, arbitrary: infix(compare, text, text) },
      {
        weight: 1,
        arbitrary: infix(['=', '!='], place('l'), fc.oneof(place('l'), fc.constantFrom(':a', 'ex:d', '$r'))),
      },
      { weight: 1, arbitrary: infix(['=', '<', '>='], place('d'), place('d')) },
      { weight: 2, arbitrary: call(['BOUND'], fc.oneof(place('a'), place('a'), place('n'))) },
      { weight: 1, arbitrary: call(['isIRI', 'isBlank', 'isLiteral', 'isNumeric'], anything) },
      { weight: 1, arbitrary: call(['CONTAINS', 'STRSTARTS', 'STRENDS'], text, text) },
      { weight: 1, arbitrary: call(['sameTerm'], place('a'), place('a')) },
      { weight: 1, arbitrary: call(['REGEX'], text, fc.constantFrom('"^x"', '"."', '"[^x]"')) },
      {
        weight: 1,
        arbitrary: call(
          ['LANGMATCHES'],
          place('g').map((one) => `LANG(${one})`),
          fc.constantFrom('"de"', '"*"'),
        ),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(number, fc.constantFrom('IN', 'NOT IN'), number, number)
          .map(([a, operator, b, c]) => `(${a} ${operator} (${b}, ${c}))`),
      },
      { weight: 3, arbitrary: infix(['&&', '||'], truth, truth) },
      { weight: 2, arbitrary: call(['!'], truth) },
      { weight: 1, arbitrary: fc.constantFrom('true', 'false', '(1 / 0 > 1)') },
    ),
  }
})

/** Conditions. */
export const condition: fc.Arbitrary<Template> = sorts.truth.map((text) => ({ text, sort: 'b' }))

/** Expressions of any sort. */
export const computation: fc.Arbitrary<Template> = fc.oneof(
  { weight: 3, arbitrary: sorts.number.map((text): Template => ({ text, sort: 'n' })) },
  { weight: 3, arbitrary: sorts.text.map((text): Template => ({ text, sort: 't' })) },
  { weight: 2, arbitrary: condition },
  { weight: 1, arbitrary: place('l').map((text): Template => ({ text, sort: 'l' })) },
  { weight: 1, arbitrary: place('a').map((text): Template => ({ text, sort: 'a' })) },
)
