/** Names at most that are told one by one. */
const most = 20

/** Names in quotes, with "and" before the last one; of many the first ones, and how many there are beside them. */
export function namesText(names: readonly string[]): string {
  const shown = names.slice(0, most).map((name) => JSON.stringify(name))
  const more = names.length - shown.length
  const all = more > 0 ? [...shown, `${more} more`] : shown
  const last = all.at(-1) ?? ''
  return all.length < 2 ? last : `${all.slice(0, -1).join(', ')} and ${last}`
}
