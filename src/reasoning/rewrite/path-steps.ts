import { ServiceError } from '../../errors.ts'
import { rdf } from '../../rdf/term.ts'
import type { NegatedPropertySet, PropertyPath } from '../../sparql/property-path.ts'
import type { Making } from './ways.ts'

/**
 * A path in which each step is what the rule of its property says, over triples that are stated. The same object where no
 * rule changes it.
 *
 * @throws ServiceError `unsupported` where the triples of a property come of more than paths
 */
export function ruledSteps(path: PropertyPath, making: Making): PropertyPath {
  switch (path.kind) {
    case 'link':
      return ruledLink(path, making)
    case 'negated':
      return ruledSet(path, making)
    case 'inverse':
    case 'repeated': {
      const inside = ruledSteps(path.path, making)
      return inside === path.path ? path : { ...path, path: inside }
    }
    case 'sequence':
    case 'alternative': {
      const paths = path.paths.map((one) => ruledSteps(one, making))
      return paths.every((one, index) => one === path.paths[index]) ? path : { ...path, paths }
    }
  }
}

/** Whether the triples of a property come of paths alone. */
export function isPath(predicate: string, { rules }: Making): boolean {
  return predicate === rdf.type
    ? rules.classes.length === 0
    : (rules.property(predicate)?.values ?? []).length === 0
}

function ruledLink(link: PropertyPath & { readonly kind: 'link' }, making: Making): PropertyPath {
  refuseOtherThanPath(link.iri, making)
  const { rules } = making
  if (link.iri === rdf.type) {
    making.useTypes()
    return rules.type ?? link
  }
  const rule = rules.property(link.iri)
  making.use(rule?.axioms ?? [])
  return rule?.path ?? link
}

function refuseOtherThanPath(predicate: string, making: Making): void {
  if (isPath(predicate, making)) return
  const reason =
    predicate === rdf.type
      ? 'the vocabulary says who else is of a class'
      : 'the vocabulary gives values of it to members of a class'
  throw new ServiceError(
    'unsupported',
    `With reasoning, <${predicate}> cannot be part of a repeated path: ${reason}, which no property path says. Ask for it outside of the repetition, or without reasoning.`,
  )
}

/** A step along any property but some: what is stated, and what rules give to each property that is not among them. */
function ruledSet(set: NegatedPropertySet, making: Making): PropertyPath {
  const { forward, inverse } = set
  const along = forward === undefined ? [] : inferredBeside(forward, making)
  const against = inverse === undefined ? [] : inferredBeside(inverse, making)
  const isStated = along.length + against.length === 0
  if (isStated && making.equals === undefined) return set
  // Equals of a class are no classes of its members: `rdf:type` is a step by itself.
  const apart = making.equals === undefined ? [] : [rdf.type]
  const stated: NegatedPropertySet = {
    kind: 'negated',
    ...(forward && { forward: [...forward, ...apart] }),
    ...(inverse && { inverse: [...inverse, ...apart] }),
  }
  const turned = against.map((path): PropertyPath => ({ kind: 'inverse', path }))
  return { kind: 'alternative', paths: [stated, ...along, ...turned] }
}

function inferredBeside(excluded: readonly string[], making: Making): readonly PropertyPath[] {
  const { rules, equals } = making
  const inferred = rules.properties.filter((one) => !excluded.includes(one))
  const hasType = !excluded.includes(rdf.type)
  if (hasType && (rules.type !== undefined || equals !== undefined || rules.classes.length > 0)) {
    inferred.push(rdf.type)
  }
  return inferred.map((iri) => ruledLink({ kind: 'link', iri }, making))
}
