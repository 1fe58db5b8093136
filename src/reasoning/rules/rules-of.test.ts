import { describe, expect, it } from 'vitest'
import { iri as named, rdf } from '../../rdf/term.ts'
import type { PropertyPath } from '../../sparql/property-path.ts'
import type {
  Axiom,
  ClassExpression,
  MemberAxiom,
  PropertyAxiom,
  PropertyStep,
  ValueAxiom,
} from '../axiom.ts'
import type { MemberWay, RelatedEnd } from '../rules.ts'
import { rulesOf } from './rules-of.ts'

// Paths and ways are written as texts here: `p/^q|r+`, and `A B; {v}; p -> A; (A & p -> .)`.

function step(text: string): PropertyStep {
  return text.startsWith('^') ? { iri: text.slice(1), inverse: true } : { iri: text, inverse: false }
}

/** `below('p/^q', 'r')`: what the chain leads to is a value of r. */
function below(chain: string, of: string): PropertyAxiom {
  return { kind: 'property', chain: chain.split('/').map(step), super: of, stated: `${chain} below ${of}` }
}

function member(sub: ClassExpression | string, of: string, stated?: string): MemberAxiom {
  const expression: ClassExpression = typeof sub === 'string' ? { kind: 'class', iri: sub } : sub
  return {
    kind: 'member',
    sub: expression,
    super: of,
    stated: stated ?? `${typeof sub === 'string' ? sub : sub.kind} below ${of}`,
  }
}

function having(sub: ClassExpression | string, property: string, value: string): ValueAxiom {
  const expression: ClassExpression = typeof sub === 'string' ? { kind: 'class', iri: sub } : sub
  return {
    kind: 'value',
    sub: expression,
    property: step(property),
    value: named(value),
    stated: `${typeof sub === 'string' ? sub : sub.kind} has ${property} ${value}`,
  }
}

function some(property: string, of: ClassExpression | string = { kind: 'anything' }): ClassExpression {
  return {
    kind: 'some',
    property: step(property),
    of: typeof of === 'string' ? { kind: 'class', iri: of } : of,
  }
}

function all(...of: readonly (ClassExpression | string)[]): ClassExpression {
  return {
    kind: 'intersection',
    of: of.map((each) => (typeof each === 'string' ? { kind: 'class', iri: each } : each)),
  }
}

const times = { zeroOrOne: '?', zeroOrMore: '*', oneOrMore: '+' } as const

function written(path: PropertyPath | undefined): string {
  if (path === undefined) return ''
  const inner = (each: PropertyPath): string =>
    each.kind === 'sequence' || each.kind === 'alternative' ? `(${written(each)})` : written(each)
  switch (path.kind) {
    case 'link':
      return path.iri
    case 'inverse':
      return `^${inner(path.path)}`
    case 'sequence':
      return path.paths.map(inner).join('/')
    case 'alternative':
      return path.paths.map(inner).join('|')
    case 'repeated':
      return `${inner(path.path)}${times[path.times]}`
    case 'negated':
      return '!()|^!()'
  }
}

function writtenWays(ways: readonly MemberWay[] | undefined): string {
  return (ways ?? []).map(writtenWay).join('; ')
}

function writtenWay(way: MemberWay): string {
  switch (way.kind) {
    case 'stated':
      return way.classes.join(' ')
    case 'oneOf':
      return `{${way.members.map((each) => each.value).join(' ')}}`
    case 'related':
      return `${written(way.path)} -> ${writtenEnd(way.to)}`
    case 'all':
      return `(${way.of.map(writtenWays).join(' & ')})`
    case 'where':
      return `where (${writtenWays(way.of)})`
  }
}

function writtenEnd(to: RelatedEnd): string {
  switch (to.kind) {
    case 'anything':
      return '.'
    case 'oneOf':
      return writtenWay(to)
    case 'member':
      return `(${writtenWays(to.ways)})`
  }
}

