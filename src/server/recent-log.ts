/** The last lines of a log. */
export interface RecentLog {
  /** Adds a line, or several whole ones, with their ends. */
  write(lines: string): void
  /** The lines that are kept, oldest first. */
  text(): string
}

/** Characters that are kept unless told otherwise. */
const usual = 1 << 20

/** Keeps as many of the last lines as have `most` characters together; of one that is longer its beginning. */
export function createRecentLog(most = usual): RecentLog {
  let kept: string[] = []
  // Those before it are gone; they are cut off together, now and then.
  let first = 0
  let length = 0

  return {
    write(lines) {
      const text = lines.length > most ? `${lines.slice(0, most - 2)}…\n` : lines
      kept.push(text)
      length += text.length
      while (length > most) length -= kept[first++]?.length ?? 0
      if (first <= kept.length / 2) return
      kept = kept.slice(first)
      first = 0
    },
    text: () => kept.slice(first).join(''),
  }
}
