import type { DirectiveNode } from 'graphql'
import { nearestName } from '../rdf/nearest-name.ts'
import { type Resolution, report } from './resolution.ts'
import { literalValue } from './variables.ts'

/** What the directives of a field or fragment say. */
export interface FieldDirectives {
  /** Settled by `@skip` and `@include`. */
  readonly included: boolean
  readonly optional: boolean
}

const known = ['skip', 'include', 'optional']
/** Directives of the query language that a later version brings. */
const announced: ReadonlySet<string> = new Set(['filter', 'type', 'bind', 'hide', 'lang'])

/** Reads the directives of a field, or of a fragment (where `@optional` has no place). */
export function fieldDirectives(
  resolution: Resolution,
  directives: readonly DirectiveNode[] | undefined,
  place: 'field' | 'fragment',
): FieldDirectives {
  let included = true
  let optional = false
  const seen = new Set<string>()
  for (const directive of directives ?? []) {
    const name = directive.name.value
    if (seen.has(name)) {
      report(resolution, 'GRAPHQL_VALIDATION_FAILED', `"@${name}" stands twice in one place.`, directive)
    }
    seen.add(name)
    if (name === 'skip' || name === 'include') {
      const condition = readCondition(resolution, directive)
      if (condition === (name === 'skip')) included = false
    } else if (name === 'optional' && place === 'field') {
      optional = true
      for (const argument of directive.arguments ?? []) {
        const message = `"@optional" takes no arguments; there is "${argument.name.value}".`
        report(resolution, 'GRAPHQL_VALIDATION_FAILED', message, argument)
      }
    } else {
      reportUnknown(resolution, directive, place)
    }
  }
  return { included, optional }
}

function readCondition(resolution: Resolution, directive: DirectiveNode): boolean | undefined {
  const name = directive.name.value
  let condition: boolean | undefined
  for (const argument of directive.arguments ?? []) {
    if (argument.name.value !== 'if') {
      const message = `Unknown argument "${argument.name.value}" of @${name}. It takes "if".`
      report(resolution, 'GRAPHQL_VALIDATION_FAILED', message, argument)
      continue
    }
    const value = literalValue(argument.value, resolution.variables, resolution.errors)
    if (value.kind === 'boolean') condition = value.value
    else if (value.kind === 'string') {
      const message = `"@${name}" with an expression is not supported by this version; it takes true, false or a variable.`
      report(resolution, 'UNSUPPORTED', message, argument.value)
    } else {
      report(resolution, 'BAD_USER_INPUT', `"if" of @${name} has to be true or false.`, argument.value)
    }
  }
  if (!directive.arguments?.some((argument) => argument.name.value === 'if')) {
    report(resolution, 'GRAPHQL_VALIDATION_FAILED', `"@${name}" needs the argument "if".`, directive)
  }
  return condition
}

function reportUnknown(resolution: Resolution, directive: DirectiveNode, place: 'field' | 'fragment'): void {
  const name = directive.name.value
  if (announced.has(name)) {
    report(resolution, 'UNSUPPORTED', `The directive "@${name}" is not supported by this version.`, directive)
    return
  }
  if (name === 'prefix' || name === 'config') {
    const message = `"@${name}" belongs to the operation: query @${name}(…) { … }.`
    report(resolution, 'GRAPHQL_VALIDATION_FAILED', message, directive)
    return
  }
  const near = nearestName(name, known)
  const hint = near === undefined ? '' : ` Did you mean "@${near}"?`
  report(
    resolution,
    'GRAPHQL_VALIDATION_FAILED',
    `Unknown directive "@${name}" on a ${place}.${hint}`,
    directive,
  )
}