function pathOf(axioms: readonly Axiom[], property: string): string {
  const rules = rulesOf(axioms)
  expect(rules.unsupported).toEqual([])
  return written(rules.property(property)?.path)
}

function membersOf(axioms: readonly Axiom[], iri: string): string {
  const rules = rulesOf(axioms)
  expect(rules.unsupported).toEqual([])
  return writtenWays(rules.members(iri)?.ways)
}

describe('paths of properties', () => {
  const transitive = below('p/p', 'p')
  const symmetric = below('^p', 'p')

  it.each<[name: string, axioms: readonly Axiom[], path: string]>([
    ['nothing', [], ''],
    ['itself', [below('p', 'p')], ''],
    ['subproperties', [below('q', 'p'), below('r', 'q'), below('s', 'p')], 'p|q|s|r'],
    ['equivalent ones', [below('q', 'p'), below('p', 'q')], 'p|q'],
    ['an inverse', [below('^q', 'p'), below('^p', 'q')], 'p|^q'],
    ['its own inverse', [symmetric], 'p|^p'],
    ['a chain', [below('q/^r', 'p')], 'p|(q/^r)'],
    ['a chain of subproperties', [below('q/r', 'p'), below('s', 'q')], 'p|((q|s)/r)'],
    ['transitivity', [transitive], 'p+'],
    ['transitivity of subproperties', [transitive, below('q', 'p'), below('q/q', 'q')], '(p|q)+'],
    ['symmetry and transitivity', [symmetric, transitive], '(p|^p)+'],
    ['a transitive inverse', [below('q/q', 'q'), below('^q', 'p'), below('^p', 'q')], '(^q|p)+'],
    ['a chain to its left', [below('q/p', 'p')], 'q*/p'],
    ['chains to both sides', [below('q/p', 'p'), below('p/r', 'p')], 'q*/p/r*'],
    ['a chain to its left, symmetric', [below('q/p', 'p'), symmetric], 'q*/(p|^p)/^q*'],
    ['both and transitive', [below('q/p', 'p'), below('p/r', 'p'), transitive], '(q*/p/r*)+'],
    ['ancestors of parents', [below('q', 'p'), below('q/p', 'p')], 'q*/(p|q)'],
    ['two that are made of each other', [below('r/q', 'p'), below('p', 'q')], 'p|(r+/(q|p))'],
    ['what only seems circular', [below('q/q', 'p'), below('r', 'q')], 'p|((q|r)/(q|r))'],
  ])('%s', (_, axioms, path) => {
    expect(pathOf(axioms, 'p')).toBe(path)
  })

  it('says which axioms a path is made of, in the order of the vocabulary', () => {
    const axioms = [below('r', 'q'), below('x', 'y'), below('q/q', 'p'), below('z', 'r')]
    expect(rulesOf(axioms).property('p')?.axioms).toEqual(['r below q', 'q/q below p', 'z below r'])
  })

  it('lists the properties that have rules', () => {
    const rules = rulesOf([below('q', 'p'), having('A', 's', 'v'), below('^t', rdf.type), below('u', 'u')])
    expect(rules.properties).toEqual(['p', 's'])
    for (const each of ['q', 't', 'u', rdf.type]) expect(rules.property(each)).toBeUndefined()
  })

  it.each<[name: string, axioms: readonly Axiom[], left: readonly string[], path: string]>([
    ['a step on either side', [below('q/p/r', 'p')], ['q/p/r below p'], ''],
    ['the inverse between others', [below('q/^p', 'p')], ['q/^p below p'], ''],
    [
      'what the ones before do not allow',
      [below('p/q', 'p'), below('q/p/q', 'p')],
      ['q/p/q below p'],
      'p/q*',
    ],
    ['two that grow on different sides', [below('q/p', 'p'), below('p/p/p', 'p')], ['p/p/p below p'], 'q*/p'],
  ])('leaves out %s', (_, axioms, left, path) => {
    const rules = rulesOf(axioms)
    expect(rules.unsupported.map((each) => each.stated)).toEqual(left)
    expect(written(rules.property('p')?.path)).toBe(path)
  })

  it('leaves out all axioms of one text together', () => {
    const axioms = [
      { ...below('q/p/r', 'p'), stated: 'both' },
      { ...below('s', 'p'), stated: 'both' },
      below('t', 'p'),
    ]
    const rules = rulesOf(axioms)
    expect(rules.unsupported).toEqual([{ stated: 'both', reason: expect.stringMatching(/^It makes .*\.$/) }])
    expect(written(rules.property('p')?.path)).toBe('p|t')
  })
})

