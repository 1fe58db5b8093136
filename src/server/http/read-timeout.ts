import { parseDuration } from '../../config/duration.ts'
import { ServiceError } from '../../errors.ts'

/**
 * The time-out that a request asks for, in milliseconds.
 *
 * @throws ServiceError `illegalArgument` where the text is no duration
 */
export function readTimeout(text: string): number {
  const milliseconds = parseDuration(text)
  if (milliseconds !== undefined) return milliseconds
  throw new ServiceError(
    'illegalArgument',
    `${JSON.stringify(text)} is no time-out: give milliseconds, or a number and a unit, such as 500ms, 10s or 2m.`,
  )
}
