import { printAnswer } from '../answer-output.ts'
import type { Command } from '../command.ts'
import { openQuestion, queryDetails, queryOperands, queryOptions } from '../query-command.ts'

/** `graphql execute` */
export const graphqlExecute: Command = {
  name: 'graphql execute',
  operands: queryOperands,
  summary: 'Run a GraphQL query',
  details: [
    ...queryDetails,
    'Prints the answer as JSON: indented on a terminal, as it came where the output goes to a file or program.',
  ],
  options: queryOptions,
  async run(invocation, context) {
    await using question = await openQuestion(invocation, context)
    const answer = await question.asked.execute(question.request, question.options)
    // Awaited, because the answer is read while it is printed, and what it is read from must stay open.
    return await printAnswer(answer, question.request.query, context.terminal)
  },
}
