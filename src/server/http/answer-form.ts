import type { AnswerForm } from '../../engine/graphql/answer.ts'
import { ServiceError } from '../../errors.ts'
import type { AnswerMedia } from './answer-media.ts'

/**
 * The form that the parameter `shape` of a URL asks for.
 *
 * @throws ServiceError `illegalArgument` for any other value than `nodes` and `graphql`
 */
export function shapeParameter(parameters: ReadonlyMap<string, string>): AnswerForm | undefined {
  const shape = parameters.get('shape')
  if (shape === undefined || shape === 'nodes' || shape === 'graphql') return shape
  throw new ServiceError(
    'illegalArgument',
    `The parameter "shape" is nodes or graphql, not ${JSON.stringify(shape)}.`,
  )
}

/** The form of a media type, where neither the request nor the database says otherwise. */
export function formOfMedia(media: AnswerMedia): AnswerForm {
  return media === 'application/json' ? 'nodes' : 'graphql'
}
