import { agree, type Binding, type Block } from '../select/block.ts'
import { any, type Sql, sql } from '../select/sql.ts'
import { isHidden } from './translation.ts'
import { unnestExists } from './unnest-exists.ts'

/**
 * A block that is tested for solutions compatible with one of the SELECT around it: equal in every variable that both
 * bind. The block's columns are found by those of the solution.
 */
export function correlate(outer: ReadonlyMap<string, Binding>, inner: Block): Block {
  const equalities = [...inner.equalities]
  const conditions = [...inner.conditions]
  for (const [name, binding] of inner.bindings) {
    const around = outer.get(name)
    if (around === undefined) continue
    const { equality, condition } = agree(around, binding)
    if (equality !== undefined) equalities.push(equality)
    if (condition !== undefined) conditions.push(condition)
  }
  return { ...inner, equalities, conditions }
}

/**
 * What makes a compatible solution one that `MINUS` removes by: some variable is bound on both sides. `undefined` where
 * no variable can be, an empty list where one always is. Those that have a value in `outer` are no variables there.
 */
export function sharedDomain(
  left: Block,
  right: Block,
  outer: ReadonlyMap<string, Binding>,
): readonly Sql[] | undefined {
  const shared: Sql[] = []
  for (const [name, binding] of right.bindings) {
    const other = left.bindings.get(name)
    const around = outer.get(name)
    if (other === undefined || isHidden(name) || around?.maybeUnbound === false) continue
    if (around === undefined && !other.maybeUnbound && !binding.maybeUnbound) return []
    const isVariable = around === undefined ? [] : sql`${around.value} IS NULL AND `
    shared.push(sql`${isVariable}${other.value} IS NOT NULL AND ${binding.value} IS NOT NULL`)
  }
  return shared.length === 0 ? undefined : [any(shared)]
}

/** Whether one of the blocks has a solution. */
export function existsIn(blocks: readonly Block[], negated = false): Sql {
  return [{ kind: 'exists', negated, blocks: blocks.map(unnestExists) }]
}
