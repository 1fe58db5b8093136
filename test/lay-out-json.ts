/** JSON text over several lines: what fits into the width stays on one line, all else has a line for each member. */
export function layOutJson(text: string, width: number): string {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g) ?? []
  let next = 0
  const value = readValue()
  return `${print(value, '', 0)}\n`

  function readValue(): Value {
    const token = tokens[next++] ?? ''
    if (token !== '[' && token !== '{') return { open: '', close: '', members: [], text: token }
    const members: Member[] = []
    const close = token === '[' ? ']' : '}'
    while (tokens[next] !== close) {
      let label = ''
      if (token === '{') {
        label = `${tokens[next]}: `
        next += 2
      }
      members.push({ label, value: readValue() })
      if (tokens[next] === ',') next++
    }
    next++
    const inner = members.map((member) => member.label + member.value.text).join(', ')
    const isObject = token === '{' && members.length > 0
    return { open: token, close, members, text: isObject ? `{ ${inner} }` : `${token}${inner}${close}` }
  }

  function print({ open, close, members, text: oneLine }: Value, indent: string, before: number): string {
    if (members.length === 0 || indent.length + before + oneLine.length < width) return oneLine
    const inner = `${indent}  `
    const lines = members.map(({ label, value: one }) => inner + label + print(one, inner, label.length))
    return `${open}\n${lines.join(',\n')}\n${indent}${close}`
  }
}

interface Value {
  readonly open: string
  readonly close: string
  readonly members: readonly Member[]
  /** On one line. */
  readonly text: string
}

interface Member {
  readonly label: string
  readonly value: Value
}
