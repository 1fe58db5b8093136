import type { Credentials } from '../authentication/authenticator.ts'

/** How a server is talked to, and on whose behalf. */
export interface ServerAccess {
  /** Absent: nobody's, which a server without security takes. */
  readonly credentials?: Credentials
  /** Name of the user to act as. */
  readonly runAs?: string
  /** Certificates of the only authorities that are trusted, PEM; absent: those that Node.js trusts. */
  readonly authorities?: string
  /** What a person can do whom the server does not let in. */
  readonly advice?: string
}

/**
 * The headers that tell a server who asks. Basic authentication is of UTF-8 (RFC 7617, 2.1), and so is the name of the user to act
 * as: header lines are bytes.
 */
export function accessHeaders({ credentials, runAs }: ServerAccess): Readonly<Record<string, string>> {
  return {
    ...(credentials === undefined ? {} : { Authorization: authorization(credentials) }),
    ...(runAs === undefined ? {} : { 'SD-Run-As': Buffer.from(runAs, 'utf8').toString('latin1') }),
  }
}

function authorization(credentials: Credentials): string {
  switch (credentials.kind) {
    case 'password': {
      const { user, password } = credentials
      return `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`
    }
    case 'token':
      return `Bearer ${credentials.token}`
  }
}
