import type { AnswerForm } from '../../engine/graphql/answer.ts'
import { printAnswer } from '../answer-output.ts'
import { type Command, type Invocation, optionValue, UsageError } from '../command.ts'
import { graphqlDetails, graphqlOptions, openQuestion } from '../graphql-command.ts'
import { queryOperands } from '../query-operands.ts'
import { warningTeller } from '../warning-teller.ts'

/** `graphql execute` */
export const graphqlExecute: Command = {
  name: 'graphql execute',
  operands: queryOperands,
  summary: 'Run a GraphQL query',
  details: [
    ...graphqlDetails,
    'Prints the answer as JSON: indented on a terminal, as it came where the output goes to a file or program.',
  ],
  options: [
    {
      name: 'shape',
      value: 'nodes|graphql',
      summary: 'Form of the answer: lists of nodes, or as the GraphQL specification says',
    },
    ...graphqlOptions,
  ],
  async run(invocation, context) {
    const form = shapeOf(invocation)
    await using question = await openQuestion(invocation, context, {
      onWarnings: warningTeller(context.terminal.error),
    })
    const answer = await question.asked.execute(question.request, {
      ...question.options,
      ...(form === undefined ? {} : { form }),
    })
    // Awaited, because the answer is read while it is printed, and what it is read from must stay open.
    return await printAnswer(answer, question.request.query, context.terminal)
  },
}

function shapeOf(invocation: Invocation): AnswerForm | undefined {
  const shape = optionValue(invocation, 'shape')
  if (shape === undefined || shape === 'nodes' || shape === 'graphql') return shape
  throw new UsageError(`--shape is nodes or graphql, not ${JSON.stringify(shape)}.`)
}
