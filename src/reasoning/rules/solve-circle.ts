import type { PropertyPath } from '../../sparql/property-path.ts'
import type { PropertyStep } from '../axiom.ts'
import { alternative, oneOrMore, pathKey, sequence, stepPath, zeroOrMore } from './compact-path.ts'
import { type Production, type PropertyCircle, type StepKey, stepKey } from './property-graph.ts'
import { checkParts } from './rule-size.ts'
import { strongComponents } from './strong-components.ts'

/** What the steps of a circle are made of. */
export interface CircleEquations {
  readonly steps: PropertyCircle
  /** What a step of the circle is made of, beside what is stated. */
  productions(step: StepKey): readonly Production[]
  /** The path of a step that is not in the circle. */
  outer(step: PropertyStep): PropertyPath
}

/** One way to make a step: paths, and steps of the circle that are yet to be found. */
type Word = readonly Part[]
type Part = { readonly path: PropertyPath } | { readonly step: StepKey }

/**
 * Solves the equations of a circle: the path of each of its steps. Absent: no regular expression was found. Steps that are
 * the same by subproperties count as one; then one after the other that is made of itself at the ends of its chains only
 * (`X = w | a X | X b | X X`, which is `(a* w b*)+`) is put in the place of its name.
 *
 * @throws ServiceError `limitExceeded` for paths that are too large
 */
export function solveCircle(circle: CircleEquations): ReadonlyMap<StepKey, PropertyPath> | undefined {
  const same = sameSteps(circle)
  const open = new Map<StepKey, Map<string, Word>>()
  for (const [key, step] of circle.steps) {
    const name = same(key)
    const words = open.get(name) ?? new Map<string, Word>()
    open.set(name, words)
    addWord(words, [{ path: stepPath(step) }])
    for (const { steps } of circle.productions(key)) {
      addWord(
        words,
        steps.map((each) =>
          circle.steps.has(stepKey(each)) ? { step: same(stepKey(each)) } : { path: circle.outer(each) },
        ),
      )
    }
  }
  const solved: [step: StepKey, words: readonly Word[]][] = []
  while (open.size > 0) {
    const next = firstSolution(open)
    if (next === undefined) return undefined
    solved.push(next)
    open.delete(next[0])
    for (const [key, words] of open) open.set(key, replaced(words, next))
  }
  return pathsOf(circle, same, solved)
}

/** Steps that are subproperties of each other have one name. */
function sameSteps(circle: CircleEquations): (step: StepKey) => StepKey {
  const components = strongComponents(circle.steps.keys(), (step) =>
    circle
      .productions(step)
      .filter(({ steps }) => steps.length === 1)
      .flatMap(({ steps }) => steps.map(stepKey))
      .filter((key) => circle.steps.has(key)),
  )
  const names = new Map<number | undefined, StepKey>()
  for (const [step, component] of components) if (!names.has(component)) names.set(component, step)
  return (step) => names.get(components.get(step)) ?? step
}

function firstSolution(
  open: ReadonlyMap<StepKey, ReadonlyMap<string, Word>>,
): [step: StepKey, words: readonly Word[]] | undefined {
  for (const [step, words] of open) {
    const solution = solvedWords(step, [...words.values()])
    if (solution !== undefined) return [step, solution]
  }
  return undefined
}

/** The words of a step without the step itself; absent where it is made of itself in another way than at an end. */
function solvedWords(step: StepKey, words: readonly Word[]): readonly Word[] | undefined {
  const before: PropertyPath[] = []
  const after: PropertyPath[] = []
  const bases: Word[] = []
  let isTransitive = false
  for (const word of words) {
    const [first, second, ...more] = word
    if (!word.some((part) => 'step' in part && part.step === step)) {
      bases.push(word)
      continue
    }
    if (first === undefined || more.length > 0) return undefined
    if (second === undefined) continue
    if ('path' in first) before.push(first.path)
    else if ('path' in second) after.push(second.path)
    else if (first.step === step && second.step === step) isTransitive = true
    else return undefined
  }
  const head: Word = before.length === 0 ? [] : [{ path: zeroOrMore(alternative(before)) }]
  const tail: Word = after.length === 0 ? [] : [{ path: zeroOrMore(alternative(after)) }]
  const isPath = (word: Word) => word.every((part) => 'path' in part)
  const stated = wholePath(bases.filter(isPath))
  const others = bases.filter((base) => !isPath(base))
  const paths = stated === undefined ? [] : [[...head, { path: stated }, ...tail]]
  if (!isTransitive) return [...paths, ...others.map((base) => [...head, ...base, ...tail])]
  const once = wholePath(paths)
  return once === undefined || others.length > 0 ? undefined : [[{ path: oneOrMore(once) }]]
}

/** The path of words without steps; absent where there are any. */
function wholePath(words: readonly Word[]): PropertyPath | undefined {
  const paths: PropertyPath[] = []
  for (const word of words) {
    const parts = word.flatMap((part) => ('path' in part ? [part.path] : []))
    if (parts.length < word.length) return undefined
    paths.push(sequence(parts))
  }
  return paths.length === 0 ? undefined : alternative(paths)
}

/** Words in which a step is replaced by what it was found to be. */
function replaced(
  words: ReadonlyMap<string, Word>,
  [step, by]: readonly [StepKey, readonly Word[]],
): Map<string, Word> {
  const result = new Map<string, Word>()
  for (const word of words.values()) {
    let begun: readonly Word[] = [[]]
    for (const part of word) {
      const ends: readonly Word[] = 'step' in part && part.step === step ? by : [[part]]
      checkParts(begun.length * ends.length)
      begun = begun.flatMap((start) => ends.map((end) => [...start, ...end]))
    }
    for (const each of begun) addWord(result, each)
  }
  return result
}

/** Adds a word, paths next to each other as one, unless it is there. */
function addWord(words: Map<string, Word>, word: Word): void {
  const joined: Part[] = []
  for (const part of word) {
    const last = joined.at(-1)
    if ('path' in part && last !== undefined && 'path' in last) {
      joined[joined.length - 1] = { path: sequence([last.path, part.path]) }
    } else joined.push(part)
  }
  words.set(joined.map((part) => ('path' in part ? pathKey(part.path) : `@${part.step}`)).join(' '), joined)
  checkParts(words.size)
}

/** The last step that was solved has no others in it, the one before it the last at most, and so on. */
function pathsOf(
  circle: CircleEquations,
  same: (step: StepKey) => StepKey,
  solved: readonly (readonly [step: StepKey, words: readonly Word[]])[],
): ReadonlyMap<StepKey, PropertyPath> {
  const paths = new Map<StepKey, PropertyPath>()
  for (const [name, words] of solved.toReversed()) {
    const filled = words.map((word) =>
      word.map((part) => {
        const path = 'path' in part ? part.path : paths.get(part.step)
        if (path === undefined) throw new Error('A step of a circle that was not solved')
        return path
      }),
    )
    paths.set(name, alternative(filled.map(sequence)))
  }
  const result = new Map<StepKey, PropertyPath>()
  for (const key of circle.steps.keys()) {
    const path = paths.get(same(key))
    if (path !== undefined) result.set(key, path)
  }
  return result
}
