import type { StepReport } from '../engine/change/change.ts'
import { countedText } from './load-progress.ts'

/** What a change came to, as a sentence: `Added 2 quads, removed 1.` */
export function changeText({ added, removed }: Partial<StepReport>): string {
  if (added === undefined || removed === undefined) return 'Done. The endpoint does not tell what changed.'
  if (added === 0 && removed === 0) return 'Nothing changed.'
  const parts = [
    ...(added === 0 ? [] : [`added ${countedText(added, 'quad')}`]),
    ...(removed === 0 ? [] : [`removed ${countedText(removed, 'quad')}`]),
  ].join(', ')
  return `${parts.charAt(0).toUpperCase()}${parts.slice(1)}.`
}
