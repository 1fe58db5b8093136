import type { Quad } from './term.ts'

/** What writes quads one after the other in one syntax; memory does not grow with their number. */
export interface QuadWriter {
  /** What stands before the first quad. */
  start(): string
  /**
   * The text that a quad adds, which may end what was written before it.
   *
   * @throws ServiceError `unsupported` where the syntax has no way to write it
   */
  quad(quad: Quad): string
  /** What stands after the last quad. */
  end(): string
}
