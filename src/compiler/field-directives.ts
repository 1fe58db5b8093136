import { type ArgumentNode, type DirectiveNode, Kind } from 'graphql'
import { nearestName } from '../rdf/nearest-name.ts'
import { type Resolution, report } from './resolution.ts'
import { type InputValue, literalValue } from './variables.ts'

/** A SPARQL expression as text, with the argument that it came from. */
export interface ExpressionText {
  readonly text: string
  readonly node: ArgumentNode
}

/** What the directives of a field or fragment say. */
export interface FieldDirectives {
  /** Settled by `@skip` and `@include` with a Boolean. */
  readonly included: boolean
  /** Of `@skip` and `@include` with an expression; `negated` for `@skip`. */
  readonly when: readonly (ExpressionText & { readonly negated: boolean })[]
  readonly optional: boolean
  readonly hidden: boolean
  readonly isType: boolean
  readonly bind: ExpressionText | undefined
  readonly filters: readonly ExpressionText[]
  readonly languages: readonly string[] | undefined
}

/** Directives by name: their argument, if they take one, and where they have their place. */
const known: ReadonlyMap<string, { readonly argument?: string; readonly places: readonly Place[] }> = new Map(
  [
    ['skip', { argument: 'if', places: ['root', 'field', 'fragment'] }],
    ['include', { argument: 'if', places: ['root', 'field', 'fragment'] }],
    ['skipIf', { argument: 'expr', places: ['field'] }],
    ['includeIf', { argument: 'expr', places: ['field'] }],
    ['optional', { places: ['field'] }],
    ['hide', { places: ['field'] }],
    ['type', { places: ['field'] }],
    ['filter', { argument: 'if', places: ['field'] }],
    ['bind', { argument: 'to', places: ['field'] }],
    ['lang', { argument: 'prefer', places: ['field'] }],
  ],
)

/** Where directives stand: on a top-level field, a field of an object, or a fragment. */
export type Place = 'root' | 'field' | 'fragment'

/** Reads the directives of a field or fragment; what is wrong with them is reported. */
export function fieldDirectives(
  resolution: Resolution,
  directives: readonly DirectiveNode[] | undefined,
  place: Place,
): FieldDirectives {
  const read = {
    included: true,
    when: [] as (ExpressionText & { negated: boolean })[],
    optional: false,
    hidden: false,
    isType: false,
    bind: undefined as ExpressionText | undefined,
    filters: [] as ExpressionText[],
    languages: undefined as readonly string[] | undefined,
  }
  const seen = new Set<string>()
  for (const directive of directives ?? []) {
    const name = directive.name.value
    if (!isPlaced(resolution, directive, place)) continue
    if (seen.has(name) && name !== 'filter') {
      report(resolution, 'GRAPHQL_VALIDATION_FAILED', `"@${name}" stands twice in one place.`, directive)
    }
    seen.add(name)
    const argument = readArgument(resolution, directive)
    switch (name) {
      case 'optional':
        read.optional = true
        break
      case 'hide':
        read.hidden = true
        break
      case 'type':
        read.isType = true
        break
      case 'filter':
        read.filters.push(...expressionOf(resolution, directive, argument))
        break
      case 'bind':
        read.bind = expressionOf(resolution, directive, argument)[0]
        break
      case 'lang':
        read.languages = languagesOf(resolution, directive, argument)
        break
      default: {
        const negated = name.startsWith('skip')
        if (argument?.value.kind === 'boolean' && !name.endsWith('If')) {
          if (argument.value.value === negated) read.included = false
        } else if (place === 'field') {
          read.when.push(...expressionOf(resolution, directive, argument).map((one) => ({ ...one, negated })))
        } else if (argument !== undefined) {
          const message = `"if" of @${name} has to be true or false here; an expression needs a field of an object.`
          report(resolution, 'BAD_USER_INPUT', message, argument.node.value)
        }
      }
    }
  }
  return read
}

interface Argument {
  readonly value: InputValue
  readonly node: ArgumentNode
}

/** The one argument that a directive takes, if it takes one. */
function readArgument(resolution: Resolution, directive: DirectiveNode): Argument | undefined {
  const name = directive.name.value
  const wanted = known.get(name)?.argument
  let found: Argument | undefined
  for (const node of directive.arguments ?? []) {
    if (wanted === undefined) {
      const message = `"@${name}" takes no arguments; there is "${node.name.value}".`
      report(resolution, 'GRAPHQL_VALIDATION_FAILED', message, node)
    } else if (node.name.value !== wanted) {
      const message = `Unknown argument "${node.name.value}" of @${name}. It takes "${wanted}".`
      report(resolution, 'GRAPHQL_VALIDATION_FAILED', message, node)
    } else if (found !== undefined) {
      report(resolution, 'GRAPHQL_VALIDATION_FAILED', `The argument "${wanted}" stands twice.`, node)
    } else {
      found = { value: literalValue(node.value, resolution.variables, resolution.errors), node }
    }
  }
  if (wanted !== undefined && found === undefined) {
    report(resolution, 'GRAPHQL_VALIDATION_FAILED', `"@${name}" needs the argument "${wanted}".`, directive)
  }
  return found
}

function expressionOf(
  resolution: Resolution,
  directive: DirectiveNode,
  argument: Argument | undefined,
): ExpressionText[] {
  if (argument === undefined) return []
  if (argument.value.kind === 'string') return [{ text: argument.value.value, node: argument.node }]
  // GraphQL variables of type Boolean may stand for a condition; anywhere else an expression is a string.
  const { name } = directive
  if (argument.value.kind === 'boolean' && name.value !== 'bind') {
    return [{ text: String(argument.value.value), node: argument.node }]
  }
  const message = `"${argument.node.name.value}" of @${name.value} has to be a SPARQL expression in quotes${
    name.value === 'skip' || name.value === 'include' ? ', true or false' : ''
  }.`
  report(resolution, 'BAD_USER_INPUT', message, argument.node.value)
  return []
}

const languageRange = /^(\*|[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*)$/

function languagesOf(
  resolution: Resolution,
  directive: DirectiveNode,
  argument: Argument | undefined,
): readonly string[] | undefined {
  if (argument === undefined) return undefined
  const ranges =
    argument.value.kind === 'string' ? argument.value.value.split(',').map((one) => one.trim()) : []
  if (ranges.length > 0 && ranges.every((range) => languageRange.test(range))) return ranges
  const message = '"prefer" of @lang takes language tags in order of preference: "en,de,*".'
  report(
    resolution,
    'BAD_USER_INPUT',
    message,
    argument.node.kind === Kind.ARGUMENT ? argument.node.value : directive,
  )
  return undefined
}

function isPlaced(resolution: Resolution, directive: DirectiveNode, place: Place): boolean {
  const name = directive.name.value
  const definition = known.get(name)
  if (definition?.places.includes(place)) return true
  const where = { root: 'a top-level field', field: 'a field', fragment: 'a fragment' }[place]
  let message: string
  if (name === 'prefix' || name === 'config') {
    message = `"@${name}" belongs to the operation: query @${name}(…) { … }.`
  } else if (definition !== undefined) {
    message = `"@${name}" belongs to the fields of an object, not to ${where}.`
  } else {
    const near = nearestName(name, known.keys())
    message = `Unknown directive "@${name}" on ${where}.${near === undefined ? '' : ` Did you mean "@${near}"?`}`
  }
  report(resolution, 'GRAPHQL_VALIDATION_FAILED', message, directive)
  return false
}
