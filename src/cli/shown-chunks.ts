import type { Output } from './terminal.ts'

// What steers a terminal or turns around what is printed after it, but line ends and tabs.
const steering = /\r(?!\n|$)|(?![\t\n\r])\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/**
 * A document as an output shows it. Where a person looks, control characters and the explicit controls of the
 * bidirectional algorithm (Unicode UAX 9, 2.1 to 2.4) become `\uXXXX`, which Turtle and its kin and JSON read as the same
 * character in strings; a program gets every byte as it is.
 */
export async function* shownChunks(
  chunks: AsyncIterable<Uint8Array>,
  { interactive }: Pick<Output, 'interactive'>,
): AsyncGenerator<Uint8Array> {
  if (!interactive) {
    yield* chunks
    return
  }
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true })
    if (text !== '') yield Buffer.from(escaped(text))
  }
  const rest = decoder.decode()
  if (rest !== '') yield Buffer.from(escaped(rest))
}

function escaped(text: string): string {
  return text.replace(
    steering,
    (found) => `\\u${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  )
}
