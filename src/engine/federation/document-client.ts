import { ServiceError } from '../../errors.ts'
import { formatOfFileName, formatOfMediaType, type RdfFormat, rdfSyntaxes } from '../../rdf/formats.ts'
import type { RdfSource } from '../rdf-source.ts'
import type { DocumentAccess } from './remote-access.ts'
import { type Fetcher, failed, fetchRemote } from './remote-fetch.ts'

/**
 * The RDF document at an IRI, asked for in every syntax that is read; its bytes come once. Redirects are followed to what
 * may be read too. Relative IRIs are resolved against where it comes from in the end (RFC 3986, 5.1.3).
 *
 * @throws ServiceError `unsupported` where the document may not be read, `remoteFailed` where it cannot be fetched or its
 * syntax is not told; its bytes throw `limitExceeded` and `remoteFailed`
 */
export async function fetchDocument(
  iri: string,
  access: DocumentAccess,
  options: { readonly signal?: AbortSignal | undefined; readonly fetcher?: Fetcher | undefined } = {},
): Promise<RdfSource> {
  const name = `LOAD <${iri}>`
  const url = URL.parse(iri)
  if (url === null || !mayRead(url, access)) {
    throw new ServiceError(
      'unsupported',
      `${name}: this document is not read, since no prefix in the property sparql.load.allowed begins its IRI.`,
    )
  }
  const answer = await fetchRemote({
    ...options,
    name,
    url: url.href,
    init: { headers: { accept: acceptedTypes } },
    mayRedirect: (target) => mayRead(target, access),
    timeout: access.timeout,
  })
  const source = new URL(answer.url)
  source.hash = ''
  const format = formatOf(source, answer.mediaType)
  if (format === undefined) {
    throw failed(
      name,
      `neither its media type ${JSON.stringify(answer.mediaType)} nor its name is of a syntax of RDF.`,
    )
  }
  return { name: iri, format, bytes: limited(answer.bytes, access.bytes, name), baseIri: source.href }
}

/** The registered types as they are, others for what they may be. */
const acceptedTypes = rdfSyntaxes
  .flatMap(({ mediaTypes }) => mediaTypes.map((type, index) => (index === 0 ? type : `${type};q=0.5`)))
  .join(', ')

/** Types that servers give files of which they know nothing else. */
const vagueTypes = /^(?:text\/(?:plain|xml)|application\/(?:xml|json|octet-stream))\b/i

function formatOf(url: URL, mediaType: string): RdfFormat | undefined {
  const told = formatOfMediaType(mediaType)
  const named = formatOfFileName(url.pathname.slice(url.pathname.lastIndexOf('/') + 1))
  return vagueTypes.test(mediaType) ? (named ?? told) : (told ?? named)
}

/** Whether one of the prefixes begins an IRI, both in the form that is sent: a prefix that ends within a host has none. */
function mayRead(url: URL, { allowed }: DocumentAccess): boolean {
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return false
  return allowed.some((prefix) => {
    const start = URL.parse(prefix)?.href
    return start !== undefined && url.href.startsWith(start)
  })
}

async function* limited(
  bytes: AsyncIterable<Uint8Array>,
  most: number,
  name: string,
): AsyncGenerator<Uint8Array> {
  let count = 0
  for await (const piece of bytes) {
    count += piece.length
    if (count > most) {
      throw new ServiceError(
        'limitExceeded',
        `${name}: a document can have ${most} bytes at most (sparql.load.bytes).`,
      )
    }
    yield piece
  }
}
