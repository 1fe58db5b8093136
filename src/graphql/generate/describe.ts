import { isLiteral, isTrue, type Statements } from './statements.ts'
import { commentPredicates, labelPredicates, owl, schemaOrgNamespaces } from './vocabulary.ts'

/** What a thing is called: in English, else without a language, else in the first by alphabet. */
export function labelOf(statements: Statements, subject: string): string | undefined {
  return preferredText(statements, subject, labelPredicates)
}

/** What is said of a thing in words, in the language of {@link labelOf}. */
export function commentOf(statements: Statements, subject: string): string | undefined {
  return preferredText(statements, subject, commentPredicates)
}

/** The text that a thing has by one of several predicates, the best of them first, in the language of {@link labelOf}. */
export function preferredText(
  statements: Statements,
  subject: string,
  predicates: readonly string[],
): string | undefined {
  const texts = predicates.flatMap((predicate) =>
    statements.objects(subject, predicate).filter((term) => isLiteral(term)),
  )
  for (const suits of [isEnglish, isEnglishOfSomewhere, isUntagged]) {
    const found = texts.find(({ language, value }) => suits(language) && value.trim() !== '')
    if (found !== undefined) return found.value
  }
  return texts
    .filter(({ value }) => value.trim() !== '')
    .sort((a, b) => (a.language < b.language ? -1 : a.language > b.language ? 1 : 0))[0]?.value
}

/** A description of a name: the label where it says more than the name, and the comment. */
export function describe(
  name: string,
  label: string | undefined,
  comment: string | undefined,
): string | undefined {
  const parts = [label !== undefined && !saysTheSame(name, label) ? label : undefined, comment]
  const text = parts.filter((part) => part !== undefined && part.trim() !== '').join('\n\n')
  return text === '' ? undefined : text
}

/** Why a thing should not be used any more, as a sentence; `undefined` where it is not deprecated. */
export function deprecationOf(statements: Statements, subject: string): string | undefined {
  const successors = schemaOrgNamespaces.flatMap((namespace) =>
    statements.nodes(subject, `${namespace}supersededBy`),
  )
  if (successors.length > 0) return `Superseded by ${successors.map((iri) => `<${iri}>`).join(', ')}.`
  const isDeprecated =
    isTrue(statements, subject, owl.deprecated) ||
    statements.isA(subject, owl.deprecatedClass) ||
    statements.isA(subject, owl.deprecatedProperty)
  return isDeprecated ? 'Deprecated by its vocabulary.' : undefined
}

function isEnglish(language: string): boolean {
  return language === 'en'
}

function isEnglishOfSomewhere(language: string): boolean {
  return language.startsWith('en-')
}

function isUntagged(language: string): boolean {
  return language === ''
}

/** Whether a label tells no more than the name: `Given name` beside `foaf_givenName`. */
function saysTheSame(name: string, label: string): boolean {
  const letters = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, '')
  return letters(name).endsWith(letters(label))
}
