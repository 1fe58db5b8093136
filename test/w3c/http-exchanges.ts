import type { Term } from '../../src/rdf/term.ts'
import { createReader, type ManifestReader } from './manifest.ts'
import { readQuads, suiteBase } from './read-quads.ts'

const mf = 'http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#'
const ut = 'http://www.w3.org/2009/sparql/tests/test-update#'
const ht = 'http://www.w3.org/2011/http#'
const cnt = 'http://www.w3.org/2011/content#'
const dawgt = 'http://www.w3.org/2001/sw/DataAccess/tests/test-dawg#'
const rdfs = 'http://www.w3.org/2000/01/rdf-schema#'

/** A body, as a manifest writes it. */
export interface ExchangeBody {
  readonly text: string
  /** Such as `UTF-8`. */
  readonly encoding: string
}

/** A request of a test, and what has to answer it. */
export interface Exchange {
  readonly method: string
  readonly path: string
  readonly headers: ReadonlyMap<string, string>
  readonly body: ExchangeBody | undefined
  readonly expected: {
    /** Local names of statuses, such as `Created` or `StatusCode2xx`; one of them. */
    readonly statuses: readonly string[]
    readonly boolean: string | undefined
    /** `boolean`, `tabular` or `RDF`. */
    readonly format: string | undefined
    readonly body: ExchangeBody | undefined
  }
}

/** A test that consists of requests over HTTP, one after the other. */
export interface HttpTest {
  readonly name: string
  readonly approval: string | undefined
  /** What it needs that an endpoint may have or not, by local names. */
  readonly requires: readonly string[]
  /** Graphs that there are before, by file and name. */
  readonly graphs: readonly { readonly file: string; readonly name: string }[]
  readonly exchanges: readonly Exchange[]
}

/** The entries of a manifest of requests, in order. */
export async function httpTests(file: string): Promise<readonly HttpTest[]> {
  const manifest = createReader(await readQuads(file))
  const entries = manifest.list(manifest.object(suiteBase + file, `${mf}entries`))
  return entries.map(({ value: entry }) => {
    const action = manifest.object(entry, `${mf}action`)?.value ?? ''
    return {
      name: localPart(entry),
      approval: approvalOf(entry, manifest),
      requires: manifest.objects(entry, `${mf}requires`).map(({ value }) => localPart(value)),
      graphs: manifest.objects(entry, `${ut}graphData`).map(({ value }) => ({
        file: textOf(manifest.object(value, `${ut}graph`)).slice(suiteBase.length),
        name: textOf(manifest.object(value, `${rdfs}label`)),
      })),
      exchanges: manifest
        .list(manifest.object(action, `${ht}requests`))
        .map((request) => readExchange(request.value, manifest)),
    }
  })
}

function approvalOf(entry: string, manifest: ManifestReader): string | undefined {
  const approval = manifest.object(entry, `${dawgt}approval`)
  return approval === undefined ? undefined : localPart(approval.value)
}

function readExchange(request: string, manifest: ManifestReader): Exchange {
  const response = textOf(manifest.object(request, `${ht}resp`))
  return {
    method: textOf(manifest.object(request, `${ht}methodName`)),
    path: textOf(manifest.object(request, `${ht}absolutePath`)),
    headers: readHeaders(request, manifest),
    body: readBody(request, manifest),
    expected: {
      statuses: manifest.objects(response, `${mf}expectedStatus`).map(({ value }) => localPart(value)),
      boolean: manifest.object(response, `${mf}expectedBoolean`)?.value,
      format: manifest.object(response, `${mf}expectedFormat`)?.value,
      body: readBody(response, manifest),
    },
  }
}

function readHeaders(message: string, manifest: ManifestReader): ReadonlyMap<string, string> {
  return new Map(
    manifest
      .list(manifest.object(message, `${ht}headers`))
      .map(({ value }) => [
        textOf(manifest.object(value, `${ht}fieldName`)).toLowerCase(),
        textOf(manifest.object(value, `${ht}fieldValue`)),
      ]),
  )
}

function readBody(message: string, manifest: ManifestReader): ExchangeBody | undefined {
  const body = manifest.object(message, `${ht}body`)
  if (body === undefined) return undefined
  return {
    text: textOf(manifest.object(body.value, `${cnt}chars`)),
    encoding: textOf(manifest.object(body.value, `${cnt}characterEncoding`)),
  }
}

function textOf(term: Term | undefined): string {
  if (term === undefined) throw new Error('The manifest leaves something out.')
  return term.value
}

function localPart(name: string): string {
  return name.replace(/^.*#/, '')
}
