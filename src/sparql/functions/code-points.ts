/** Compares strings by Unicode code points, as SPARQL does, where `<` would compare UTF-16 code units. */
export function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const x = a.charCodeAt(at)
    const y = b.charCodeAt(at)
    if (x === y) continue
    // Surrogates stand for code points above all others.
    const [high, other] = [isSurrogate(x), isSurrogate(y)]
    return high === other ? x - y : high ? 1 : -1
  }
  return a.length - b.length
}

/** The number of code points of a string. */
export function codePointLength(text: string): number {
  let length = text.length
  for (let at = 0; at < text.length - 1; at++) {
    if ((text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) {
      length--
      at++
    }
  }
  return length
}

function isSurrogate(unit: number): boolean {
  return (unit & 0xf800) === 0xd800
}
