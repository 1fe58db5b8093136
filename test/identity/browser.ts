/** What a browser came to: a page, or an address that is not the site's, which it would open next. */
export type Seen =
  | { readonly kind: 'page'; readonly url: string; readonly status: number; readonly html: string }
  | { readonly kind: 'left'; readonly url: URL }

/** As much of a browser as signing in takes: it follows redirects, keeps cookies, and sends forms. */
export interface Browser {
  open(url: string | URL): Promise<Seen>
  /** Sends the form of a page, with what stands in its fields and what is filled in. */
  submit(page: Seen, filled?: Readonly<Record<string, string>>): Promise<Seen>
}

/** Opens a browser without cookies; addresses that begin with `end` are not opened but told. */
export function openBrowser(end: string): Browser {
  const cookies: Cookie[] = []

  async function visit(from: URL, init: RequestInit): Promise<Seen> {
    let url = from
    let request = init
    for (let redirects = 0; redirects < 10; redirects += 1) {
      if (url.href.startsWith(end)) return { kind: 'left', url }
      const answer = await fetch(url, {
        ...request,
        redirect: 'manual',
        headers: { cookie: cookieHeader(cookies, url) },
      })
      for (const line of answer.headers.getSetCookie()) keepCookie(cookies, line)
      const location = answer.headers.get('location')
      const html = await answer.text()
      if (location === null) return { kind: 'page', url: url.href, status: answer.status, html }
      url = new URL(location, url)
      request = { method: 'GET' }
    }
    throw new Error(`More than 10 redirects, the last one to ${url}.`)
  }

  return {
    open: (url) => visit(new URL(url), { method: 'GET' }),
    submit(page, filled = {}) {
      const { url, html } = pageOf(page)
      const action = /<form\b[^>]*\baction="([^"]*)"/u.exec(html)?.[1]
      if (action === undefined) throw new Error(`There is no form on the page ${url}: ${html}`)
      const fields = [...html.matchAll(/<input\b[^>]*>/gu)].map(([field]) => field)
      const form = new URLSearchParams(
        fields.map((field): [string, string] => {
          const name = attribute(field, 'name')
          return [name, filled[name] ?? attribute(field, 'value')]
        }),
      )
      return visit(new URL(action, url), { method: 'POST', body: form })
    },
  }
}

/** The page that was seen. */
export function pageOf(seen: Seen): Extract<Seen, { kind: 'page' }> {
  if (seen.kind !== 'page') throw new Error(`The browser went on to ${seen.url}.`)
  return seen
}

interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
}

const attribute = (tag: string, name: string): string =>
  new RegExp(`\\b${name}="([^"]*)"`, 'u').exec(tag)?.[1] ?? ''

function keepCookie(cookies: Cookie[], line: string): void {
  const [pair = '', ...attributes] = line.split(/;\s*/u)
  const [, name = '', value = ''] = /^([^=]*)=(.*)$/u.exec(pair) ?? []
  const said = (key: string): string | undefined =>
    attributes.find((text) => text.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1)
  const path = said('path') ?? '/'
  const kept = cookies.findIndex((cookie) => cookie.name === name && cookie.path === path)
  if (kept >= 0) cookies.splice(kept, 1)
  const expires = said('expires')
  if (expires === undefined || Date.parse(expires) > Date.now()) cookies.push({ name, value, path })
}

// RFC 6265, section 5.1.4.
const isBelow = (pathname: string, path: string): boolean =>
  pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)

const cookieHeader = (cookies: readonly Cookie[], { pathname }: URL): string =>
  cookies
    .filter(({ path }) => isBelow(pathname, path))
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')
