import { iri } from '../../rdf/term.ts'
import { call, filter, join, type Operation, type PatternTerm, unit } from '../../sparql/algebra.ts'
import type { PropertyPath } from '../../sparql/property-path.ts'
import type { Name } from '../axiom.ts'
import type { MemberWay, RelatedEnd } from '../rules.ts'
import { namesOf, separated } from './alternatives.ts'
import { upwards } from './class-walks.ts'
import { amongEquals } from './equal-path.ts'
import { mayStay, sequence } from './path-shape.ts'
import { pathWays } from './path-ways.ts'
import { anyOf, isOneOf, type Making, restricted, type Way } from './ways.ts'

/** The ways on which a node is a member of a class. */
export function memberWays(node: PatternTerm, ways: readonly MemberWay[], making: Making): readonly Way[] {
  return ways.flatMap((way) => waysOf(node, way, making))
}

function waysOf(node: PatternTerm, way: MemberWay, making: Making): readonly Way[] {
  switch (way.kind) {
    case 'stated':
      return statedWays(node, way.classes, making)
    case 'oneOf':
      return namedWays(node, way.members, making)
    case 'related':
      return relatedWays(node, amongEquals(way.path, making.equals), way.to, making)
    case 'all': {
      const parts: Way[] = []
      for (const one of way.of) {
        const part = anyOf(memberWays(node, one, making))
        if (part === undefined) return []
        parts.push(part)
      }
      const operations = parts.map((part) => part.operation)
      const operation = join(separated(operations, () => namesOf(node)))
      return [{ operation, mayBeLiteral: parts.every((part) => part.mayBeLiteral) }]
    }
    case 'where': {
      const elsewhere = anyOf(memberWays(making.fresh(), way.of, making))
      if (elsewhere === undefined) return []
      const exists = { kind: 'exists', negated: false, operand: elsewhere.operation } as const
      return [{ operation: filter(unit, [exists]), mayBeLiteral: true }]
    }
  }
}

/** Is stated to be of one of some classes: of those of a large hierarchy by a walk from its top, where it stands in the data. */
function statedWays(node: PatternTerm, classes: readonly string[], making: Making): readonly Way[] {
  const { walks } = making
  if (walks === undefined || classes.length <= mostListed) return listedWays(node, classes, making)
  const { tops, others } = walks.covering(classes)
  if (others.length > mostListed) return listedWays(node, classes, making)
  return [
    ...tops.flatMap(({ top, hasBlank }) => walkedWays(node, iri(top), hasBlank, making)),
    ...listedWays(node, others, making),
  ]
}

/** Classes that are listed in a query also where they could be walked. */
export const mostListed = 1_000

/** Is stated to be of a class from which a walk leads up to one. */
export function walkedWays(
  node: PatternTerm,
  top: PatternTerm,
  hasBlank: boolean,
  making: Making,
): readonly Way[] {
  const ofClass = making.fresh()
  const walk: Operation = { kind: 'path', subject: ofClass, path: upwards, object: top }
  // A class without a name is of the vocabulary, not what a node is stated to be of.
  const named = hasBlank ? filter(walk, [call('isIRI', ofClass)]) : walk
  return typeWays(node, ofClass, making).map((way) => restricted(way, named))
}

function listedWays(node: PatternTerm, classes: readonly string[], making: Making): readonly Way[] {
  const [only] = classes
  if (only === undefined) return []
  if (classes.length === 1) return typeWays(node, iri(only), making)
  const ofClass = making.fresh()
  const rows = classes.map((one) => [iri(one)])
  const known = { kind: 'values', variables: [ofClass.name], rows } as const
  return typeWays(node, ofClass, making).map((way) => restricted(way, known))
}

/** The ways on which a class is stated of a node, one of them by properties that `rdf:type` has below it. */
export function typeWays(node: PatternTerm, ofClass: PatternTerm, making: Making): readonly Way[] {
  making.useTypes()
  return pathWays(node, amongEquals(making.type, making.equals), ofClass, making)
}

/** Is one of some terms, or equals one. */
export function namedWays(node: PatternTerm, names: readonly Name[], making: Making): readonly Way[] {
  const hasLiteral = names.some((name) => name.kind === 'literal')
  const operation = isOneOf(node, names)
  const themselves = operation === undefined ? [] : [{ operation, mayBeLiteral: hasLiteral }]
  return making.equals === undefined ? themselves : endedWays(node, making.equals, names, making)
}

/** A path leads to one of some terms; one of no step also where a term is not in the data. */
function endedWays(
  node: PatternTerm,
  path: PropertyPath,
  names: readonly Name[],
  making: Making,
): readonly Way[] {
  const [only] = names
  if (only !== undefined && names.length === 1) return pathWays(node, path, only, making)
  const end = making.fresh()
  const [known, staying] = [isOneOf(end, names), mayStay(path) ? isOneOf(node, names) : undefined]
  if (known === undefined) return []
  const ways = pathWays(node, path, end, making).map((way) => restricted(way, known))
  const mayBeLiteral = names.some((name) => name.kind === 'literal')
  return staying === undefined ? ways : [...ways, { operation: staying, mayBeLiteral }]
}

function relatedWays(node: PatternTerm, path: PropertyPath, to: RelatedEnd, making: Making): readonly Way[] {
  switch (to.kind) {
    case 'anything':
      return pathWays(node, path, making.fresh(), making)
    case 'oneOf': {
      // A path of no step leads to what equals the term as well as those of some steps do.
      const stays = making.equals !== undefined && mayStay(path)
      const whole = stays ? sequence([path, making.equals], making.equals) : path
      return endedWays(node, whole, to.members, making)
    }
    case 'member': {
      const end = making.fresh()
      const member = anyOf(memberWays(end, to.ways, making))
      if (member === undefined) return []
      const staying = mayStay(path) ? to.ways.filter(mayBeOutside) : []
      const ways = pathWays(node, path, end, making).map(({ operation, mayBeLiteral }) => {
        const names = [namesOf(node, end), namesOf(end)]
        const parts = separated([operation, member.operation], (_, index) => names[index] ?? [])
        return { operation: join(parts), mayBeLiteral }
      })
      return [...ways, ...memberWays(node, staying, making)]
    }
  }
}

/** Whether a member can be a name that is not in the data, from which no path of no step leads. */
function mayBeOutside(way: MemberWay): boolean {
  switch (way.kind) {
    case 'stated':
      return false
    case 'oneOf':
    case 'where':
      return true
    case 'all':
      return way.of.every((ways) => ways.some(mayBeOutside))
    case 'related':
      if (!mayStay(way.path)) return false
      return way.to.kind === 'oneOf' || (way.to.kind === 'member' && way.to.ways.some(mayBeOutside))
  }
}
