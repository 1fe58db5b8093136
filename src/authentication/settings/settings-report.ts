/** A place in a text: line and column, both from 1 on. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** Something to say of a file of settings: a problem, with which it is not used, or a warning. */
export interface SettingsProblem extends Place {
  /** The names of keys that lead to it, such as `signer.algorithm`; empty for the file as a whole. */
  readonly key: string
  /** A sentence or two, without the values of secrets. */
  readonly message: string
}

/** Where all is noted that is to be said of a file of settings. */
export interface SettingsReport {
  problem(place: Place, key: string, message: string): void
  warning(place: Place, key: string, message: string): void
  readonly problems: readonly SettingsProblem[]
  readonly warnings: readonly SettingsProblem[]
}

/** A report that says nothing so far. */
export function createSettingsReport(): SettingsReport {
  const problems: SettingsProblem[] = []
  const warnings: SettingsProblem[] = []
  return {
    problems,
    warnings,
    problem: ({ line, column }, key, message) => void problems.push({ line, column, key, message }),
    warning: ({ line, column }, key, message) => void warnings.push({ line, column, key, message }),
  }
}

/** One line for people: file, line, column, key and what there is to say, as compilers do. */
export function problemText(path: string, { line, column, key, message }: SettingsProblem): string {
  return `${path}:${line}:${column}: ${key === '' ? '' : `${key}: `}${message}`
}
