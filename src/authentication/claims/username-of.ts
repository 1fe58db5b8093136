import type { UsernameRule } from '../settings/token-settings.ts'
import { readUsernameTemplate } from './username-template.ts'

/** The user name that a token gives, or why it gives none. */
export type TokenUsername =
  | {
      readonly kind: 'username'
      readonly username: string
      /** What gave it. */
      readonly by:
        | { readonly kind: 'field'; readonly claim: string }
        | { readonly kind: 'template'; readonly template: string }
    }
  /** `reason` is a sentence that names claims, and has no value of one. */
  | { readonly kind: 'none'; readonly reason: string }

/**
 * The user name in the claims of a token (Spec, Authentication, 6). The claim that is named has to be a text. Of templates the first
 * one counts whose claims are all there: texts, or whole numbers that JSON keeps exactly. An empty text is as good as none.
 */
export function usernameOf(rule: UsernameRule, claims: Readonly<Record<string, unknown>>): TokenUsername {
  switch (rule.kind) {
    case 'field':
      return byField(rule.claim, claims)
    case 'templates':
      return byTemplates(rule.templates, claims)
  }
}

function byField(claim: string, claims: Readonly<Record<string, unknown>>): TokenUsername {
  const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined
  if (typeof value === 'string' && value !== '') {
    return { kind: 'username', username: value, by: { kind: 'field', claim } }
  }
  const shown = JSON.stringify(claim)
  return { kind: 'none', reason: `The claim ${shown}, which is to be the user name, is ${lack(value)}.` }
}

function lack(value: unknown): string {
  if (value === undefined) return 'not in the token'
  return value === '' ? 'empty' : 'no text'
}

function byTemplates(templates: readonly string[], claims: Readonly<Record<string, unknown>>): TokenUsername {
  const missing = new Set<string>()
  for (const template of templates) {
    const filled = fill(template, claims)
    if (filled.kind === 'filled') {
      return { kind: 'username', username: filled.text, by: { kind: 'template', template } }
    }
    for (const claim of filled.claims) missing.add(claim)
  }
  const names = [...missing].map((claim) => JSON.stringify(claim)).join(', ')
  return {
    kind: 'none',
    reason: `No template of user names has all its claims in the token; missing there, or no text: ${names}.`,
  }
}

type Filled =
  | { readonly kind: 'filled'; readonly text: string }
  /** Names of those that are not there. */
  | { readonly kind: 'missing'; readonly claims: readonly string[] }

function fill(template: string, claims: Readonly<Record<string, unknown>>): Filled {
  const pieces = readUsernameTemplate(template)
  // Those of settings were read before.
  if (typeof pieces === 'string') throw new Error(pieces)
  const missing: string[] = []
  let text = ''
  for (const piece of pieces) {
    if (piece.kind === 'text') {
      text += piece.text
      continue
    }
    const value = Object.hasOwn(claims, piece.claim) ? claims[piece.claim] : undefined
    if (typeof value === 'string' && value !== '') text += value
    else if (Number.isSafeInteger(value)) text += String(value)
    else missing.push(piece.claim)
  }
  return missing.length === 0 ? { kind: 'filled', text } : { kind: 'missing', claims: missing }
}
