import type { ExplainedOutcome, TokenExplanation } from '../authentication/explain/token-explanation.ts'
import { oneLine } from './one-line.ts'
import { type Output, type Style, styled } from './terminal.ts'
import { textColumns } from './text-columns.ts'

/** The explanation of a token as lines: a part of it, what came of that, and why; at the end what comes of the token. */
export function tokenExplanationText({ steps, verdict }: TokenExplanation, out: Output): string {
  const rows = [...steps, { part: 'token', ...verdict }].map(({ part, outcome, text }) => [
    part,
    styled(marks[outcome], colours[outcome], out.colour),
    oneLine(text),
  ])
  return textColumns(rows, out)
}

const marks: Readonly<Record<ExplainedOutcome, string>> = { holds: 'ok', fails: 'no', unknown: '?' }

const colours: Readonly<Record<ExplainedOutcome, Style>> = { holds: 'green', fails: 'red', unknown: 'yellow' }
