import { ServiceError } from '../../../errors.ts'

/** Whether an endpoint that can be asked did not answer this one question, for whatever reason. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError && (error.kind === 'remoteFailed' || error.kind === 'forbidden')
}
