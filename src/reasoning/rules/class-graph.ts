import { rdf } from '../../rdf/term.ts'
import { termKey } from '../../rdf/term-key.ts'
import type { ClassExpression, Name, PropertyStep } from '../axiom.ts'
import { invertedStep } from '../inverted-step.ts'
import { tooLargeVocabulary } from '../too-large-vocabulary.ts'
import type { InferredValue, InferredValues } from './inferred-values.ts'
import { type NumberedAxioms, stepKey } from './property-graph.ts'

/**
 * What can be asked of a node, as a text: to be in a named class, to have a certain value of a step by inference, or to be
 * in the class of an expression within an axiom.
 */
export type ClassNode = string

/** One way to be of a {@link ClassNode}, of which the other members are still to be found. */
export type Source = { readonly axiom: number } & (
  | { readonly kind: 'node'; readonly node: ClassNode }
  | { readonly kind: 'anything' }
  | { readonly kind: 'oneOf'; readonly members: readonly Name[] }
  | { readonly kind: 'step'; readonly step: PropertyStep; readonly to: StepEnd }
  /** All of these. */
  | {
      readonly kind: 'all'
      readonly of: readonly Condition[]
      /** What it asks of the same node of the data. */
      readonly nodes: readonly ClassNode[]
      /** The axioms to leave out where that leads into a circle. */
      readonly blamed: readonly number[]
    }
)

/** What a stated step has to lead to. */
export type StepEnd =
  | { readonly kind: 'node'; readonly node: ClassNode }
  | { readonly kind: 'anything' }
  | { readonly kind: 'oneOf'; readonly members: readonly Name[] }

/** One of several conditions. */
export type Condition =
  | { readonly kind: 'node'; readonly node: ClassNode }
  | { readonly kind: 'oneOf'; readonly members: readonly Name[] }
  /** Of something else, whatever it is; `key` is equal for equal ones. */
  | { readonly kind: 'where'; readonly of: readonly Condition[]; readonly key: string }

/** Which classes are made of which. */
export interface ClassGraph {
  /** The ways to be of a node, beside being stated to be. */
  sources(node: ClassNode): readonly Source[]
  /** The IRI of a named class; absent for other nodes. */
  classOf(node: ClassNode): string | undefined
  /** Nodes of all named classes that any axiom gives members. */
  readonly classes: readonly ClassNode[]
  /** The same and the nodes of all inferred values: all that rules are asked of. */
  readonly roots: readonly ClassNode[]
}

/** Times that axioms can meet values that are inferred. */
const mostMet = 200_000

/** The node of a named class. */
export function classNode(iri: string): ClassNode {
  return `<${iri}`
}

/** The node of what has a value of a step by inference. */
export function valueNode(step: PropertyStep, value: Name): ClassNode {
  return `=${stepKey(step)} ${termKey(value)}`
}

/**
 * Reads which classes are made of which; what a class is made of is found when it is first asked for.
 *
 * @param sameAs whether names can have equals, so that having one value can be having another
 * @throws ServiceError `limitExceeded`, also when asked, where axioms come to too many ways together
 */
