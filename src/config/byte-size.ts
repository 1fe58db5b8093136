const bytesOfUnit: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['K', 2 ** 10],
  ['M', 2 ** 20],
  ['G', 2 ** 30],
])

/** A number of bytes, `least` or more, as it is written: `1024`, `512K`, `64M`, `2G`; `undefined` for anything else. */
export function parseBytes(text: string, least: number): number | undefined {
  const match = /^(\d{1,15})\s*([KMG]?)(?:i?B)?$/iu.exec(text)
  const bytes = Number(match?.[1]) * (bytesOfUnit.get(match?.[2]?.toUpperCase() ?? '') ?? Number.NaN)
  return bytes >= least && Number.isSafeInteger(bytes) ? bytes : undefined
}
