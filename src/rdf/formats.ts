import { nearestName } from './nearest-name.ts'

/** Name of a syntax of RDF that can be read. */
export type RdfFormat = 'turtle' | 'trig' | 'n-triples' | 'n-quads' | 'rdf-xml' | 'json-ld'

/** A syntax of RDF: how people call it, and how files and HTTP messages say that they are in it. */
export interface RdfSyntax {
  readonly format: RdfFormat
  readonly label: string
  /** Without a dot, the usual one first. */
  readonly extensions: readonly string[]
  /** In lower case without parameters, the registered one first. */
  readonly mediaTypes: readonly string[]
}

/** Every syntax of RDF that can be read. */
export const rdfSyntaxes: readonly RdfSyntax[] = [
  {
    format: 'turtle',
    label: 'Turtle',
    extensions: ['ttl', 'turtle'],
    mediaTypes: ['text/turtle', 'application/x-turtle'],
  },
  {
    format: 'trig',
    label: 'TriG',
    extensions: ['trig'],
    mediaTypes: ['application/trig', 'application/x-trig'],
  },
  {
    format: 'n-triples',
    label: 'N-Triples',
    extensions: ['nt', 'ntriples'],
    mediaTypes: ['application/n-triples', 'text/plain'],
  },
  {
    format: 'n-quads',
    label: 'N-Quads',
    extensions: ['nq', 'nquads'],
    mediaTypes: ['application/n-quads', 'text/x-nquads'],
  },
  {
    format: 'rdf-xml',
    label: 'RDF/XML',
    extensions: ['rdf', 'owl', 'rdfs', 'xml'],
    mediaTypes: ['application/rdf+xml', 'application/xml', 'text/xml'],
  },
  {
    format: 'json-ld',
    label: 'JSON-LD',
    extensions: ['jsonld', 'json'],
    mediaTypes: ['application/ld+json', 'application/json'],
  },
]

/** The syntax of a media type such as `text/turtle; charset=utf-8`; `undefined` where it is not one of RDF. */
export function formatOfMediaType(mediaType: string): RdfFormat | undefined {
  const name = mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return rdfSyntaxes.find((syntax) => syntax.mediaTypes.includes(name))?.format
}

/**
 * The syntax that a file's name tells, `.gz`, `.bz2` or `.zip` after it or not; `undefined` where it tells none. The files
 * of an archive tell theirs themselves, so that an archive whose name tells none is in TriG, for those that do not.
 */
export function formatOfFileName(fileName: string): RdfFormat | undefined {
  const extension = extensionOf(fileName)
  const told = rdfSyntaxes.find((syntax) => syntax.extensions.includes(extension))?.format
  return told ?? (/\.zip(?:\.gz|\.bz2)?$/i.test(fileName) ? 'trig' : undefined)
}

/** The extension that was probably meant by a file's name that tells no syntax: `people.turtel` → `turtle`. */
export function suggestExtension(fileName: string): string | undefined {
  const extension = extensionOf(fileName)
  return nearestName(
    extension,
    rdfSyntaxes.flatMap((syntax) => syntax.extensions),
  )
}

function extensionOf(fileName: string): string {
  const name = fileName.toLowerCase().replace(/(?:\.zip)?(?:\.gz|\.bz2)?$/, '')
  return name.slice(name.lastIndexOf('.') + 1)
}
