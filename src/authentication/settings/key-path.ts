/** The names of keys that lead to a value: `signer.algorithm`, `issuers."https://idp.example".audience`. */
export function keyPath(path: string, key: string): string {
  const name = /^[\w-]{1,60}$/u.test(key) ? key : shownText(key)
  return path === '' ? name : `${path}.${name}`
}

/**
 * A text of a file in a message: in quotes, and cut. One that may hold a secret because of a missing space or line break, or a user
 * and password of a URL, is not repeated.
 */
export function shownText(text: string): string {
  if (/secret|password|-----|@/iu.test(text)) return 'this'
  // What JSON leaves as it is may still steer a terminal, or turn around what follows.
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text).replace(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
