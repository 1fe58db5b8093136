import { describe, expect, it } from 'vitest'
import { errorsOf } from './refused-schema.ts'

/** What is refused, a text that has it, and its errors in the order of the text. */
const faults: readonly (readonly [name: string, text: string, errors: readonly string[]])[] = [
  [
    'a syntax error',
    `type Query {
  a: }`,
    ['2:6 Syntax Error: Expected Name, found "}".'],
  ],
  ['nothing', '', ['1:1 Syntax Error: Unexpected <EOF>.']],
  ['a comment only', '# later', ['1:8 Syntax Error: Unexpected <EOF>.']],
  [
    'a query',
    '{ a }',
    [
      '1:1 There is no query type: the schema needs a type "Query", or a block schema { query: … }.',
      '1:1 A schema defines types; operations and fragments belong to queries.',
    ],
  ],
  [
    'a fragment beside types',
    'type Query { a: Man } type Man { a: Int }\nfragment F on Man { a }',
    ['2:1 A schema defines types; operations and fragments belong to queries.'],
  ],
  [
    'no query type',
    'type Man { a: Int }',
    ['1:1 There is no query type: the schema needs a type "Query", or a block schema { query: … }.'],
  ],
  [
    'an extension of a schema block that is not there',
    `type Query { a: Man } type Man { a: Int }
extend schema @deprecated`,
    [
      '2:1 There is no block schema { query: … } to extend.',
      '2:15 Directive "@deprecated" may not be used on SCHEMA.',
    ],
  ],
  [
    'a schema block without a query type',
    `schema { mutation: M }
type M { a: Man } type Man { a: Int }`,
    [
      '1:1 The block schema { … } has no query type: schema { query: … }.',
      '1:10 A schema is for queries only; it cannot have a mutation type.',
    ],
  ],
  [
    'an unknown query type',
    `schema { query: Qeury }
type Query { a: Man } type Man { a: Int }`,
    ['1:17 Unknown type "Qeury". Did you mean "Query"?'],
  ],
  [
    'a query type that is none',
    `schema { query: Man }
interface Man { a: Int }`,
    [
      '1:17 Query root type must be Object type, it cannot be Man.',
      '2:20 The top-level field "a" gives nodes; it has to be of an object type, interface or union, or a list of one, not Int.',
    ],
  ],
  [
    'mutations',
    `schema { query: Q
  mutation: M }
type Q { a: M } type M { a: Int }`,
    ['2:3 A schema is for queries only; it cannot have a mutation type.'],
  ],
  [
    'subscriptions by name',
    `type Query { a: Man }
type Man { a: Int } type Subscription { a: Man }`,
    [
      '2:26 The type "Subscription" would be for more than queries, as no schema can be. Where it is a class, add schema { query: Query }.',
    ],
  ],
  [
    'a query type as the type of a field',
    `type Query { a: Man }
type Man { q: Query }`,
    ['2:15 "Query" is the query type; no node is of it.'],
  ],
  [
    'a query type as the type of a top-level field',
    'type Query { a: Query }',
    ['1:17 "Query" is the query type; no node is of it.'],
  ],
  [
    'a number of nodes below none',
    `type Query { a(first: Int = -1, skip: Int = -2): Man b(first: Int = -3 @iri(prefix: "")): Man }
type Man { name: String }`,
    ['1:29 "first" cannot be negative; it is -1.', '1:45 "skip" cannot be negative; it is -2.'],
  ],
  [
    'a query type in a union',
    `type Query { a: Man }
type Man { u: U } union U = Man | Query`,
    ['2:35 "Query" is the query type; it cannot be in a union.'],
  ],
  [
    'a query type with an interface',
    `type Query implements I { a: [Man] }
type Man { a: Int } interface I { a: [Man] }`,
    ['1:23 "Query" is the query type; it cannot implement an interface.'],
  ],
  [
    'unknown types',
    `type Query { a: Nam }
type Man { a: Itn b: Xyz }`,
    ['1:17 Unknown type "Nam".', '2:15 Unknown type "Itn". Did you mean "Int"?', '2:22 Unknown type "Xyz".'],
  ],
  [
    'unknown types at all places',
    `type Query { a(b: Sting): Men }
type Man implements Bein { a: Itn b: Xyz } union U = Man | Wom input I { a: Flot } directive @d(a: Boolaen) on OBJECT
type Being { b: Int }`,
    [
      '1:19 Unknown type "Sting". Did you mean "String"?',
      '1:27 Unknown type "Men". Did you mean "Man"?',
      '2:21 Unknown type "Bein". Did you mean "Being"?',
      '2:31 Unknown type "Itn". Did you mean "Int"?',
      '2:38 Unknown type "Xyz".',
      '2:60 Unknown type "Wom".',
      '2:77 Unknown type "Flot". Did you mean "Float"?',
      '2:100 Unknown type "Boolaen". Did you mean "Boolean"?',
    ],
  ],
  [
    'two types of one name',
    `type Query { a: Man } type Man { a: Int }
enum Man { a }`,
    ['1:28 2:6 There can be only one type named "Man".'],
  ],
  [
    'two fields of one name',
    `type Query { a: Man } type Man { a: Int
 a: Int }`,
    ['1:34 2:2 Field "Man.a" can only be defined once.'],
  ],
  ['no fields', 'type Query { a: Man } type Man', ['1:23 Type Man must define one or more fields.']],
  ['no top-level fields', 'type Query', ['1:1 Type Query must define one or more fields.']],
  [
    'a missing field of an interface',
    'type Query { a: Man } type Man implements I { a: Int } interface I { b: Int }',
    ['1:70 1:23 Interface field I.b expected but Man does not provide it.'],
  ],
  [
    'interfaces in a circle',
    `type Query { a: Man } type Man { a: Int }
interface I implements J { a: Int } interface J implements I { a: Int }`,
    [
      '2:24 2:60 Type J cannot implement I because it would create a circular reference.',
      '2:60 2:24 Type I cannot implement J because it would create a circular reference.',
    ],
  ],
  [
    'an interface twice',
    'type Query { a: Man } type Man implements I & I { a: Int } interface I { a: Int }',
    ['1:47 "Man" implements "I" twice.'],
  ],
  [
    'a member twice',
    'type Query { a: Man } type Man { a: Int } union U = Man | Man',
    ['1:59 "Man" is in the union "U" twice.'],
  ],
  [
    'names of introspection',
    `type Query { a: Man } type Man { __a: Int }
type __B { a: Int }`,
    [
      '1:34 Name "__a" must not begin with "__", which is reserved by GraphQL introspection.',
      '2:1 Name "__B" must not begin with "__", which is reserved by GraphQL introspection.',
    ],
  ],
  [
    `a scalar's name`,
    'type Query { a: ID } type ID { a: Int }',
    ['1:27 "ID" is a scalar of GraphQL; a type needs another name.'],
  ],
  [
    'input types as values',
    'type Query { a: Man } type Man { a: I } input I { a: Int }',
    ['1:37 The type of Man.a must be Output Type but got: I.'],
  ],
  [
    'objects as arguments',
    'type Query { a(b: Man): Man } type Man { a: Int }',
    ['1:19 The type of Query.a(b:) must be Input Type but got: Man.'],
  ],
  [
    'unknown directives',
    'type Query { a: Man @iir(value: "urn:x") } type Man { a: Int }',
    ['1:21 Unknown directive "@iir". Did you mean "@iri"?'],
  ],
  [
    'a directive at the wrong place',
    'type Query { a: Man } type Man { a: Int } enum E @iri(value: "urn:e") { a }',
    ['1:50 Directive "@iri" may not be used on ENUM.'],
  ],
  [
    'unknown arguments of a directive',
    'type Query { a: Man } type Man { a: Int @iri(vale: "urn:a") }',
    ['1:46 Unknown argument "vale" on directive "@iri". Did you mean "value"?'],
  ],
  [
    'a directive twice',
    'type Query { a: Man } type Man { a: Int @iri(value: "urn:a") @iri(value: "urn:b") }',
    ['1:41 1:62 The directive "@iri" can only be used once at this location.'],
  ],
  [
    'an extension of nothing',
    'type Query { a: Man } type Man { a: Int } extend type Mam { b: Int } extend scalar Date @specifiedBy(url: "urn:x")',
    [
      '1:55 There is no "Mam" in the schema to extend. Did you mean "Man"?',
      '1:84 There is no "Date" in the schema to extend.',
    ],
  ],
  [
    'an extension of another kind',
    `type Query { a: Man } type Man { a: Int }
extend interface Man { b: Int }`,
    ['2:18 1:28 "Man" is a type; it cannot be extended as an interface.'],
  ],
  [
    'a top-level field of a scalar',
    `type Query { a: Int b: [String!]! c: E d: Date }
enum E { a }`,
    [
      '1:17 The top-level field "a" gives nodes; it has to be of an object type, interface or union, or a list of one, not Int.',
      '1:24 The top-level field "b" gives nodes; it has to be of an object type, interface or union, or a list of one, not String.',
      '1:38 The top-level field "c" gives nodes; it has to be of an object type, interface or union, or a list of one, not E.',
      '1:43 The top-level field "d" gives nodes; it has to be of an object type, interface or union, or a list of one, not Date.',
    ],
  ],
  [
    'a top-level list of lists',
    'type Query { a: [[Man]] } type Man { a: Int }',
    ['1:17 The top-level field "a" is a list of lists; write [Man].'],
  ],
  [
    'a top-level field with a path',
    'type Query { a: Man @path(value: ":a") } type Man { a: Int }',
    ['1:21 The top-level field "a" stands for a class; it takes @iri, not @path.'],
  ],
  [
    'an unknown prefix',
    'type Query { a: Man } type Man { a: Int @iri(prefix: "foaff") b: Int @iri(prefix: "zz", localname: "b") }',
    ['1:54 Unknown prefix "foaff". Did you mean "foaf"?', '1:83 Unknown prefix "zz".'],
  ],
  [
    'no absolute IRI',
    'type Query { a: Man } type Man { a: Int @iri(value: "no") b: Int @iri(value: "foaf:b") c: Int @iri(namespace: "e") d: Int @iri(prefix: "foaf", localname: "a b") e: Int @iri(namespace: "foaf") }',
    [
      '1:53 "no" is no absolute IRI.',
      '1:78 "value" of @iri takes a whole IRI. Did you mean prefix: "foaf", localname: "b"?',
      '1:111 "ec" is no absolute IRI.',
      '1:155 "http://xmlns.com/foaf/0.1/a b" is no absolute IRI.',
      '1:185 "namespace" of @iri takes an IRI. Did you mean prefix: "foaf"?',
    ],
  ],
  [
    'no way to an IRI',
    'type Query { a: Man } type Man { a: Int @iri b: Int @iri(localname: "x") c: Int @iri(value: "urn:c", prefix: "foaf") d: Int @iri(value: "urn:d", localname: "x") }',
    [
      '1:41 @iri takes one of value: "IRI", namespace: "IRI", or prefix: "prefix" with or without localname.',
      '1:53 @iri takes one of value: "IRI", namespace: "IRI", or prefix: "prefix" with or without localname.',
      '1:81 @iri takes one of value: "IRI", namespace: "IRI", or prefix: "prefix" with or without localname.',
      '1:157 "localname" of @iri goes with "prefix" only.',
    ],
  ],
  [
    'arguments of @iri that are no texts',
    'type Query { a: Man } type Man { a: Int @iri(value: 1) b: Int @iri(prefix: foaf) c: Int @path(value: null) d: Int @path }',
    [
      '1:53 "value" of @iri takes a text in quotes.',
      '1:76 "prefix" of @iri takes a text in quotes.',
      '1:102 "value" of @path takes a text in quotes.',
      '1:115 Argument "@path(value:)" of type "String!" is required, but it was not provided.',
    ],
  ],
  [
    'a field with @iri and @path',
    'type Query { a: Man } type Man { a: Int @iri(value: "urn:a") @path(value: ":a") }',
    ['1:62 "a" has both @iri and @path; one of them has to go.'],
  ],
  [
    'an enum value with @iri and @literal',
    'type Query { a: Man } type Man { a: E } enum E { a @iri(value: "urn:a") @literal(value: "a") }',
    ['1:73 "a" has both @iri and @literal; one of them has to go.'],
  ],
  [
    'bad paths',
    `type Query { a: Man }
type Man {
  a: Int @path(value: "")
  b: Int @path(value: ":x/")
  c: Int @path(value: ":x/y")
  d: Int @path(value: "^^:x")
  e: Int @path(value: ":x/foaff:y")
  f: Int @path(value: ":x|:y")
  g: Int @path(value: ":x/<y>")
  h: Int @path(value: "<urn:x")
  i: Int @path(value: ":x*")
  j: Int @path(value: "\\u003ax/y")
}`,
    [
      '3:24 A step is missing at the end of the path: <IRI>, prefix:name or :name, each with or without "^" before it.',
      '4:27 A step is missing at the end of the path: <IRI>, prefix:name or :name, each with or without "^" before it.',
      '5:27 "y" is no step of a path: <IRI>, prefix:name or :name, each with or without "^" before it.',
      '6:25 "^:x" is no step of a path: <IRI>, prefix:name or :name, each with or without "^" before it.',
      '7:27 Unknown prefix "foaff". Did you mean "foaf"?',
      '8:24 "x|:y" cannot stand after a prefix; write the whole IRI in < >.',
      '9:27 "y" is no absolute IRI.',
      '10:24 "<urn:x" is no step of a path: <IRI>, prefix:name or :name, each with or without "^" before it.',
      '11:24 "x*" cannot stand after a prefix; write the whole IRI in < >.',
      '12:23 "y" is no step of a path: <IRI>, prefix:name or :name, each with or without "^" before it.',
    ],
  ],
  [
    'a path of too many steps',
    'type Query { a: Man } type Man { a: Int @path(value: ":a/:a/:a/:a/:a/:a/:a/:a/:a/:a/:a/:a/:a/:a/:a/:a/:a/:a/:a/:a/:a") }',
    ['1:115 The path has more steps; the limit is 20.'],
  ],
  [
    'two fields of one path',
    `type Query { a: Man }
type Man { name: Int foaf_name: Int
  label: Int @iri(prefix: "foaf", localname: "name")
  c: Int @path(value: "^:x") d: Int @path(value: "^ :x") e: Int @path(value: ":x") }`,
    [
      '3:3 "foaf_name" and "label" of "Man" both stand for <http://xmlns.com/foaf/0.1/name>.',
      '4:30 "c" and "d" of "Man" both stand for ^<http://api.stardog.com/x>.',
    ],
  ],
  [
    'interfaces that say different things of a field',
    `type Query { a: Man }
interface A { x: Int @iri(value: "urn:a") y: Int @iri(value: "urn:y") }
interface B { x: Int @path(value: "^<urn:a>") y: Int @iri(value: "urn:y") }
type Man implements A & B { x: Int y: Int }
type Boy implements A & B { x: Int @iri(value: "urn:x") y: Int }`,
    ['4:29 "x" of "Man" stands for <urn:a> by "A" and for ^<urn:a> by "B": say which with @iri or @path.'],
  ],
  [
    'two types of one class',
    `type Query { a: A }
type A { a: Int }
interface B @iri(prefix: "", localname: "A") { a: Int }
union C @iri(prefix: "", localname: "A") = A`,
    ['3:11 "A" and "B" both stand for the class <http://api.stardog.com/A>.'],
  ],
  [
    'two enum values of one term',
    `type Query { a: A } type A { a: E }
enum E { a b @iri(prefix: "", localname: "a") c @literal(value: "x") d @literal(value: "x") }`,
    [
      '2:12 "a" and "b" of the enum "E" both stand for <http://api.stardog.com/a>.',
      '2:70 "c" and "d" of the enum "E" both stand for "x".',
    ],
  ],
  [
    'a built-in field of another type',
    'type Query { a: A B: B C: C } type A { iri: String } type B { iri: [ID] } type C { iri(a: Int): ID! }',
    [
      '1:45 The built-in field "iri" of "A" has to be of type ID.',
      '1:68 The built-in field "iri" of "B" has to be of type ID.',
      '1:88 The built-in field "iri" takes no arguments.',
    ],
  ],
  [
    'lists of lists',
    'type Query { a(b: [[Int]]): A } type A { a: [[Int!]!] }',
    [
      '1:19 "b" is a list of lists; values to match are one list: [Int].',
      '1:45 "a" of "A" is a list of lists; values come as one list: [Int].',
    ],
  ],
  [
    'built-in arguments of other types',
    'type Query { a(first: String, skip: [Int], iri: Int): A } type A { a: Int b(iri: [[ID]]): A }',
    [
      '1:23 The built-in argument "first" has to be of type Int.',
      '1:37 The built-in argument "skip" has to be of type Int.',
      '1:49 The built-in argument "iri" has to be of type ID, String or a list of one.',
      '1:82 The built-in argument "iri" has to be of type ID, String or a list of one.',
    ],
  ],
  [
    'paging inside',
    'type Query { a: A } type A { b(first: Int, skip: Int, orderBy: OrderBy): [A] }',
    [
      '1:32 "first" works on top-level fields only; an argument that filters by a property of that name needs @iri or @path.',
      '1:44 "skip" works on top-level fields only; an argument that filters by a property of that name needs @iri or @path.',
      '1:55 "orderBy" works on top-level fields only; an argument that filters by a property of that name needs @iri or @path.',
    ],
  ],
  [
    'input types as filters',
    'type Query { a(b: I): A } type A { a: Int } input I { a: Int }',
    ['1:19 "b" filters by a value: a scalar, an enum or a list of one, not the input type "I".'],
  ],
  [
    'arguments of values',
    'type Query { a: A } type A { a(b: Int): String c(d: Int): ID }',
    ['1:32 "b" filters nodes, but the values of "a" are declared String.'],
  ],
  [
    'a type of orders that is none',
    'type Query { a(orderBy: Int): A b(orderBy: [[OrderBy]]): A } type A { a: Int }',
    [
      '1:25 "orderBy" has to be of type OrderBy or String, of an enum of field names, of an input type with "field" and "desc", or a list of one of those.',
      '1:44 "orderBy" has to be of type OrderBy or String, of an enum of field names, of an input type with "field" and "desc", or a list of one of those.',
    ],
  ],
  [
    'orders by what is no field',
    `type Query { a(orderBy: E): A b(orderBy: OrderBy = [nmae, {field: "iri"}, {field: x}]): A }
type A { name: Int } enum E { nam name }`,
    [
      '1:53 "nmae" in "orderBy" is no field of "A". Did you mean "name"?',
      '1:83 "x" in "orderBy" is no field of "A".',
      '2:31 "nam" in "orderBy" is no field of "A". Did you mean "name"?',
    ],
  ],
  [
    'an input type of orders with more',
    `type Query { a(orderBy: [I]): A b(orderBy: J): A } type A { a: Int }
input I { field: String = "x" desc: String other: Int } input J { desc: Boolean }`,
    [
      '2:27 "x" in "orderBy" is no field of "A".',
      '2:31 An input type for "orderBy" has "field", a String or an enum of field names, and "desc", a Boolean; nothing else.',
      '2:44 An input type for "orderBy" has "field", a String or an enum of field names, and "desc", a Boolean; nothing else.',
      '2:63 "J" is for "orderBy", but has no "field".',
    ],
  ],
  [
    'an argument that the members of a union mean otherwise',
    `type Query { u(n: Int): U } union U = A | B
type A { n: Int } type B { n: Int @iri(value: "urn:n") }`,
    [
      '1:16 "n" stands for <http://api.stardog.com/n> in "A" and for <urn:n> in "B"; the argument needs @iri or @path.',
    ],
  ],
  [
    'a default value of another type',
    'type Query { a(first: Int = "3", e: E = c): A } type A { a: Int } enum E { b }',
    [
      '1:29 Query.a(first:) has invalid default value: Int cannot represent non-integer value: "3"',
      '1:41 Query.a(e:) has invalid default value: Value "c" does not exist in "E" enum. Did you mean the enum value "b"?',
    ],
  ],
  [
    'our directives declared otherwise',
    `type Query { a: A } type A { a: Int }
directive @iri(value: Int) on OBJECT
directive @optional(if: Boolean) on FIELD
directive @hide on OBJECT
directive @prefix(a: String) on FIELD`,
    [
      '2:1 "@iri" is declared otherwise than it works: directive @iri(value: String, namespace: String, prefix: String, localname: String) on OBJECT | INTERFACE | UNION | FIELD_DEFINITION | ARGUMENT_DEFINITION | ENUM_VALUE.',
      '3:1 "@optional" is declared otherwise than it works: directive @optional on FIELD.',
      '4:1 "@hide" is declared otherwise than it works: directive @hide on FIELD.',
      '5:1 "@prefix" is declared otherwise than it works: it belongs to queries.',
    ],
  ],
  [
    'several faults, in the order of the text',
    `type Query { a: Int b: A }
type A { iri: Int x: Foo @bar y: Int @path(value: "y") }`,
    [
      '1:17 The top-level field "a" gives nodes; it has to be of an object type, interface or union, or a list of one, not Int.',
      '2:15 The built-in field "iri" of "A" has to be of type ID.',
      '2:22 Unknown type "Foo".',
      '2:26 Unknown directive "@bar".',
      '2:52 "y" is no step of a path: <IRI>, prefix:name or :name, each with or without "^" before it.',
    ],
  ],
]

describe('a schema is refused for', () => {
  it.each(faults)('%s', (_, text, errors) => {
    expect(errorsOf(text)).toEqual(errors)
  })
})