describe('values', () => {
  it('are those of a property, of its inverse and of what is above it', () => {
    const rules = rulesOf([having('A', 'p', 'v'), below('p', 'q'), below('^q', 'r')])
    const values = (iri: string) =>
      rules.property(iri)?.values.map((each) => [writtenWays(each.members), each.value.value, each.inverse])
    expect(values('p')).toEqual([['A', 'v', false]])
    expect(values('q')).toEqual([['A', 'v', false]])
    expect(values('r')).toEqual([['A', 'v', true]])
  })

  it('make whoever has them', () => {
    const value: ClassExpression = { kind: 'hasValue', property: step('p'), value: named('v') }
    expect(membersOf([member(value, 'B'), having('A', 'p', 'v')], 'B')).toBe('B A; p -> {v}')
    expect(membersOf([member(value, 'B'), having('B', 'p', 'v')], 'B')).toBe('B; p -> {v}')
    expect(membersOf([member(some('p'), 'B'), having('A', 'p', 'v')], 'B')).toBe('B A; p -> .')
  })

  it('are there where there is anyone to have them', () => {
    const axioms = [member(some('^p'), 'B'), having('A', 'p', 'v')]
    expect(membersOf(axioms, 'B')).toBe('B; ^p -> .; ({v} & where (A))')
    expect(membersOf([member(some('p', 'C'), 'B'), having('A', 'p', 'v')], 'B')).toBe(
      'B; p -> (C); (A & where (({v} & C)))',
    )
  })

  it('that need themselves are not asked for twice', () => {
    const axioms = [member(some('^p'), 'A'), having('A', 'p', 'v'), having('A', 'p', 'w')]
    expect(membersOf(axioms, 'A')).toBe('A; ^p -> .; ({v} & where (A; ^p -> .)); ({w} & where (A; ^p -> .))')
  })

  it('are left out where they would be links of chains', () => {
    for (const chain of [below('p/p', 'p'), below('q/r', 's'), below('q/r', rdf.type)]) {
      const rules = rulesOf([having('A', 'p', 'v'), below('p', 'q'), chain])
      expect(rules.unsupported.map((each) => each.stated)).toEqual(['A has p v'])
      expect(rules.property('p')?.values ?? []).toEqual([])
    }
  })

  it('of properties below rdf:type are classes', () => {
    const axioms = [below('isA', rdf.type), having(some('p'), 'isA', 'B')]
    expect(membersOf(axioms, 'B')).toBe('B; p -> .')
    const rules = rulesOf([below('^has', rdf.type), having('A', 'has', 'B')])
    expect(rules.unsupported.map((each) => each.stated)).toEqual(['A has has B'])
  })
})

