import type { Operation } from '../../../sparql/algebra.ts'
import { variableNames } from '../../../sparql/variable-names.ts'
import { type Block, joinBlocks, restrict, slotOf, unitBlock } from '../select/block.ts'
import { correlate, existsIn } from './correlate.ts'
import { isTrivial, namesOf, temporary } from './relation.ts'
import { takeLists } from './term-lists.ts'
import { translatePatterns } from './translate-pattern.ts'
import { isHidden, type Translation } from './translation.ts'

/** Blocks that a join inside an `EXISTS` is multiplied out to, before a temporary table is the lesser evil. */
const multipliedAtMost = 64

/** Blocks that a join inside an `EXISTS` is multiplied out to while its unions may be tested one by one instead. */
const testedApartFrom = 4

/**
 * The join of operations, and of what is there already. In the arms of a union within it, whose arms hold unions again, each
 * of these is joined to what is around it too: by itself, it would be found for the whole database. Inline lists of terms are
 * conditions on the patterns that speak of them.
 */
export function translateJoin(
  all: readonly Operation[],
  translation: Translation,
  translate: (operation: Operation) => readonly Block[],
  around: readonly Block[] = [unitBlock],
): readonly Block[] {
  const { lists, operands } = takeLists(all, translation.facts)
  const blocksOf = (operation: Operation) =>
    operation.kind === 'bgp' ? translatePatterns(operation, translation, lists) : translate(operation)
  const isNested = (operand: Operation) => !translation.correlated && isUnionOfUnions(operand)
  const plain = operands.filter((operand) => !isNested(operand))
  const relations = plain.map((operand) => ({ operand, blocks: blocksOf(operand) }))
  const core = joinRelations([around, ...testedApart(relations, translation)], translation)
  return operands.filter(isNested).reduce<readonly Block[]>((left, union) => {
    const [only] = left
    if (only === undefined) return []
    const isKept = left.length > 1 || !isTrivial(only)
    const start = isKept ? [temporary(left, translation)] : left
    return armsOf(union).flatMap((arm) =>
      translateJoin(arm.kind === 'join' ? arm.operands : [arm], translation, translate, start),
    )
  }, core)
}

/** What an operand of a join was translated to. */
interface Translated {
  readonly operand: Operation
  readonly blocks: readonly Block[]
}

/**
 * The relations of a join's operands, of which those within an `EXISTS` that would multiply each other are tests of the others as far
 * as can be: unions that bind nothing else that is spoken of.
 */
function testedApart(
  relations: readonly Translated[],
  translation: Translation,
): readonly (readonly Block[])[] {
  const all = relations.map(({ blocks }) => blocks)
  const { tested, outer } = translation
  const product = all.reduce((count, blocks) => count * blocks.length, 1)
  if (tested === undefined || product <= testedApartFrom) return all
  const rest = joinRelations(
    all.filter((blocks) => blocks.length === 1),
    translation,
  )
  const [core] = rest
  if (core === undefined || rest.length > 1) return all
  const known = new Map([...outer, ...core.bindings])
  const isTest = ({ operand, blocks }: Translated): boolean => {
    if (blocks.length < 2) return false
    const free = namesOf(blocks).filter((name) => known.get(name)?.maybeUnbound !== false)
    const elsewhere = variableNames(tested, operand)
    return free.every((name) => !outer.has(name) && !isHidden(name) && !elsewhere.has(name))
  }
  const tests = relations.filter(isTest)
  if (tests.length === 0) return all
  const conditions = tests.map(({ blocks }) => existsIn(blocks.map((block) => correlate(known, block))))
  const others = relations.filter((one) => one.blocks.length > 1 && !tests.includes(one))
  return [[restrict(core, ...conditions)], ...others.map(({ blocks }) => blocks)]
}

function isUnionOfUnions(operation: Operation): boolean {
  return armsOf(operation).some(
    (arm) => arm.kind === 'join' && arm.operands.some((operand) => operand.kind === 'union'),
  )
}

function armsOf(operation: Operation): readonly Operation[] {
  return operation.kind === 'union' ? operation.operands : []
}

/**
 * The join of operands, each a union of blocks.
 *
 * Operands of one block become one conjunction, whose loops are ordered together. A union with several arms is joined to
 * it arm by arm: the conjunction is kept in a temporary table, so that it is found once and each arm starts from it. Where
 * the arms are by far smaller, it is the union that is kept, and the conjunction looked up from it.
 */
export function joinRelations(
  operands: readonly (readonly Block[])[],
  translation: Translation,
): readonly Block[] {
  if (operands.some((blocks) => blocks.length === 0)) return []
  let core = unitBlock
  const unions: (readonly Block[])[] = []
  for (const blocks of operands) {
    const [only] = blocks
    if (only !== undefined && blocks.length === 1) core = joinBlocks(core, only)
    else unions.push(blocks)
  }
  return unions.reduce<readonly Block[]>((joined, arms) => joinArms(joined, arms, translation), [core])
}

function joinArms(
  left: readonly Block[],
  arms: readonly Block[],
  translation: Translation,
): readonly Block[] {
  const [core] = left
  if (core !== undefined && left.length === 1) {
    if (core.sources.length === 0 || isTrivial(core)) return multiply(left, arms)
    if (!translation.correlated && isWorthStarting(arms, core, translation)) {
      return [joinBlocks(temporary(arms, translation), core)]
    }
  }
  if (translation.correlated && left.length * arms.length <= multipliedAtMost) return multiply(left, arms)
  return multiply([temporary(left, translation)], arms)
}

function multiply(left: readonly Block[], right: readonly Block[]): readonly Block[] {
  return left.flatMap((a) => right.map((b) => joinBlocks(a, b)))
}

/** Whether the arms bind a variable of the core, all of them, and are much fewer than the core's solutions. */
function isWorthStarting(arms: readonly Block[], core: Block, translation: Translation): boolean {
  const { estimator } = translation.facts
  const shared = [...core.bindings].some(
    ([name, binding]) =>
      slotOf(binding) !== undefined && arms.every((arm) => arm.bindings.get(name)?.maybeUnbound === false),
  )
  if (!shared) return false
  const rows = arms.reduce((sum, arm) => sum + estimator.block(arm), 0)
  return rows * 4 < estimator.block(core)
}
