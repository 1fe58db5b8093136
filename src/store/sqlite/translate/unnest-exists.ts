import type { Block } from '../select/block.ts'
import type { ExistsPart, Sql } from '../select/sql.ts'

/**
 * Levels of EXISTS that stay nested as they were written. SQLite takes the levels together for one expression, whose
 * depth grows with their square and ends at 1,000: that of the longest chain that a query may have.
 */
const levelsAtMost = 8

/** Sources that one level is made of at most: far fewer than SQLite joins, for ordering them takes time. */
const sourcesAtMost = 40

/**
 * A block that is tested for a solution, with fewer levels of EXISTS in it where there are very many: that there is a
 * solution for which there is another one is the same as that there is a solution of both together.
 */
export function unnestExists(block: Block): Block {
  if (levelsOf(block) <= levelsAtMost) return block
  const deepest = block.conditions.reduce((one, other) => (levelsIn(other) > levelsIn(one) ? other : one))
  const inner = onlyBlock(deepest)
  if (inner === undefined) return block
  const sources = [...block.sources, ...inner.sources]
  if (sources.length > sourcesAtMost || sources.some((source) => source.optional !== undefined)) return block
  return {
    ...block,
    sources,
    equalities: [...block.equalities, ...inner.equalities],
    conditions: [...block.conditions.filter((condition) => condition !== deepest), ...inner.conditions],
  }
}

/** The one block of a condition that is an EXISTS and nothing else. */
function onlyBlock(condition: Sql): Block | undefined {
  const [part, ...more] = condition
  if (part === undefined || more.length > 0 || !isExists(part) || part.negated) return undefined
  return part.blocks.length === 1 ? part.blocks[0] : undefined
}

function levelsOf(block: Block): number {
  return 1 + Math.max(0, ...block.conditions.map(levelsIn))
}

function levelsIn(condition: Sql): number {
  const tests = condition.filter(isExists)
  return Math.max(0, ...tests.flatMap((test) => test.blocks.map(levelsOf)))
}

function isExists(part: Sql[number]): part is ExistsPart {
  return typeof part !== 'string' && part.kind === 'exists'
}
