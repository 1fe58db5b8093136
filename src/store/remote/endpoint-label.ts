/** What errors call a database and its endpoint; of the endpoint's URL the host only. */
export function endpointLabel(database: string, url: string): string {
  return `Database "${database}", endpoint ${new URL(url).host}`
}
