import { type Quad, sameTerm, type Term } from '../../src/rdf/term.ts'
import type { Path } from '../../src/sparql/algebra.ts'
import type { PropertyPath, RepeatedPath } from '../../src/sparql/property-path.ts'
import { termKey } from './graph.ts'

type Pair = readonly [Term, Term]

/** The solutions of a property path in a graph, by the letter of SPARQL 1.1, section 18.4. */
export function pathSolutions(
  { subject, path, object }: Path,
  triples: readonly Quad[],
): readonly ReadonlyMap<string, Term>[] {
  const [from, to] = [subject, object].map((end) => (end.kind === 'variable' ? undefined : end))
  return pairsOf(path, triples, from, to).flatMap(([first, last]) => {
    const solution = new Map<string, Term>()
    if (subject.kind === 'variable') solution.set(subject.name, first)
    if (object.kind === 'variable') {
      const bound = solution.get(object.name)
      if (bound !== undefined && !sameTerm(bound, last)) return []
      solution.set(object.name, last)
    }
    return [solution]
  })
}

/** The pairs that a path leads from and to, as often as it does; an end that is given is a term, else it is a variable. */
function pairsOf(
  path: PropertyPath,
  triples: readonly Quad[],
  from: Term | undefined,
  to: Term | undefined,
): readonly Pair[] {
  const fitting = (pairs: readonly Pair[]) =>
    pairs.filter(
      ([first, last]) =>
        (from === undefined || sameTerm(first, from)) && (to === undefined || sameTerm(last, to)),
    )
  switch (path.kind) {
    case 'link':
      return fitting(triples.filter(({ predicate }) => predicate.value === path.iri).map(forward))
    case 'inverse':
      return pairsOf(path.path, triples, to, from).map(backward)
    case 'alternative':
      return path.paths.flatMap((one) => pairsOf(one, triples, from, to))
    case 'sequence': {
      const [first, ...rest] = path.paths
      if (first === undefined) throw new Error('A sequence of nothing')
      if (rest.length === 0) return pairsOf(first, triples, from, to)
      const right = pairsOf({ kind: 'sequence', paths: rest }, triples, undefined, to)
      return pairsOf(first, triples, from, undefined).flatMap(([start, between]) =>
        right.filter(([also]) => sameTerm(also, between)).map(([, last]): Pair => [start, last]),
      )
    }
    case 'negated': {
      const others = (iris: readonly string[] | undefined) =>
        iris === undefined
          ? []
          : triples.filter(({ predicate }) => !iris.includes(predicate.value)).map(forward)
      return fitting([...others(path.forward), ...others(path.inverse).map(backward)])
    }
    case 'repeated':
      if (from === undefined && to !== undefined) {
        const inverse: PropertyPath = { ...path, path: { kind: 'inverse', path: path.path } }
        return pairsOf(inverse, triples, to, from).map(backward)
      }
      return fitting(
        (from === undefined ? nodesOf(triples) : [from]).flatMap((start) =>
          reachedFrom(path, triples, start).map((last): Pair => [start, last]),
        ),
      )
  }
}

/** The terms that a repeated path leads to from a term, each once. */
function reachedFrom(path: RepeatedPath, triples: readonly Quad[], start: Term): readonly Term[] {
  const next = (term: Term) => pairsOf(path.path, triples, term, undefined).map(([, last]) => last)
  if (path.times === 'zeroOrOne') return unique([start, ...next(start)])
  let reached = path.times === 'oneOrMore' ? unique(next(start)) : [start]
  for (let before = -1; before !== reached.length; ) {
    before = reached.length
    reached = unique([...reached, ...reached.flatMap(next)])
  }
  return reached
}

function nodesOf(triples: readonly Quad[]): readonly Term[] {
  return unique(triples.flatMap(({ subject, object }) => [subject, object]))
}

function unique(terms: readonly Term[]): readonly Term[] {
  return [...new Map(terms.map((term) => [termKey(term), term])).values()]
}

function forward({ subject, object }: Quad): Pair {
  return [subject, object]
}

function backward([first, last]: Pair): Pair {
  return [last, first]
}
