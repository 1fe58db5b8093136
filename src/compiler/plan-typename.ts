import type { Reasoner } from '../reasoning/reasoner.ts'
import { bgp, variable } from '../sparql/algebra.ts'
import { type NamedClasses, relateClasses, type SpecificTypes } from './most-specific.ts'
import type { Typename, TypenameField } from './operation.ts'
import type { TypenameRule } from './plan.ts'
import type { Draft, Planning } from './plan-node.ts'
import { typePath, typePattern } from './type-patterns.ts'

/**
 * Chooses among the classes that a type lists, or else among those that the operation names.
 *
 * @param named names by IRI of the classes that the operation names; absent where a schema does that
 */
export function specificTypes(
  named: ReadonlyMap<string, string> | undefined,
  reasoner: Reasoner,
): SpecificTypes {
  let ofOperation: NamedClasses | undefined
  return (name) => {
    if (name.kind === 'listed') return listedClasses(name.names, reasoner)
    // One name is what all nodes have that are of its type.
    if (named === undefined || (name.kind === 'fixed' && named.size === 1)) return undefined
    ofOperation ??= relateClasses(named, reasoner)
    return ofOperation
  }
}

/** Made once for each type of a schema and each state of the vocabulary: classes may be thousands. */
const listed = new WeakMap<ReadonlyMap<string, string>, WeakMap<Reasoner, NamedClasses>>()

function listedClasses(names: ReadonlyMap<string, string>, reasoner: Reasoner): NamedClasses {
  const ofNames = listed.get(names) ?? new WeakMap<Reasoner, NamedClasses>()
  listed.set(names, ofNames)
  const classes = ofNames.get(reasoner) ?? relateClasses(names, reasoner)
  ofNames.set(reasoner, classes)
  return classes
}

/** Plans `__typename`: it names a class that is stated of the node, not one that is inferred. */
export function planTypename(
  node: string,
  { key, name }: TypenameField,
  draft: Draft,
  { names, isFunctional, specificTypes }: Planning,
): void {
  const specific = specificTypes?.(name)
  if (specific === undefined && name.kind === 'fixed') {
    draft.fields.push({ kind: 'typename', key, type: name })
    return
  }
  const type = names.number()
  const types = bgp([{ ...typePattern(node, variable(type)), stated: true }])
  const rule = { variable: type, ...fallback(name), ...(specific && { specific }) }
  draft.fields.push({ kind: 'typename', key, type: { kind: 'variable', ...rule } })
  if (isFunctional(typePath)) draft.optionals.push(types)
  else draft.arms.push({ operation: types, grouping: [type] })
}

/** What names a node whose classes have no name that is more specific. */
function fallback(name: Typename): Pick<TypenameRule & { readonly kind: 'variable' }, 'names' | 'otherwise'> {
  switch (name.kind) {
    case 'fixed':
      return { names: new Map(), otherwise: name.name }
    case 'stated':
      return { otherwise: 'Resource' }
    case 'listed':
      return { names: name.names, otherwise: name.otherwise }
  }
}
