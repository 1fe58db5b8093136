import { readFileSync } from 'node:fs'

/** The page on tokens and identity providers. */
export const page = readFileSync(new URL('../docs/authentication.md', import.meta.url), 'utf8')

/** A configuration that is shown. */
export interface DocumentedSettings {
  /** Heading that it stands under. */
  readonly section: string
  readonly yaml: string
  /** Tokens that stand after it, as their claims, each with what it comes to. */
  readonly tokens: readonly { readonly claims: string; readonly result: string }[]
}

const others = ['README.md', 'docs/remote.md'].map((name) =>
  readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'),
)

/** The configurations on the page, in their order, and those of other pages. */
export const documentedSettings: readonly DocumentedSettings[] = [page, ...others]
  .join('\n')
  .split(/^###? /m)
  .flatMap((part) => {
    const section = part.slice(0, part.indexOf('\n'))
    return part
      .split(/^```yaml\n/m)
      .slice(1)
      .map((after) => ({
        section,
        yaml: after.slice(0, after.indexOf('\n```') + 1),
        tokens: [...after.matchAll(/^```json\n(.*?)^```\n\n```text\n(.*?)^```/gms)].map(
          ([, claims = '', result = '']) => ({ claims, result }),
        ),
      }))
  })
