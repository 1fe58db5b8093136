import { readUsernameTemplate } from '../claims/username-template.ts'
import { keyPath } from './key-path.ts'
import { problemOf, readText, readTexts, type Section } from './section.ts'
import type { UsernameRule } from './token-settings.ts'

/** Reads `usernameField` or `usernameTemplates`; the claim `sub` where there is neither. */
export function readUsernameRule(section: Section): UsernameRule | undefined {
  if (!section.values.has('usernameTemplates')) {
    const claim = readText(section, 'usernameField')
    if (claim !== undefined) return { kind: 'field', claim }
    return section.values.has('usernameField') ? undefined : { kind: 'field', claim: 'sub' }
  }
  if (section.values.has('usernameField'))
    problemOf(section, 'usernameField', 'Expected either this or "usernameTemplates", not both.')
  const texts = readTexts(section, 'usernameTemplates')
  if (texts === undefined) return undefined
  if (texts.length === 0)
    return problemOf(section, 'usernameTemplates', 'Expected at least one template, such as "acme_{sub}".')
  const path = keyPath(section.path, 'usernameTemplates')
  for (const [index, { text, ...place }] of texts.entries()) {
    const pieces = readUsernameTemplate(text)
    if (typeof pieces === 'string') section.report.problem(place, `${path}[${index}]`, pieces)
  }
  return { kind: 'templates', templates: texts.map(({ text }) => text) }
}
