import { isAbsoluteIri } from '../rdf/iri.ts'
import { parseBytes } from './byte-size.ts'
import { booleanKind, type OptionKind } from './option-kinds.ts'
import type { RemoteSettings } from './remote-settings.ts'

/** A URL to send requests to, without credentials in it: those have options of their own. */
export function urlKind(settings: (url: string) => RemoteSettings): OptionKind {
  return {
    type: 'String',
    expected: 'an absolute URL with http or https, without a user name, a password or a "#" in it',
    isPrivate: true,
    read(text) {
      const url = /[\s\\#]/u.test(text) ? null : URL.parse(text)
      if (url === null || !/^https?:\/\//iu.test(text)) return undefined
      if (url.username !== '' || url.password !== '' || url.hostname === '') return undefined
      return { value: url.href, settings: { remote: settings(url.href) } }
    },
  }
}

/** The name of a user, as Basic authentication can say it (RFC 7617, 2). */
export function userKind(settings: (user: string) => RemoteSettings): OptionKind {
  return {
    type: 'String',
    expected: 'a text of 1 to 1024 characters without colons and control characters',
    read: (text) =>
      /^[^:\p{Cc}]{1,1024}$/u.test(text) ? { value: text, settings: { remote: settings(text) } } : undefined,
  }
}

/** A text that nobody is shown, also not where it is wrong; what is kept of it is sealed. */
export function secretKind(
  pattern: RegExp,
  expected: string,
  settings: (sealed: string) => RemoteSettings,
): OptionKind {
  return {
    type: 'String',
    expected,
    isPrivate: true,
    isSecret: true,
    read: (text) =>
      pattern.test(text) ? { value: shownSecret, settings: { remote: settings(text) } } : undefined,
  }
}

/** What is shown in place of a secret. */
export const shownSecret = '***'

/** `true` or `false`, in any case. */
export function switchKind(settings: (value: boolean) => RemoteSettings): OptionKind {
  return booleanKind((value) => ({ remote: settings(value) }))
}

/** Scopes of a token (RFC 6749, 3.3); of several spaces between them one is kept. */
export function scopeKind(settings: (scope: string) => RemoteSettings): OptionKind {
  return {
    type: 'String',
    expected: 'names of scopes with spaces between them, of 2048 characters at most',
    read(text) {
      const scope = text.split(/ +/u).join(' ')
      if (!/^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/u.test(scope)) return undefined
      return scope.length > 2048 ? undefined : { value: scope, settings: { remote: settings(scope) } }
    },
  }
}

/** Whom a token is for, by the name that its issuer has for it. */
export function audienceKind(settings: (audience: string) => RemoteSettings): OptionKind {
  return {
    type: 'String',
    expected: 'a text of 1 to 1024 characters without control characters',
    read: (text) =>
      /^\P{Cc}{1,1024}$/u.test(text) ? { value: text, settings: { remote: settings(text) } } : undefined,
  }
}

/** How the union of all graphs is asked for. */
export function unionKind(
  settings: (union: NonNullable<RemoteSettings['union']>) => RemoteSettings,
): OptionKind {
  return {
    type: 'String',
    expected: '"default", "graphs" or the IRI of a graph',
    read(text) {
      if (text === 'default' || text === 'graphs')
        return { value: text, settings: { remote: settings(text) } }
      return isAbsoluteIri(text) ? { value: text, settings: { remote: settings({ iri: text }) } } : undefined
    },
  }
}

/** A name of lower-case letters, digits and `-`. */
export function wordKind(settings: (word: string) => RemoteSettings): OptionKind {
  return {
    type: 'String',
    expected: 'a name of lower-case letters, digits and "-"',
    read: (text) =>
      /^[a-z][a-z0-9-]{0,63}$/u.test(text)
        ? { value: text, settings: { remote: settings(text) } }
        : undefined,
  }
}

/** A whole number from 1 to `most`. */
export function numberKind(most: number, settings: (value: number) => RemoteSettings): OptionKind {
  return {
    type: 'Integer',
    expected: `a whole number from 1 to ${most}`,
    read(text) {
      const value = /^[1-9]\d{0,8}$/u.test(text) ? Number(text) : Number.NaN
      return value <= most ? { value, settings: { remote: settings(value) } } : undefined
    },
  }
}

/** A number of bytes; its value is the text that it was given as. */
export function bytesKind(settings: (bytes: number) => RemoteSettings): OptionKind {
  return {
    type: 'String',
    expected: 'bytes, or a number and a unit, such as 512K, 64M or 2G',
    read(text) {
      const bytes = parseBytes(text, 1)
      return bytes === undefined ? undefined : { value: text, settings: { remote: settings(bytes) } }
    },
  }
}
