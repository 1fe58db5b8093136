import { isAbsolute } from 'node:path'
import { parseBytes } from './byte-size.ts'
import { type Property, wholeNumber } from './property.ts'

/** The properties that accounts and access have. */
export interface AccountProperties {
  /** `license`: a UUID; absent: that of the home folder. */
  readonly license?: string
  /** `password.…`: what new passwords have to be like. */
  readonly passwords: PasswordProperties
  /** `security.named.graphs`: whether the graphs of a database have permissions of their own, where its options do not say. */
  readonly namedGraphs: boolean
  readonly audit: AuditProperties
  /** `jwt.conf`: absolute path of the file that says which tokens are issued and trusted; absent: those of the server alone. */
  readonly jwtConf?: string
  /** `jwt.autocreated.password.reset`: whether an administrator may set passwords of users that tokens created. */
  readonly autoCreatedPasswordReset: boolean
  /** `query.user.limit`: queries of one user that run at once. */
  readonly queryUserLimit: number
}

/** What new passwords have to be like. */
export interface PasswordProperties {
  /** `password.length.min`: characters. */
  readonly shortest: number
  /** `password.length.max`: characters. */
  readonly longest: number
  /** `password.regex`: a regular expression of JavaScript, which has to match the whole password; absent: every password does. */
  readonly form?: string
}

/** Whether and how it is kept who did what. */
export interface AuditProperties {
  /** `audit.log` */
  readonly on: boolean
  /** `audit.bytes`: of one file, before the next one is begun. */
  readonly bytes: number
  /** `audit.files`: former files that are kept. */
  readonly files: number
}

/** These properties where no file says anything else. */
export const defaultAccountProperties: AccountProperties = {
  passwords: { shortest: 4, longest: 1024 },
  namedGraphs: false,
  audit: { on: true, bytes: 64 * 2 ** 20, files: 10 },
  autoCreatedPasswordReset: false,
  queryUserLimit: 8,
}

/** As long as a header of credentials can be, with room to spare. */
const longestPassword = 1024

type Change = (before: AccountProperties) => Partial<AccountProperties>

function passwords(change: Partial<PasswordProperties>): Change {
  return (before) => ({ passwords: { ...before.passwords, ...change } })
}

function audit(change: Partial<AuditProperties>): Change {
  return (before) => ({ audit: { ...before.audit, ...change } })
}

function count(least: number, most: number, result: (value: number) => Change): Property<AccountProperties> {
  return {
    read: (value, before) =>
      wholeNumber<AccountProperties>(least, most, (number) => result(number)(before))(value),
    expected: `a whole number from ${least} to ${most}`,
  }
}

/** One of two words, in any case. */
function either(no: string, yes: string, result: (value: boolean) => Change): Property<AccountProperties> {
  return {
    read(value, before) {
      const word = value.toLowerCase()
      return word === no || word === yes ? result(word === yes)(before) : undefined
    },
    expected: `${yes} or ${no}`,
  }
}

/** How these properties are written, by name. */
export const accountProperties: readonly (readonly [string, Property<AccountProperties>])[] = [
  ['query.user.limit', count(1, 100_000, (queryUserLimit) => () => ({ queryUserLimit }))],
  ['password.length.min', count(1, longestPassword, (shortest) => passwords({ shortest }))],
  ['password.length.max', count(1, longestPassword, (longest) => passwords({ longest }))],
  [
    'password.regex',
    {
      read: (form, before) => (isForm(form) ? passwords({ form })(before) : undefined),
      expected: 'a regular expression of JavaScript',
    },
  ],
  ['security.named.graphs', either('false', 'true', (namedGraphs) => () => ({ namedGraphs }))],
  [
    'license',
    {
      read: (value) => (isUuid(value.toLowerCase()) ? { license: value.toLowerCase() } : undefined),
      expected: 'a UUID such as 123e4567-e89b-42d3-a456-426614174000',
    },
  ],
  [
    'jwt.conf',
    {
      read: (jwtConf) => (isAbsolute(jwtConf) ? { jwtConf } : undefined),
      expected: 'an absolute path',
    },
  ],
  [
    'jwt.autocreated.password.reset',
    either('false', 'true', (autoCreatedPasswordReset) => () => ({ autoCreatedPasswordReset })),
  ],
  ['audit.log', either('off', 'on', (on) => audit({ on }))],
  [
    'audit.bytes',
    {
      read(value, before) {
        const bytes = parseBytes(value, leastAuditBytes)
        return bytes === undefined ? undefined : audit({ bytes })(before)
      },
      expected: 'bytes, or a number and a unit, such as 64K, 64M or 2G, and at least 64K',
    },
  ],
  ['audit.files', count(0, 1000, (files) => audit({ files }))],
]

const leastAuditBytes = 64 * 2 ** 10

/** What is wrong with these properties as a whole, if anything. */
export function contradictionOf({ passwords: { shortest, longest } }: AccountProperties): string | undefined {
  if (shortest <= longest) return undefined
  return `No password can have ${shortest} characters or more ("password.length.min") and ${longest} or less ("password.length.max").`
}

/** Whether a text is a UUID in small letters. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u.test(text)
}

function isForm(text: string): boolean {
  try {
    new RegExp(text, 'u')
    return text !== ''
  } catch {
    return false
  }
}
