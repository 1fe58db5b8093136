import { ServiceError } from '../errors.ts'
import type { RdfFormat } from './formats.ts'
import type { Namespaces } from './namespaces.ts'
import type { BlankNode, NamedNode } from './term.ts'

/** How a document is read, and what it is called. */
export interface ParseOptions {
  readonly format: RdfFormat
  /** What relative IRIs are resolved against; without it a document with a relative IRI is refused. Absolute. */
  readonly baseIri?: string
  /** The name that errors call the document by. */
  readonly fileName?: string
  /** Where triples outside of any graph go; default: the default graph. */
  readonly graph?: NamedNode | BlankNode
  /** Prefixes that may be used undeclared, in Turtle and TriG. */
  readonly namespaces?: Namespaces
  /** Told of each prefix that the document declares, as it comes; the empty one too. */
  readonly onPrefix?: (prefix: string, namespace: string) => void
  /**
   * What the labels of this document's blank nodes begin with, `b0` unless given: `_:a` becomes `<prefix>_a`, a node
   * without a label `<prefix>-1`, so documents read with different prefixes share no blank node. Letters and digits.
   */
  readonly blankPrefix?: string
}

/** Quads that are handed on at once, about. */
export const batchLength = 1000

/** Longest piece of a document that is held at once, in UTF-16 code units: one literal, or JSON-LD as a whole. */
export const maximalHeldText = 64 * 1024 * 1024

/** The error of a document of which more than {@link maximalHeldText} would have to be held. */
export function heldTextExceeded(what: string, fileName: string | undefined, advice = ''): ServiceError {
  const most = `${maximalHeldText / 1024 / 1024} Mi characters`
  return new ServiceError(
    'limitExceeded',
    `${fileName ?? 'The data'}: ${what} can have ${most} at most.${advice}`,
  )
}
