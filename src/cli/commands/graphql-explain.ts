import { printErrors } from '../answer-output.ts'
import { type Command, flag } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { explanationText } from '../explanation-text.ts'
import { graphqlDetails, graphqlOptions, openQuestion } from '../graphql-command.ts'
import { queryOperands } from '../query-operands.ts'

/** `graphql explain` */
export const graphqlExplain: Command = {
  name: 'graphql explain',
  operands: queryOperands,
  summary: 'Show the SPARQL query and the plan of a GraphQL query',
  details: [
    ...graphqlDetails,
    'Prints three sections: SPARQL, the query as it is run; FIELDS, which variable becomes which key; PLAN, its steps.',
    'With --reasoning there is a fourth one: REASONING, the axioms that were used, and those that are left out.',
  ],
  options: [
    { name: 'profile', summary: 'Run the query too; show rows and times of it, its unions and pages' },
    ...graphqlOptions,
  ],
  async run(invocation, context) {
    await using question = await openQuestion(invocation, context)
    const profile = flag(invocation, 'profile')
    const answer = await question.asked.explain(question.request, { ...question.options, profile })
    if (answer.kind === 'errors')
      return await printErrors(answer.errors, question.request.query, context.terminal)
    const { out } = context.terminal
    await out.write(explanationText(answer.explanation, out.colour))
    return exitCodes.ok
  },
}
