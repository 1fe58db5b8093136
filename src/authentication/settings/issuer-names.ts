import { readUsernameTemplate } from '../claims/username-template.ts'
import type { IssuerSettings, UsernameRule } from './token-settings.ts'

/** With what the names of users begin and end, whatever the claims are. */
interface NameForm {
  readonly start: string
  readonly end: string
}

/**
 * Whether tokens of two issuers can name the same user: unless what their templates begin or end with tells all of their names apart.
 */
export function canNameSameUser(one: IssuerSettings, other: IssuerSettings): boolean {
  const forms = nameForms(other.username)
  return nameForms(one.username).some((form) => forms.some((another) => canBeEqual(form, another)))
}

function canBeEqual(one: NameForm, other: NameForm): boolean {
  const starts = one.start.startsWith(other.start) || other.start.startsWith(one.start)
  const ends = one.end.endsWith(other.end) || other.end.endsWith(one.end)
  return starts && ends
}

function nameForms(rule: UsernameRule): readonly NameForm[] {
  if (rule.kind === 'field') return [{ start: '', end: '' }]
  return rule.templates.map((template) => {
    const pieces = readUsernameTemplate(template)
    const [first, last] = typeof pieces === 'string' ? [] : [pieces.at(0), pieces.at(-1)]
    return {
      start: first?.kind === 'text' ? first.text : '',
      end: last?.kind === 'text' ? last.text : '',
    }
  })
}
