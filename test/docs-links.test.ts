import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

describe('links to headings', () => {
  const docs = new URL('../docs/', import.meta.url)
  const pages = readdirSync(docs).filter((name) => name.endsWith('.md'))
  const textOf = (name: string): string => readFileSync(new URL(name, docs), 'utf8')

  /** The names that headings have in links, as GitHub makes them. */
  const headings = (name: string): readonly string[] =>
    [...textOf(name).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    )

  it.each(pages)('of docs/%s lead to one that there is', (name) => {
    const prose = textOf(name).replaceAll(/^```.*?^```$/gms, '')
    const targets = [...prose.matchAll(/\]\(([^:)#]*)#([^)]+)\)/g)]
      .map(([, page = '', heading = '']) => ({ page: page === '' ? name : page, heading }))
      .filter(({ page }) => pages.includes(page))
    expect(targets.filter(({ page, heading }) => !headings(page).includes(heading))).toEqual([])
  })
})
