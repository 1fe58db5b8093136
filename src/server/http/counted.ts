/** A number with what it counts, for sentences: `1 quad`, `2 quads`. */
export function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
