import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChangeStep } from '../engine/change/change.ts'
import { type StagedStep, stageSource } from '../engine/endpoints/staged-step.ts'
import { updateText } from '../engine/endpoints/update-text.ts'
import type { LoadOptions } from '../engine/rdf-source.ts'

/**
 * Steps as the text of one update, for a database of which a server takes no transactions.
 *
 * @throws ServiceError `invalidRdf`; `limitExceeded` for too much data; `unsupported` for blank nodes to remove
 */
export async function changeAsUpdate(
  name: string,
  steps: readonly ChangeStep[],
  options: LoadOptions,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'espalier-update-'))
  try {
    const namespaces = new Map()
    const staged: StagedStep[] = []
    for (const [document, step] of steps.entries()) {
      if (step.kind !== 'add' && step.kind !== 'remove') {
        staged.push(step)
        continue
      }
      const file = join(folder, String(document))
      const source = await stageSource(step.source, file, { ...options, namespaces, document })
      staged.push({ kind: step.kind, quads: source.staged })
    }
    return await updateText(staged, { name, endpoint: { union: 'default' }, namespaces })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
