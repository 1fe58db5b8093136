/** What is told of one part of a token. */
export interface ExplainedStep {
  readonly part: ExplainedPart
  readonly outcome: ExplainedOutcome
  /** Sentences: what was found, by what, and what that means. Nothing of a key or a signature is in them. */
  readonly text: string
}

/** What is looked at; the names are those that people see. */
export type ExplainedPart =
  | 'form'
  | 'issuer'
  | 'header'
  | 'signature'
  | 'kind'
  | 'audience'
  | 'times'
  | 'license'
  | 'subject'
  | 'user name'
  | 'roles'
  | 'superuser'
  | 'account'

/** `unknown`: it cannot be told here and now. */
export type ExplainedOutcome = 'holds' | 'fails' | 'unknown'

/** What a token would come to, and why. */
export interface TokenExplanation {
  /** In the order in which they were looked at. */
  readonly steps: readonly ExplainedStep[]
  readonly verdict: Pick<ExplainedStep, 'outcome' | 'text'>
}
