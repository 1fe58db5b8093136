import { ServiceError } from '../errors.ts'
import { startOfXmlName } from './names.ts'
import type { Namespaces } from './namespaces.ts'
import type { QuadWriter } from './quad-writer.ts'
import { type BlankNode, type NamedNode, type Quad, rdfNamespace, sameTerm, type Term, xsd } from './term.ts'
import { blankLabel, iriText } from './term-text.ts'
import { xmlAttribute, xmlText } from './xml-text.ts'

/**
 * Writes RDF/XML (RDF 1.1 XML Syntax): one `rdf:Description` for triples of one subject that follow each other. A
 * predicate is an element, so that it must end in a name of XML, and be none of the names that the syntax itself uses.
 */
export function createRdfXmlWriter(namespaces: Namespaces): QuadWriter {
  const prefixes = prefixesByNamespace(namespaces)
  const names = new Map<string, ElementName>()
  let subject: NamedNode | BlankNode | undefined

  function elementName(predicate: string): ElementName {
    const known = names.get(predicate)
    if (known !== undefined) return known
    const name = nameOfPredicate(predicate, prefixes)
    if (names.size >= rememberedNames) names.clear()
    names.set(predicate, name)
    return name
  }

  return {
    start() {
      const declarations = [...prefixes].map(([namespace, prefix]) => declaration(prefix, namespace))
      return `<?xml version="1.0" encoding="UTF-8"?>\n<rdf:RDF${declarations.join('')}>\n`
    },
    quad(quad: Quad) {
      const { tag, attribute } = elementName(quad.predicate.value)
      const property = `    <${tag}${attribute}${objectText(quad.object, tag)}\n`
      if (subject !== undefined && sameTerm(subject, quad.subject)) return property
      const opening = `  <rdf:Description${nodeAttribute(quad.subject, 'rdf:about')}>\n`
      const ending = subject === undefined ? '' : closing
      subject = quad.subject
      return `${ending}${opening}${property}`
    },
    end: () => `${subject === undefined ? '' : closing}</rdf:RDF>\n`,
  }
}

const closing = '  </rdf:Description>\n'

/** Predicates whose elements are remembered. */
const rememberedNames = 10_000

/** How a predicate is written: a tag, and the attribute that declares its namespace where the root does not. */
interface ElementName {
  readonly tag: string
  readonly attribute: string
}

/** Names of the RDF namespace that are no property elements, or mean another property as one (RDF/XML, 7.2.2 to 7.2.5). */
const syntaxNames: ReadonlySet<string> = new Set(
  [
    'RDF',
    'ID',
    'about',
    'parseType',
    'resource',
    'nodeID',
    'datatype',
    'Description',
    'aboutEach',
    'aboutEachPrefix',
    'bagID',
    'li',
  ].map((name) => rdfNamespace + name),
)

function nameOfPredicate(predicate: string, prefixes: ReadonlyMap<string, string>): ElementName {
  iriText(predicate)
  const start = startOfXmlName(predicate)
  if (start === predicate.length || syntaxNames.has(predicate)) {
    const reason =
      start === predicate.length ? 'it does not end in a name of XML' : 'the syntax itself uses this name'
    throw new ServiceError(
      'unsupported',
      `RDF/XML has no way to write the predicate <${predicate}>: ${reason}. Ask for another syntax, such as Turtle.`,
    )
  }
  const namespace = predicate.slice(0, start)
  const local = predicate.slice(start)
  const prefix = prefixes.get(namespace)
  if (prefix === undefined) return { tag: `p:${local}`, attribute: declaration('p', namespace) }
  return { tag: prefix === '' ? local : `${prefix}:${local}`, attribute: '' }
}

function declaration(prefix: string, namespace: string): string {
  return ` xmlns${prefix === '' ? '' : `:${prefix}`}="${xmlAttribute(namespace)}"`
}

/** The namespaces that the root declares, with the first prefix of each that XML can have. */
function prefixesByNamespace(namespaces: Namespaces): ReadonlyMap<string, string> {
  const prefixes = new Map([[rdfNamespace, 'rdf']])
  for (const [prefix, namespace] of namespaces) {
    const usable = /^(?:(?!xml|rdf$|p$)[A-Za-z_][\w-]*)?$/i.test(prefix)
    const reserved = /^http:\/\/www\.w3\.org\/(?:XML\/1998\/namespace|2000\/xmlns\/)$/.test(namespace)
    if (usable && !reserved && namespace !== '' && !prefixes.has(namespace)) prefixes.set(namespace, prefix)
  }
  return prefixes
}

function nodeAttribute(node: NamedNode | BlankNode, attribute: 'rdf:about' | 'rdf:resource'): string {
  if (node.kind === 'blank') return ` rdf:nodeID="${blankLabel(node)}"`
  iriText(node.value)
  return ` ${attribute}="${xmlAttribute(node.value)}"`
}

/** What follows the name of a property's element, to its end. */
function objectText(object: Term, tag: string): string {
  if (object.kind !== 'literal') return `${nodeAttribute(object, 'rdf:resource')}/>`
  const text = `>${xmlText(object.value)}</${tag}>`
  if (object.language !== '') return ` xml:lang="${xmlAttribute(object.language)}"${text}`
  if (object.datatype === xsd.string) return text
  iriText(object.datatype)
  return ` rdf:datatype="${xmlAttribute(object.datatype)}"${text}`
}
