import { limitMessage, ServiceError } from '../../errors.ts'
import { rdf } from '../../rdf/term.ts'
import { type Operation, variable } from '../../sparql/algebra.ts'
import type { Query } from '../../sparql/query-form.ts'
import { variableNames } from '../../sparql/variable-names.ts'
import type { Rewriting, RewritingOptions } from '../reasoner.ts'
import type { Rules } from '../rules.ts'
import type { ClassWalks } from './class-walks.ts'
import type { Context } from './context.ts'
import { equalsPath } from './equal-path.ts'
import { type Rewriter, rewriteOperation } from './rewrite-operation.ts'

/** What queries are rewritten by. */
export interface RewritingFacts {
  readonly rules: Rules
  /** Whether nodes that `owl:sameAs` says are the same count as such. */
  readonly sameAs: boolean
  /** Hierarchies as all graphs have them; absent where the rules are not made of all. */
  readonly walks?: ClassWalks | undefined
  /** All axioms as stated, in the order of the vocabulary. */
  readonly axioms: readonly string[]
  /** Those by which properties state classes. */
  readonly typeAxioms: readonly string[]
}

const counted: Context = { solutions: 'counted', inGraph: false }
const some: Context = { solutions: 'some', inGraph: false }

/** Begins to rewrite a query. */
export function createRewriting(facts: RewritingFacts, options: RewritingOptions = {}): Rewriting {
  const { rules, sameAs, axioms, typeAxioms } = facts
  const used = new Set<string>()
  const taken = new Set<string>()
  let names = 0
  let patterns = 0
  const use = (stated: readonly string[]): void => {
    for (const one of stated) used.add(one)
  }
  const rewriter: Rewriter = {
    rules,
    equals: sameAs ? equalsPath : undefined,
    type: rules.type ?? { kind: 'link', iri: rdf.type },
    walks: options.isVocabularyInScope === true ? facts.walks : undefined,
    unions: new Map(),
    done: { outside: new Map(), inGraph: new Map() },
    fresh() {
      let name = `via${names++}`
      while (taken.has(name)) name = `via${names++}`
      return variable(name)
    },
    use,
    useTypes() {
      if (rules.type !== undefined) use(typeAxioms)
    },
    count(more) {
      patterns += more
      const limit = options.triplePatterns
      if (limit !== undefined && patterns > limit) throw tooManyPatterns(limit)
    },
    counted: () => patterns,
  }
  const rewrite = (operation: Operation, context: Context): Operation => {
    patterns = 0
    for (const name of variableNames(operation)) taken.add(name)
    return rewriteOperation(operation, context, rewriter)
  }
  return {
    operation: (operation) => rewrite(operation, counted),
    query(query) {
      const operation = rewrite(query.operation, contextOf(query))
      return operation === query.operation ? query : { ...query, operation }
    },
    axioms: () => [...new Set(axioms)].filter((one) => used.has(one)),
  }
}

/** Whether a query counts the solutions of its operation, or only what they are. */
function contextOf(query: Query): Context {
  switch (query.kind) {
    case 'select':
      return counted
    case 'construct': {
      const isBlank = query.template.some(
        ({ subject, object }) => subject.kind === 'blank' || object.kind === 'blank',
      )
      return isBlank ? counted : some
    }
    case 'ask':
    case 'describe':
      return some
  }
}

function tooManyPatterns(limit: number): ServiceError {
  const what = 'triple patterns when it is rewritten for reasoning'
  return new ServiceError('limitExceeded', limitMessage(what, limit, 'more'))
}
