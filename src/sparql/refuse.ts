import type { ServiceError } from '../errors.ts'
import { originalOffset } from './codepoint-escapes.ts'
import { refusal } from './parse-error.ts'
import { offsetOf } from './syntax-tree.ts'

/** Makes the error that a node of a syntax tree is not allowed where it stands. */
export type Refuse = (node: Parameters<typeof offsetOf>[0] | undefined, message: string) => ServiceError

/** Refusals with their places in a text, before which the parser has read `shift` characters. */
export function refusalsIn(text: string, shift = 0): Refuse {
  return (node, message) => {
    const offset = node === undefined ? 0 : offsetOf(node) - shift
    return refusal(text, originalOffset(text, offset), message)
  }
}