export function classGraph(axioms: NumberedAxioms, values: InferredValues, sameAs: boolean): ClassGraph {
  const direct = new Map<ClassNode, { expression: ClassExpression; axiom: number }[]>()
  const nested = new Map<ClassExpression, Map<number, ClassNode>>()
  const made = new Map<ClassNode, readonly Source[]>()
  let numbers = 0
  let met = 0

  /** Counts where an axiom meets an inferred value, which each can with each. */
  const count = (): void => {
    met += 1
    if (met > mostMet) throw tooLargeVocabulary('axioms about values that are inferred')
  }

  const define = (node: ClassNode, expression: ClassExpression, axiom: number): void => {
    const known = direct.get(node)
    if (known === undefined) direct.set(node, [{ expression, axiom }])
    else known.push({ expression, axiom })
  }
  for (const [number, axiom] of axioms) {
    if (axiom.kind === 'member') define(classNode(axiom.super), axiom.sub, number)
  }
  for (const { value, subs } of values.of({ iri: rdf.type, inverse: false })) {
    for (const { sub, axiom } of subs) define(classNode(value.value), sub, axiom)
  }
  const classes = [...direct.keys()]
  for (const step of values.steps) {
    for (const { value, subs } of values.of(step)) {
      for (const { sub, axiom } of subs) define(valueNode(step, value), sub, axiom)
    }
  }
  const roots = [...direct.keys()]

  const nodeOf = (expression: ClassExpression, axiom: number): ClassNode => {
    if (expression.kind === 'class') return classNode(expression.iri)
    const byAxiom = nested.get(expression) ?? new Map<number, ClassNode>()
    nested.set(expression, byAxiom)
    const known = byAxiom.get(axiom)
    if (known !== undefined) return known
    const node = `(${numbers++}`
    byAxiom.set(axiom, node)
    define(node, expression, axiom)
    return node
  }
  const conditionOf = (expression: ClassExpression, axiom: number): Condition =>
    expression.kind === 'oneOf' ? expression : { kind: 'node', node: nodeOf(expression, axiom) }

  const sourcesOf = (expression: ClassExpression, axiom: number): readonly Source[] => {
    switch (expression.kind) {
      case 'class':
        return [{ kind: 'node', node: classNode(expression.iri), axiom }]
      case 'anything':
      case 'oneOf':
        return [{ ...expression, axiom }]
      case 'intersection': {
        const of = expression.of.map((each) => conditionOf(each, axiom))
        return [allOf(of, [axiom], axiom)]
      }
      case 'hasValue':
        return valueSources(expression, axiom)
      case 'some':
        return someSources(expression, axiom)
    }
  }
  const valueSources = (
    { property, value }: ClassExpression & { readonly kind: 'hasValue' },
    axiom: number,
  ): readonly Source[] => {
    const sources: Source[] = [
      { kind: 'step', step: property, to: { kind: 'oneOf', members: [value] }, axiom },
    ]
    const it: Condition = { kind: 'oneOf', members: [value] }
    const key = termKey(value)
    for (const inferred of values.of(property)) {
      const isIt = inferred.key === key
      if (!isIt && !(sameAs && inferred.value.kind === 'iri' && value.kind === 'iri')) continue
      const node = valueNode(property, inferred.value)
      if (isIt) sources.push({ kind: 'node', node, axiom })
      else {
        count()
        const equal = where([{ kind: 'oneOf', members: [inferred.value] }, it])
        sources.push(allOf([{ kind: 'node', node }, equal], ownersOf(inferred), axiom))
      }
    }
    for (const inferred of values.of(invertedStep(property))) {
      count()
      const owner: Condition = { kind: 'node', node: valueNode(invertedStep(property), inferred.value) }
      const self: Condition = { kind: 'oneOf', members: [inferred.value] }
      sources.push(allOf([self, where([it, owner])], ownersOf(inferred), axiom))
    }
    return sources
  }
  const someSources = (
    { property, of }: ClassExpression & { readonly kind: 'some' },
    axiom: number,
  ): readonly Source[] => {
    const to: StepEnd =
      of.kind === 'anything' || of.kind === 'oneOf' ? of : { kind: 'node', node: nodeOf(of, axiom) }
    const sources: Source[] = [{ kind: 'step', step: property, to, axiom }]
    const end: readonly Condition[] = to.kind === 'anything' ? [] : [to]
    for (const inferred of values.of(property)) {
      count()
      const node = valueNode(property, inferred.value)
      if (to.kind === 'anything') sources.push({ kind: 'node', node, axiom })
      else {
        const it: Condition = { kind: 'oneOf', members: [inferred.value] }
        sources.push(allOf([{ kind: 'node', node }, where([it, ...end])], ownersOf(inferred), axiom))
      }
    }
    for (const inferred of values.of(invertedStep(property))) {
      count()
      const owner: Condition = { kind: 'node', node: valueNode(invertedStep(property), inferred.value) }
      const self: Condition = { kind: 'oneOf', members: [inferred.value] }
      sources.push(allOf([self, where([owner, ...end])], ownersOf(inferred), axiom))
    }
    return sources
  }

  return {
    sources(node) {
      const known = made.get(node)
      if (known !== undefined) return known
      const sources = (direct.get(node) ?? []).flatMap(({ expression, axiom }) =>
        sourcesOf(expression, axiom),
      )
      made.set(node, sources)
      return sources
    },
    classOf: (node) => (node.startsWith('<') ? node.slice(1) : undefined),
    classes,
    roots,
  }
}

function allOf(of: readonly Condition[], blamed: readonly number[], axiom: number): Source {
  const nodes = of.flatMap((condition) => (condition.kind === 'node' ? [condition.node] : []))
  return { kind: 'all', of, nodes, axiom, blamed }
}

/** The axioms that say whose value it is. */
function ownersOf({ subs }: InferredValue): readonly number[] {
  return subs.map((sub) => sub.axiom)
}

function where(of: readonly Condition[]): Condition {
  return { kind: 'where', of, key: JSON.stringify(of) }
}

/** Nodes that conditions are about, those of what is only to be somewhere too. */
export function nodesOf(conditions: readonly Condition[]): readonly ClassNode[] {
  return conditions.flatMap(nodesOfCondition)
}

function nodesOfCondition(condition: Condition): readonly ClassNode[] {
  switch (condition.kind) {
    case 'node':
      return [condition.node]
    case 'oneOf':
      return []
    case 'where':
      return nodesOf(condition.of)
  }
}
