/** Texts by the digest of each, those used last. */
export interface KeptTexts {
  /** The text of a digest; `read` where it is not kept. */
  take(digest: string, read: () => string): string
}

/** No texts. As many are kept as have `most` characters together, and the last one in any case. */
export function keptTexts(most: number): KeptTexts {
  const texts = new Map<string, string>()
  let length = 0

  return {
    take(digest, read) {
      const known = texts.get(digest)
      const text = known ?? read()
      if (known === undefined) length += text.length
      else texts.delete(digest)
      texts.set(digest, text)
      for (const [oldest, { length: characters }] of texts) {
        if (length <= most || oldest === digest) break
        texts.delete(oldest)
        length -= characters
      }
      return text
    },
  }
}