describe('members of classes', () => {
  it.each<[name: string, axioms: readonly Axiom[], ways: string]>([
    ['nothing', [], ''],
    ['itself', [member('C', 'C')], ''],
    ['subclasses', [member('A', 'C'), member('B', 'A')], 'C A B'],
    ['a circle', [member('A', 'C'), member('C', 'A')], 'C A'],
    ['a domain', [member(some('p'), 'C')], 'C; p -> .'],
    ['domains and ranges', [member(some('p'), 'C'), member(some('^q'), 'C')], 'C; p|^q -> .'],
    ['the domain of a transitive property', [member(some('p'), 'C'), below('p/p', 'p')], 'C; p+ -> .'],
    ['a list', [member({ kind: 'oneOf', members: [named('a'), named('b')] }, 'C')], 'C; {a b}'],
    ['an empty list', [member({ kind: 'oneOf', members: [] }, 'C')], ''],
    ['anything', [member({ kind: 'anything' }, 'C')], 'C; !()|^!() -> .'],
    ['an intersection', [member(all('A', some('p', 'B')), 'C')], 'C; (A & p -> (B))'],
    ['an intersection of one', [member(all('A', { kind: 'anything' }), 'C')], 'C A'],
    ['steps one after the other', [member(some('p', some('q', 'A')), 'C')], 'C; p/q -> (A)'],
    ['steps to the same', [member(some('p', 'A'), 'C'), member(some('q', 'A'), 'C')], 'C; p|q -> (A)'],
    ['a step to several', [member(some('p', 'A'), 'C'), member(some('p', 'B'), 'C')], 'C; p -> (A B)'],
    ['a step to all', [member(some('p', 'A'), 'C'), member(some('p'), 'C')], 'C; p -> .'],
    [
      'a type that is stated otherwise',
      [member({ kind: 'hasValue', property: step(rdf.type), value: named('A') }, 'C')],
      'C A',
    ],
    ['steps to itself', [member(some('p', 'C'), 'C')], 'C; p+ -> (C)'],
    ['steps to what is below', [member(some('p', 'C'), 'C'), member('A', 'C')], 'C A; p+ -> (C A)'],
    [
      'steps through another',
      [member(some('p', 'D'), 'C'), member(some('q', 'C'), 'D')],
      'C; (p/q)+ -> (C); (p/q)*/p -> (D)',
    ],
    [
      'a definition that is below what it asks for',
      [member('C', 'A'), member(all('A', some('p', 'B')), 'C'), member(some('q', 'A'), 'A')],
      'C; (A; q+ -> (A C) & p -> (B))',
    ],
    ['definitions by each other', [member(all('A', 'B'), 'C'), member(all('C', 'D'), 'A')], 'C; (A & B)'],
  ])('%s', (_, axioms, ways) => {
    expect(membersOf(axioms, 'C')).toBe(ways)
  })

  it('have types by properties below rdf:type', () => {
    const rules = rulesOf([below('isA', rdf.type), below('p/q', rdf.type), member('A', 'C')])
    expect(written(rules.type)).toBe(`${rdf.type}|(p/q)|isA`)
    expect(writtenWays(rules.members('C')?.ways)).toBe('C A')
    expect(rules.members('other')?.axioms).toEqual([`isA below ${rdf.type}`, `p/q below ${rdf.type}`])
    expect(rules.classes).toEqual(['C'])
  })

  it('are by the axioms that say so', () => {
    const axioms = [
      member('A', 'C'),
      member('X', 'Y'),
      member(some('p', 'B'), 'A', 'p of B'),
      below('q', 'p'),
      member('D', 'B'),
    ]
    expect(rulesOf(axioms).members('C')?.axioms).toEqual(['A below C', 'p of B', 'q below p', 'D below B'])
  })

  it('are left out where conditions hold on the way', () => {
    for (const circular of [member(all('B', some('p', 'C')), 'C'), member(some('p', all('B', 'C')), 'C')]) {
      const rules = rulesOf([circular, member('A', 'C')])
      expect(rules.unsupported).toEqual([
        { stated: circular.stated, reason: expect.stringMatching(/^It makes classes .*\.$/) },
      ])
      expect(writtenWays(rules.members('C')?.ways)).toBe('C A')
    }
  })

  it('are left out with what rdf:type is asked for', () => {
    const chain: PropertyAxiom = {
      kind: 'property',
      chain: [{ iri: rdf.type, inverse: false }, step('p')],
      super: 'q',
      stated: 'type and p below q',
    }
    const rules = rulesOf([member(some(rdf.type), 'C'), chain, member('A', 'C')])
    expect(rules.unsupported.map((each) => each.stated)).toEqual(['some below C', 'type and p below q'])
    expect(rules.property('q')).toBeUndefined()
    expect(writtenWays(rules.members('C')?.ways)).toBe('C A')
  })
})

