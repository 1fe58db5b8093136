import { defaultDocumentLimits } from '../../compiler/limits.ts'
import type { Database } from '../database.ts'
import { withServices } from '../federation/query-services.ts'
import type { OpenStore } from '../open-store.ts'
import { rewrittenQuery } from '../reasoning/rewritten-query.ts'
import { whileCurrent } from '../reasoning/while-current.ts'
import { beginAnswer, resultOf, type SparqlSettings, type SparqlText } from './begin-answer.ts'
import { readQuery } from './sparql-query.ts'
import type { SparqlRequest } from './sparql-request.ts'

/** Begins to run a query of any form; its pieces run it on as they are read, and have to be read. */
export async function answerSparql(
  open: OpenStore,
  database: Database,
  request: SparqlRequest,
  settings: SparqlSettings,
): Promise<SparqlText> {
  const asked = readQuery(request, database)
  const makes = resultOf(asked)
  if (settings.formats[makes] === undefined) return { kind: 'noFormat', makes }
  const { signal, triplePatterns = defaultDocumentLimits.triplePatterns } = settings
  if (request.reasoning !== true) {
    const query = await withServices(asked, open, { signal })
    return (await beginAnswer(open.store, query, database, settings)).text
  }
  const query = await withServices(asked, open, {
    signal,
    async rewrite(select) {
      const { reasoner } = await open.reasoning.take(database, { signal })
      return rewrittenQuery(select, reasoner, triplePatterns).query
    },
  })
  const begun = await whileCurrent(
    open.reasoning,
    database,
    { signal },
    {
      begin({ reasoner }) {
        const rewritten = rewrittenQuery(query, reasoner, triplePatterns)
        return beginAnswer(open.store, rewritten.query, database, settings)
      },
      discard: ({ stop }) => stop(),
    },
  )
  return begun.text
}
