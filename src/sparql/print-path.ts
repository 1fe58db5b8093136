import { rdf } from '../rdf/term.ts'
import type { Path, PatternTerm } from './algebra.ts'
import type { NegatedPropertySet, PropertyPath } from './property-path.ts'
import type { Writer } from './writer.ts'

/** Writes a property path with its ends, as a line of a group. */
export function writePath(writer: Writer, { subject, path, object }: Path): void {
  writeEnd(writer, subject)
  writer.syntax(' ')
  writeSteps(writer, path)
  writer.syntax(' ')
  writeEnd(writer, object)
  writer.syntax(' .\n')
}

function writeEnd(writer: Writer, end: PatternTerm): void {
  if (end.kind === 'variable') writer.variable(end.name)
  else writer.term(end)
}

/** Writes a path in parentheses, except where it is one token. */
function writeSteps(writer: Writer, path: PropertyPath): void {
  switch (path.kind) {
    case 'link':
      writer.iri(path.iri)
      return
    case 'inverse':
      writer.syntax('(^')
      writeSteps(writer, path.path)
      writer.syntax(')')
      return
    case 'sequence':
      writeSeparated(writer, path.paths, '/')
      return
    case 'alternative':
      writeSeparated(writer, path.paths, '|')
      return
    case 'repeated':
      writer.syntax('(')
      writeSteps(writer, path.path)
      writer.syntax(`${timesSigns[path.times]})`)
      return
    case 'negated':
      writeNegated(writer, path)
  }
}

/**
 * Writes a negated set. An empty list, which SPARQL has no way to write, is all properties of its direction: one of them
 * and all the others, so that each step is still taken once.
 */
function writeNegated(writer: Writer, { forward, inverse }: NegatedPropertySet): void {
  if (forward === undefined && inverse === undefined) throw new Error('A negated set of no direction')
  const negated = [...elements('', forward), ...elements('^', inverse)]
  const signs: readonly Element['sign'][] = [
    ...(forward?.length === 0 ? ([''] as const) : []),
    ...(inverse?.length === 0 ? (['^'] as const) : []),
  ]
  if (signs.length === 0) {
    writeSet(writer, negated)
    return
  }
  writer.syntax('(')
  for (const [index, sign] of signs.entries()) {
    writer.syntax(index === 0 ? sign : `|${sign}`)
    writer.iri(rdf.type)
  }
  writer.syntax('|')
  writeSet(writer, [...negated, ...signs.map((sign) => ({ sign, iri: rdf.type }))])
  writer.syntax(')')
}

/** A step of a negated set. */
interface Element {
  readonly sign: '' | '^'
  readonly iri: string
}

function elements(sign: Element['sign'], iris: readonly string[] = []): readonly Element[] {
  return iris.map((iri) => ({ sign, iri }))
}

function writeSet(writer: Writer, negated: readonly Element[]): void {
  writer.syntax('!(')
  for (const [index, { sign, iri }] of negated.entries()) {
    writer.syntax(index === 0 ? sign : `|${sign}`)
    writer.iri(iri)
  }
  writer.syntax(')')
}

const timesSigns = { zeroOrOne: '?', zeroOrMore: '*', oneOrMore: '+' } as const

function writeSeparated(writer: Writer, paths: readonly PropertyPath[], separator: '/' | '|'): void {
  writer.syntax('(')
  for (const [index, path] of paths.entries()) {
    if (index > 0) writer.syntax(separator)
    writeSteps(writer, path)
  }
  writer.syntax(')')
}
