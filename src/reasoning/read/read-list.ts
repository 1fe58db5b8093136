import type { Term } from '../../rdf/term.ts'
import { termKey } from '../../rdf/term-key.ts'
import { rdfs } from '../../rdf/vocabulary-terms.ts'
import { tooLargeVocabulary } from '../too-large-vocabulary.ts'
import { RefusedAxiom } from './refused-axiom.ts'
import type { Statements } from './statements.ts'

/**
 * The members of a list, one at least.
 *
 * @throws RefusedAxiom where it is broken: it never ends, misses a member or has two in one place; ServiceError `limitExceeded`
 *   where lists come to too much together
 */
export function readList(statements: Statements, head: Term): readonly Term[] {
  const { members, problem } = scanList(statements, head)
  if (problem !== undefined) throw new RefusedAxiom(problem)
  if (members.length === 0) throw new RefusedAxiom('Its list is empty.')
  return members
}

/**
 * As many members of a list as can be read, and what is wrong with it.
 *
 * @param most members that are read; all unless given
 */
export function scanList(
  statements: Statements,
  head: Term,
  most = Number.POSITIVE_INFINITY,
): { readonly members: readonly Term[]; readonly problem?: string } {
  const members: Term[] = []
  const seen = new Set<string>()
  let at = head
  while (at.kind !== 'iri' || at.value !== rdfs.nil) {
    if (at.kind === 'literal') return { members, problem: 'A literal stands in the place of its list.' }
    if (seen.has(termKey(at))) return { members, problem: 'Its list never ends.' }
    seen.add(termKey(at))
    const [member, secondMember] = statements.objects(at, rdfs.first)
    const [rest, secondRest] = statements.objects(at, rdfs.rest)
    if (member === undefined)
      return { members, problem: 'Its list misses a member: an rdf:first is not stated.' }
    if (secondMember !== undefined) return { members, problem: 'Its list has two members in one place.' }
    members.push(member)
    if (members.length === most) return { members, problem: 'It is not read further.' }
    statements.members.left -= 1
    if (statements.members.left < 0) throw tooLargeVocabulary('members of lists')
    if (rest === undefined) return { members, problem: 'Its list has no end: an rdf:rest is not stated.' }
    if (secondRest !== undefined) return { members, problem: 'Its list goes on in two ways.' }
    at = rest
  }
  return { members }
}
