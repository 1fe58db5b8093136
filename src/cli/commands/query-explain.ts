import { planText } from '../../engine/graphql/plan-text.ts'
import { type Command, flag, UsageError } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { reasoningSection } from '../explanation-text.ts'
import { queryOperands } from '../query-operands.ts'
import { openSparqlQuestion, sparqlDetails, sparqlOptions } from '../sparql-command.ts'
import { showingPlace } from '../sparql-failure.ts'
import { sparqlForm } from '../sparql-form.ts'
import { styled } from '../terminal.ts'

/** `query explain` */
export const queryExplain: Command = {
  name: 'query explain',
  operands: queryOperands,
  summary: 'Show the plan of a SPARQL query',
  details: [
    ...sparqlDetails,
    'Prints two sections: SPARQL, the query as it is run; PLAN, its steps with the solutions each is estimated to have.',
    'With --reasoning there is a third one: REASONING, the axioms that were used, and those that are left out.',
  ],
  options: [
    { name: 'profile', summary: 'Run the query too; show rows and times of it, its unions and pages' },
    ...sparqlOptions,
  ],
  async run(invocation, context) {
    await using question = await openSparqlQuestion(invocation, context)
    const { request, asked, options } = question
    if (sparqlForm(request.query) === 'update') throw new UsageError('Updates have no plan: give a query.')
    const profile = flag(invocation, 'profile')
    const { out, error } = context.terminal
    const heading = (text: string): string => styled(text, 'bold', out.colour)
    // Awaited, because what is asked must stay open until it has answered.
    return await showingPlace(request.query, error, async () => {
      const { sparql, plan, reasoning } = await asked.explain(request, { ...options, profile })
      const sections = [
        `${heading('SPARQL')}\n${sparql.trimEnd()}\n`,
        `${heading('PLAN')}\n${planText(plan)}`,
        ...reasoningSection(reasoning, out.colour),
      ]
      await out.write(sections.join('\n'))
      return exitCodes.ok
    })
  },
}
