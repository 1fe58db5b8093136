import type { OptionKind, OptionValue } from './option-kinds.ts'

/** An option of a database that can be set. */
export interface DatabaseOption {
  readonly kind: OptionKind
  /** What holds where it is not set; `null` where a property of the server says, or nothing. */
  readonly defaultValue: OptionValue | null
  /** The default in words, where it is no value. */
  readonly defaultWords?: string
  /** Whether it can be set after the creation. */
  readonly mutable: boolean
  readonly mutableWhenOnline: boolean
  readonly category: 'Query' | 'GraphQL' | 'Reasoning' | 'Security' | 'Search' | 'Index' | 'Remote'
  readonly label: string
  readonly description: string
}

/** What holds of most options. */
export const always = { mutable: true, mutableWhenOnline: true } as const
