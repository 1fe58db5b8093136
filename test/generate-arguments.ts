import fc from 'fast-check'
import { base, properties } from './generate-graphs.ts'

/** An argument's value: its text in a document, and as a variable its type and JSON. */
export interface ArgumentValue {
  readonly text: string
  readonly type: string
  readonly json: unknown
}

const scalarValues: readonly ArgumentValue[] = [
  ...[5, -2, 12, 7].map((json) => ({ text: String(json), type: 'Int', json })),
  ...[1.5, 5, -2.5].map((json) => ({ text: json.toFixed(1), type: 'Float', json })),
  ...['x', 'y', '', 'é', '"\\\n', 'abc', '2020-01-01', 'maybe'].map((json) => ({
    text: JSON.stringify(json),
    type: 'String',
    json,
  })),
  ...[true, false].map((json) => ({ text: String(json), type: 'Boolean', json })),
  ...['a', 'b', 'ex_d', 'nobody'].map((json) => ({ text: json, type: 'Name', json })),
]
const absent: ArgumentValue = { text: 'null', type: 'String', json: null }
const nodeValues: readonly ArgumentValue[] = [
  ...[`${base}a`, `${base}ex_d`, 'http://other.example/e-1', 'http://other.example/nobody'].map((json) => ({
    text: JSON.stringify(json),
    type: 'ID',
    json,
  })),
  ...['a', 'b', 'ex_d'].map((json) => ({ text: json, type: 'Name', json })),
]

const argumentValue: fc.Arbitrary<ArgumentValue> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...scalarValues) },
  { weight: 1, arbitrary: fc.constant(absent) },
)

/** One value, or a list of values that could be a variable's where they have one type. */
function valueOrList(one: fc.Arbitrary<ArgumentValue>): fc.Arbitrary<ArgumentValue> {
  return fc.oneof(
    { weight: 4, arbitrary: one },
    {
      weight: 1,
      arbitrary: fc.array(one, { maxLength: 3 }).map((values) => ({
        text: `[${values.map((value) => value.text).join(', ')}]`,
        type: `[${new Set(values.map((value) => value.type)).size === 1 ? values[0]?.type : ''}]`,
        json: values.map((value) => value.json),
      })),
    },
  )
}

/** An argument of a field. */
export interface Argument {
  readonly name: string
  readonly value: ArgumentValue
  /** Whether it goes into a variable, where it can. */
  readonly asVariable: boolean
}

/** Filters of a field. */
export const filterArgument: fc.Arbitrary<Argument> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      name: fc.constantFrom(...properties.map((property) => property.name)),
      value: valueOrList(argumentValue),
      asVariable: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      name: fc.constant('iri'),
      value: valueOrList(fc.constantFrom(...nodeValues)),
      asVariable: fc.boolean(),
    }),
  },
)

// Only properties whose values SPARQL orders: between kinds of literals each processor has its own order.
const orderName = fc.constantFrom('number', 'text', 'odd', 'iri')
const orderItem = fc.oneof(
  orderName,
  fc.tuple(orderName, fc.boolean()).map(([name, desc]) => `{field: ${name}, desc: ${desc}}`),
)
const order = fc.oneof(
  orderItem,
  fc.array(orderItem, { minLength: 1, maxLength: 2 }).map((items) => `[${items.join(', ')}]`),
)

const count = fc.integer({ min: 0, max: 4 }).map((json) => ({ text: String(json), type: 'Int', json }))

/** One time in three. */
function seldom<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })
}

/** Order and page of a top-level field. */
export const pagingArguments: fc.Arbitrary<readonly Argument[]> = fc
  .record({
    orderBy: seldom(order.map((text) => ({ text, type: '', json: null }))),
    first: seldom(count),
    skip: seldom(seldom(count)),
    asVariable: fc.boolean(),
  })
  .map(({ asVariable, ...values }) =>
    Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [{ name, value, asVariable }])),
  )
