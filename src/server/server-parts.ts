import type { ServerProperties } from '../config/properties.ts'
import type { AuditLog } from './audit/audit.ts'
import type { ServerCertificate } from './http/server-certificate.ts'
import type { ReasoningWarnings } from './reasoning-warnings.ts'
import type { RecentLog } from './recent-log.ts'
import type { ServiceMetrics } from './service-metrics.ts'
import type { HomeServices } from './services.ts'
import type { Security } from './sign-in/security.ts'

/** Limits of the HTTP layer. */
export interface HttpLimits {
  /** Bytes of the body of a query, or of another request that is read whole. */
  readonly queryBytes: number
  /** Bytes of the text of a schema. */
  readonly schemaBytes: number
  /** Bytes of all headers of a request. */
  readonly headerBytes: number
  readonly headersMilliseconds: number
  /** For a whole body of a query, or between two pieces of data that is streamed. */
  readonly requestMilliseconds: number
  readonly connections: number
}

/** The limits unless told otherwise. */
export const httpLimits: HttpLimits = {
  queryBytes: 1 << 20,
  // As many as a schema can have. What knows that loads a parser, and commands that are no server should start fast.
  schemaBytes: 10 << 20,
  headerBytes: 16 << 10,
  headersMilliseconds: 5000,
  requestMilliseconds: 30_000,
  connections: 1000,
}

/** What the HTTP interface is made of. */
export interface ServerParts {
  /** Routes take what they need from `request.services`, so that it works on behalf of who asks. */
  readonly services: HomeServices
  readonly security: Security
  /** Who signed in, and who was refused what, is told of here. */
  readonly audit?: AuditLog
  /** Whether others than this machine can reach the server; they cannot unless it is said. */
  readonly exposed?: boolean
  /** What it shows of itself over HTTPS; it answers over HTTP without. */
  readonly certificate?: ServerCertificate
  /** Aborts when running requests must end because the server does. */
  readonly stopping: AbortSignal
  /** An existing folder for files that are being uploaded. */
  readonly spoolFolder: string
  /** Our own version. */
  readonly version: string
  readonly limits: HttpLimits
  /** The properties of the server, to be told; the default ones unless given. */
  readonly properties?: ServerProperties
  /** What it counts of itself; without it nothing is counted. */
  readonly metrics?: ServiceMetrics
  /** What reasoning leaves out of vocabularies, for the log. */
  readonly warnings?: Pick<ReasoningWarnings, 'listen'>
  /** What it wrote to its log of late. */
  readonly recentLog?: Pick<RecentLog, 'text'>
  /** Has the server stop, once it answered who asked for it; without it nobody can ask. */
  readonly shutdown?: () => void
  /** What the log keeps, and where; no log without it. */
  readonly log?: { readonly level: 'info' | 'warn'; readonly stream: { write(line: string): unknown } }
}
