/** Whether a value that another process sent is an object, whose members can be asked for with `in`. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
