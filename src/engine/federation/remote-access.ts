import { isObject } from '../is-object.ts'
/** What queries and updates may fetch from elsewhere; nothing unless an operator allows it. */
export interface RemoteAccess {
  readonly services: ServiceAccess
  readonly documents: DocumentAccess
}

/** Endpoints that `SERVICE` may ask. */
export interface ServiceAccess {
  /** IRIs of endpoints: the property `sparql.service.allowed`. */
  readonly allowed: readonly string[]
  /** Milliseconds for one request until its answer is read: `sparql.service.timeout`. */
  readonly timeout: number
  /** Solutions that one query may fetch: `sparql.service.rows`. */
  readonly rows: number
}

/** Documents that `LOAD` may read. */
export interface DocumentAccess {
  /** What their IRIs begin with: the property `sparql.load.allowed`. */
  readonly allowed: readonly string[]
  /** Milliseconds until a document is read: `sparql.load.timeout`. */
  readonly timeout: number
  /** Bytes of one document as it is sent: `sparql.load.bytes`. */
  readonly bytes: number
  /** Absolute path of a folder where they are while they are needed; the one for temporary files unless given. */
  readonly folder?: string
}

/** Nothing is allowed; the limits are those unless told otherwise. */
export const noRemoteAccess: RemoteAccess = {
  services: { allowed: [], timeout: 30_000, rows: 100_000 },
  documents: { allowed: [], timeout: 300_000, bytes: 2 ** 30 },
}

/** What an engine is told to allow, the rest as in {@link noRemoteAccess}. */
export interface RemoteOptions {
  readonly services?: Partial<ServiceAccess>
  readonly documents?: Partial<DocumentAccess>
}

/** What is allowed by options. */
export function remoteAccess({ services, documents }: RemoteOptions = {}): RemoteAccess {
  return {
    services: { ...noRemoteAccess.services, ...services },
    documents: { ...noRemoteAccess.documents, ...documents },
  }
}

/** What another process wrote as JSON; nothing is allowed where it wrote nothing. */
export function readRemoteAccess(text: string | undefined): RemoteAccess {
  const value: unknown = text === undefined ? noRemoteAccess : JSON.parse(text)
  if (!isRemoteAccess(value)) throw new Error('What may be fetched cannot be read.')
  return value
}

function isRemoteAccess(value: unknown): value is RemoteAccess {
  return (
    isObject(value) &&
    'services' in value &&
    hasNumbers(value.services, ['timeout', 'rows']) &&
    'documents' in value &&
    hasNumbers(value.documents, ['timeout', 'bytes'])
  )
}

function hasNumbers(value: unknown, names: readonly string[]): boolean {
  if (!isObject(value) || !('allowed' in value) || !Array.isArray(value.allowed)) return false
  return (
    value.allowed.every((one) => typeof one === 'string') &&
    names.every((name) => typeof Reflect.get(value, name) === 'number')
  )
}
