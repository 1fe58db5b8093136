/**
 * Whether an object in a JSON text has two members of one name, however that is escaped: readers differ in which of them counts (RFC
 * 7515, section 4; RFC 7519, section 4).
 *
 * @param json a text that JSON.parse reads
 */
export function hasDuplicateMember(json: string): boolean {
  // Of each object or list that is open, the names of its members so far.
  const open: Set<string>[] = []
  for (const [piece, colon] of json.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[[\]{}]/gsu)) {
    if (piece === '{' || piece === '[') open.push(new Set())
    else if (piece === '}' || piece === ']') open.pop()
    else if (colon !== undefined) {
      const name = nameOf(piece.slice(0, -colon.length))
      const names = open.at(-1)
      if (names === undefined) continue
      if (names.has(name)) return true
      names.add(name)
    }
  }
  return false
}

/** The name that a text in quotes is; most are without escapes. */
function nameOf(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1)
}
