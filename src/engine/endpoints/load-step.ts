import type { Namespaces } from '../../rdf/namespaces.ts'
import type { ChangeStep } from '../change/change.ts'
import { readUpdate } from '../change/update-step.ts'
import { fetchDocument } from '../federation/document-client.ts'
import { isPassedOver } from '../federation/load-document.ts'
import type { DocumentAccess } from '../federation/remote-access.ts'
import type { RdfSource } from '../rdf-source.ts'

/** How a `LOAD` is read. */
export interface LoadReading {
  readonly access: DocumentAccess
  readonly namespaces: Namespaces
  readonly signal?: AbortSignal | undefined
}

/** The document of a `LOAD`, to be added. */
export interface LoadedDocument {
  /** `undefined` where it cannot be read and is SILENT. */
  readonly source: RdfSource | undefined
  readonly silent: boolean
}

/**
 * The document of an update that is nothing but `LOAD`; `undefined` for other steps. It is fetched here, where it is known
 * what may be fetched.
 *
 * @throws what `fetchDocument` throws, for documents without SILENT
 */
export async function loadedDocument(
  step: ChangeStep,
  { access, namespaces, signal }: LoadReading,
): Promise<LoadedDocument | undefined> {
  if (step.kind !== 'update') return undefined
  const { operations } = readUpdate(step.update, namespaces).request
  const [operation] = operations
  if (operation?.kind !== 'load' || operations.length > 1) return undefined
  const { silent, into } = operation
  try {
    const source = await fetchDocument(operation.source, access, { signal })
    return { silent, source: { ...source, ...(into === null ? {} : { graph: into }) } }
  } catch (error) {
    if (silent && isPassedOver(error)) return { silent, source: undefined }
    throw error
  }
}