describe('hierarchies', () => {
  const rules = rulesOf([
    member('A', 'B'),
    member('B', 'C'),
    member(some('p'), 'B'),
    member(all('D', 'E'), 'A'),
  ])

  it('hold named classes alone', () => {
    expect([...rules.subclasses('C')]).toEqual(['C', 'B', 'A'])
    expect([...rules.superclasses('A')]).toEqual(['A', 'B', 'C'])
    expect([...rules.subclasses('unknown')]).toEqual(['unknown'])
    expect([...rules.superclasses('D')]).toEqual(['D'])
  })
})

describe('large vocabularies', () => {
  const count = 10_000
  const numbers = Array.from({ length: count }, (_, number) => number)

  it('have classes below classes in any depth', () => {
    const rules = rulesOf(numbers.map((each) => member(`C${each + 1}`, `C${each}`)))
    const [way, ...others] = rules.members('C0')?.ways ?? []
    expect(others).toEqual([])
    expect(way?.kind === 'stated' && way.classes.length).toBe(count + 1)
    expect(rules.superclasses(`C${count}`).size).toBe(count + 1)
  })

  it('have properties below properties in any depth, as one alternative of links', () => {
    const rules = rulesOf(numbers.map((each) => below(`p${each + 1}`, `p${each}`)))
    const path = rules.property('p0')?.path
    expect(path?.kind === 'alternative' && path.paths.every((each) => each.kind === 'link')).toBe(true)
    expect(path?.kind === 'alternative' && path.paths.length).toBe(count + 1)
  })

  it('have domains of thousands of properties, as one alternative of links', () => {
    const rules = rulesOf(numbers.map((each) => member(some(`p${each}`), 'C')))
    const [, way, ...others] = rules.members('C')?.ways ?? []
    expect(others).toEqual([])
    expect(way?.kind === 'related' && way.path.kind === 'alternative' && way.path.paths.length).toBe(count)
  })

  it.each<[name: string, axioms: readonly Axiom[], iri: string]>([
    ['steps upon steps', numbers.map((each) => member(some('p', `C${each}`), `C${each + 1}`)), `C${count}`],
    ['a long circle', numbers.map((each) => member(some('p', `C${each}`), `C${(each + 1) % count}`)), 'C5'],
    [
      'definitions that double',
      numbers
        .slice(0, 50)
        .flatMap((each) => [
          member(all(`A${each}`, `B${each}`), `A${each + 1}`),
          member(all(`A${each}`, some('p', `B${each}`)), `B${each + 1}`),
        ]),
      'A50',
    ],
  ])('refuse a rule of %s, when it is asked for', (_, axioms, iri) => {
    const rules = rulesOf(axioms)
    const message = expect.stringContaining(`What the vocabulary infers of <${iri}> takes more than 2,000`)
    expect(() => rules.members(iri)).toThrow(expect.objectContaining({ kind: 'limitExceeded', message }))
    expect(rules.members('other')).toBeUndefined()
  })

  it('refuse the path of chains that double', () => {
    const rules = rulesOf(numbers.slice(0, 50).map((each) => below(`p${each}/p${each}`, `p${each + 1}`)))
    const message = expect.stringContaining('What the vocabulary infers of <p50> takes more than 2,000')
    expect(() => rules.property('p50')).toThrow(expect.objectContaining({ kind: 'limitExceeded', message }))
    expect(written(rules.property('p2')?.path)).toBe('p2|((p1|(p0/p0))/(p1|(p0/p0)))')
  })

  it('leave out circles of hundreds of definitions at once', () => {
    const axioms = numbers
      .slice(0, 300)
      .map((each) => member(all('A', some('p', `C${each}`)), `C${(each + 1) % 300}`, `definition ${each}`))
    const rules = rulesOf([...axioms, member('B', 'C5')])
    expect(rules.unsupported).toHaveLength(300)
    expect(writtenWays(rules.members('C5')?.ways)).toBe('C5 B')
  })
})
