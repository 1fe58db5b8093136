import { existsSync } from 'node:fs'
import { dirname } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { type Quad, rdf, rdfNamespace, type Term } from '../../src/rdf/term.ts'
import { readQuads, suiteBase, suiteRoot } from './read-quads.ts'

const mf = 'http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#'
const qt = 'http://www.w3.org/2001/sw/DataAccess/tests/test-query#'
const ut = 'http://www.w3.org/2009/sparql/tests/test-update#'
const dawgt = 'http://www.w3.org/2001/sw/DataAccess/tests/test-dawg#'
const rdfs = 'http://www.w3.org/2000/01/rdf-schema#'

/** A graph of a test: the file that holds it, and its name. */
export interface GraphFile {
  readonly file: string
  readonly name: string
}

/** The graphs that a test begins with, or that an update has to come to; files are named from {@link suiteRoot} on. */
export interface TestGraphs {
  /** Merged into the default graph. */
  readonly data: readonly string[]
  readonly graphs: readonly GraphFile[]
}

/** What a test does. */
export interface TestAction extends TestGraphs {
  /** The query, or the request of an update; of a syntax test the file that is parsed. */
  readonly text: string
  readonly services: readonly { readonly endpoint: string; readonly data: readonly string[] }[]
}

/** An entry of a manifest of the W3C test suites for SPARQL. */
export interface ManifestEntry {
  /** The folder, such as `sparql11/aggregates`. */
  readonly suite: string
  /** The entry's name within its manifest, such as `agg01`. */
  readonly name: string
  /** The local name of its type, such as `QueryEvaluationTest`. */
  readonly kind: string
  /** `Approved`, `Proposed`, `NotApproved`; absent where the manifest says nothing. */
  readonly approval?: string
  /** Local names of what is required of a processor, such as `BasicFederatedQuery`. */
  readonly features: readonly string[]
  readonly action: TestAction
  /** The file with the results of a query; absent of an update. */
  readonly result?: string
  /** The graphs that an update has to come to. */
  readonly after: TestGraphs
}

/** Whether the suites are at hand. In CI they must be: there tests fail without them. */
export const isPresent = existsSync(fileURLToPath(suiteRoot)) || process.env['CI'] === 'true'

/** Suites that are named by a manifest but are about another specification than query and update. */
const otherSpecifications: ReadonlySet<string> = new Set(['sparql11/entailment'])

/** The entries of a manifest and of those that it includes, in order; `file` is named from {@link suiteRoot} on. */
export async function manifestEntries(file: string): Promise<readonly ManifestEntry[]> {
  const suite = dirname(file)
  if (otherSpecifications.has(suite)) return []
  const quads = await readQuads(file)
  const manifest = createReader(quads)
  const root = suiteBase + file
  const included = await Promise.all(
    manifest.list(manifest.object(root, `${mf}include`)).map((one) => manifestEntries(localName(one))),
  )
  const entries = manifest.list(manifest.object(root, `${mf}entries`))
  return [...entries.map((entry) => readEntry(suite, entry.value, manifest)), ...included.flat()]
}

/** What {@link createReader} makes. */
export type ManifestReader = ReturnType<typeof createReader>

/** Looks objects of statements and lists up. */
export function createReader(quads: readonly Quad[]) {
  const bySubject = Map.groupBy(quads, (quad) => quad.subject.value)
  const objects = (subject: string, predicate: string): readonly Term[] =>
    (bySubject.get(subject) ?? [])
      .filter((quad) => quad.predicate.value === predicate)
      .map((quad) => quad.object)
  const object = (subject: string, predicate: string): Term | undefined => objects(subject, predicate)[0]
  const list = (head: Term | undefined): readonly Term[] => {
    if (head === undefined || head.value === `${rdfNamespace}nil`) return []
    const first = object(head.value, `${rdfNamespace}first`)
    if (first === undefined) throw new Error(`No list: ${head.value}`)
    return [first, ...list(object(head.value, `${rdfNamespace}rest`))]
  }
  return { objects, object, list }
}

function readEntry(suite: string, entry: string, manifest: ManifestReader): ManifestEntry {
  const kind = manifest.object(entry, rdf.type)
  const action = manifest.object(entry, `${mf}action`)
  const result = manifest.object(entry, `${mf}result`)
  const approval = manifest.object(entry, `${dawgt}approval`)
  if (kind === undefined) throw new Error(`${entry} has no type.`)
  return {
    suite,
    name: fragment(entry),
    kind: fragment(kind.value),
    ...(approval === undefined ? {} : { approval: fragment(approval.value) }),
    features: manifest.objects(entry, `${mf}feature`).map((one) => fragment(one.value)),
    action: readAction(action, manifest),
    ...(result?.kind === 'iri' ? { result: localName(result) } : {}),
    after: readGraphs(result, manifest),
  }
}

function readAction(action: Term | undefined, manifest: ManifestReader): TestAction {
  const { value, kind } = action ?? { value: '', kind: 'blank' }
  const text =
    kind === 'iri' ? action : (manifest.object(value, `${qt}query`) ?? manifest.object(value, `${ut}request`))
  return {
    text: text === undefined ? '' : localName(text),
    ...readGraphs(action, manifest),
    services: manifest.objects(value, `${qt}serviceData`).map((service) => ({
      endpoint: manifest.object(service.value, `${qt}endpoint`)?.value ?? '',
      data: manifest.objects(service.value, `${qt}data`).map(localName),
    })),
  }
}

function readGraphs(node: Term | undefined, manifest: ManifestReader): TestGraphs {
  if (node === undefined) return { data: [], graphs: [] }
  const both = (name: string) => [
    ...manifest.objects(node.value, `${qt}${name}`),
    ...manifest.objects(node.value, `${ut}${name}`),
  ]
  return {
    data: both('data').map(localName),
    graphs: both('graphData').map((graph) => {
      // A query's graph has the name of its file; an update's has one of its own.
      if (graph.kind === 'iri') return { file: localName(graph), name: graph.value }
      const file = manifest.object(graph.value, `${ut}graph`) ?? manifest.object(graph.value, `${ut}data`)
      const label = manifest.object(graph.value, `${rdfs}label`)
      if (file === undefined || label === undefined) throw new Error('A graph without file or name')
      return { file: localName(file), name: label.value }
    }),
  }
}

function localName(term: Term): string {
  if (!term.value.startsWith(suiteBase)) throw new Error(`No file of the suites: ${term.value}`)
  return term.value.slice(suiteBase.length)
}

function fragment(name: string): string {
  return name.replace(/^.*#/, '')
}
