/** Everything in batches, in order. */
export async function collect<Item>(batches: AsyncIterable<readonly Item[]>): Promise<readonly Item[]> {
  const items: Item[] = []
  for await (const batch of batches) items.push(...batch)
  return items
}
