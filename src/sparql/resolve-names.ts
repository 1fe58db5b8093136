import type { ContextDefinition, TermIriFull, TermIriPrefixed } from '@traqula/rules-sparql-1-1'
import { nearestName } from '../rdf/nearest-name.ts'
import { resolveIri } from '../rdf/resolve-iri.ts'
import { isBlankNode } from './check-labels.ts'
import { namesBeside } from './fresh-names.ts'
import type { ParseOptions } from './parse-text.ts'
import type { Refuse } from './refuse.ts'
import { visitTree } from './syntax-tree.ts'

/** What names are read against, at one place of a text. */
export interface Prologue {
  readonly prefixes: ReadonlyMap<string, string>
  readonly baseIri: string | undefined
}

/** What names are read against before a text has declared anything. */
export function prologueOf({ namespaces, baseIri }: ParseOptions): Prologue {
  return { prefixes: namespaces, baseIri }
}

/** What a part of a syntax tree was written in. */
export interface NamedIn {
  readonly text: string
  readonly refuse: Refuse
}

/** A prologue with declarations, each of which is read against what stands before it. */
export function declare(
  prologue: Prologue,
  declarations: readonly ContextDefinition[],
  refuse: Refuse,
): Prologue {
  let { baseIri } = prologue
  const prefixes = new Map(prologue.prefixes)
  for (const declaration of declarations) {
    const value = resolved(declaration.value, baseIri, refuse)
    if (declaration.subType === 'base') baseIri = value
    else prefixes.set(declaration.key, value)
  }
  return { prefixes, baseIri }
}

/**
 * Writes absolute IRIs in the place of all names in a part of a syntax tree: prefixed names are put together
 * (SPARQL 1.1, 4.1.1.1), references are resolved (4.1.1.2). Blank nodes get labels that are names of variables, and
 * that stand nowhere in the text.
 *
 * @throws ServiceError `invalidQuery` for a prefix that nobody declared, and a relative IRI without a base.
 */
export function resolveNames(part: object, prologue: Prologue, { text, refuse }: NamedIn): void {
  const freshLabel = namesBeside(text, 'node')
  const labels = new Map<string, string>()
  visitTree(part, (node) => {
    if (isName(node)) resolveName(node, prologue, refuse)
    if (isBlankNode(node)) {
      const label = labels.get(node.label) ?? freshLabel()
      labels.set(node.label, label)
      node.label = label
    }
    return true
  })
}

/** An IRI in a syntax tree; with a prefix, `value` is what stands behind it. */
type Name = TermIriFull & Partial<TermIriPrefixed>

function isName(node: object): node is Name {
  return 'type' in node && node.type === 'term' && 'subType' in node && node.subType === 'namedNode'
}

function resolveName(name: Name, { prefixes, baseIri }: Prologue, refuse: Refuse): void {
  if (name.prefix === undefined) {
    name.value = resolved(name, baseIri, refuse)
    return
  }
  const namespace = prefixes.get(name.prefix)
  if (namespace === undefined) {
    const nearest = nearestName(name.prefix, prefixes.keys())
    const hint = nearest === undefined ? '' : ` Did you mean ${JSON.stringify(nearest)}?`
    throw refuse(name, `Unknown prefix ${JSON.stringify(name.prefix)}.${hint}`)
  }
  // The parser leaves the escapes of local names in place (SPARQL 1.1, 19.8, PN_LOCAL_ESC).
  name.value = namespace + name.value.replace(/\\(.)/g, '$1')
  delete name.prefix
}

function resolved(reference: TermIriFull, baseIri: string | undefined, refuse: Refuse): string {
  // No relative reference has a colon in its first segment (RFC 3986, 4.2): this is a blank node of the database.
  if (reference.value.startsWith('_:')) return reference.value
  const value = resolveIri(reference.value, baseIri)
  if (value === undefined) throw refuse(reference, `The relative IRI <${reference.value}> has no base.`)
  return value
}
