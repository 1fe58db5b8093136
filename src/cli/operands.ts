import { type Invocation, UsageError } from './command.ts'

/**
 * The operands of a command that needs exactly those named.
 *
 * @throws UsageError that names the first one missing, or the first one too many
 */
export function exactOperands(invocation: Invocation, names: readonly string[]): readonly string[] {
  const missing = names[invocation.operands.length]
  if (missing !== undefined) throw new UsageError(`The operand ${missing} is missing.`)
  const extra = invocation.operands[names.length]
  if (extra !== undefined) throw new UsageError(`Unexpected operand ${JSON.stringify(extra)}.`)
  return invocation.operands
}

/** The first operand, which messages call `name`, and those after it. */
export function leadingOperand(
  invocation: Invocation,
  name: string,
): { readonly first: string; readonly rest: readonly string[] } {
  const [first, ...rest] = invocation.operands
  if (first === undefined) throw new UsageError(`The operand ${name} is missing.`)
  return { first, rest }
}

/**
 * The operand of a command that takes one at most.
 *
 * @throws UsageError that names the first one too many
 */
export function optionalOperand(invocation: Invocation): string | undefined {
  const [only, extra] = invocation.operands
  if (extra !== undefined) throw new UsageError(`Unexpected operand ${JSON.stringify(extra)}.`)
  return only
}
