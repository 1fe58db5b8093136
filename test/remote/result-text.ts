/** An answer cut after so many rows, or triples, and closed as if these were all. */
export function capAnswer(text: string, media: string, most: number): string {
  switch (media) {
    case 'application/sparql-results+json': {
      const answer = JSON.parse(text)
      if (answer.results === undefined) return text
      answer.results.bindings = answer.results.bindings.slice(0, most)
      return JSON.stringify(answer)
    }
    case 'application/sparql-results+xml': {
      const ends = [...text.matchAll(/<\/result>/g)]
      const last = most === 0 ? text.indexOf('<result>') : (ends[most - 1]?.index ?? -1) + '</result>'.length
      return ends.length <= most ? text : text.slice(0, last) + text.slice(text.indexOf('</results>'))
    }
    case 'application/n-triples':
      return `${text
        .split('\n')
        .filter((line) => line !== '')
        .slice(0, most)
        .join('\n')}\n`
    default:
      throw new Error(`Answers in ${media} are not cut here.`)
  }
}

/** An answer whose blank nodes are `b0`, `b1` and so on, in the order in which they come. */
export function relabelAnswer(text: string, media: string): string {
  const labels = new Map<string, string>()
  const label = (old: string): string => {
    const kept = labels.get(old) ?? `b${labels.size}`
    labels.set(old, kept)
    return kept
  }
  switch (media) {
    case 'application/sparql-results+json':
      return JSON.stringify(
        JSON.parse(text, (_key, value) =>
          value?.type === 'bnode' ? { ...value, value: label(value.value) } : value,
        ),
      )
    case 'application/sparql-results+xml':
      return text.replaceAll(/(?<=<bnode>)[^<]*(?=<\/bnode>)/g, label)
    case 'application/n-triples':
      return text.replaceAll(/(?<=^|> )_:([^ ]+)/gm, (_all, old: string) => `_:${label(old)}`)
    default:
      throw new Error(`Blank nodes in ${media} are not named anew here.`)
  }
}
