import type { Namer } from '../rdf/namespaces.ts'
import type { Solutions } from '../sparql/solutions.ts'
import { createAnswerText } from './answer-text.ts'
import { layOut } from './layout.ts'
import type { Shape } from './plan.ts'
import { type AnswerForm, createJsonWriter } from './write-json.ts'

/** UTF-16 code units after which a piece of the answer is handed on. */
const pieceLength = 32_768

/**
 * The answer's JSON text in pieces: `{"data": …}`. In the form `nodes`, `data` is the array of the objects of one
 * top-level field, or an object of arrays where there are several, and keys without a value are left out. In the form
 * `graphql`, `data` is always an object of arrays, and keys without a value are `null`.
 *
 * Holds one root object at a time: solutions have to come grouped as the plan says, those of one top-level field before
 * those of the next.
 */
export async function* shapeAnswer(
  solutions: Solutions,
  shape: Shape,
  namer: Namer,
  form: AnswerForm = 'nodes',
): AsyncGenerator<string> {
  const roots = shape.roots.map((root) => layOut(root, solutions.variables))
  const write = createJsonWriter((cell) => solutions.term(cell), namer, form)
  const answer = createAnswerText(roots, write, form)
  for await (const batch of solutions.batches) {
    for (const row of batch) {
      answer.addRow(row)
      if (answer.length() >= pieceLength) yield answer.take()
    }
  }
  answer.end()
  yield answer.take()
}
