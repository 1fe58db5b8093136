import { createHash, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { ClientProof } from '../settings/token-settings.ts'

/** Seconds for which an assertion holds; it is made anew for each request. */
const lifetime = 300

/** Who asserts what to whom. */
export interface ClientAssertionParts {
  readonly clientId: string
  /** The URL of the token endpoint that is asked. */
  readonly audience: string
  readonly proof: Extract<ClientProof, { kind: 'certificate' }>
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * A token by which a client shows that it has the key of its certificate (RFC 7523, section 3): signed with PSS, and naming the certificate
 * by its SHA-256, as Microsoft Entra wants it.
 */
export function clientAssertion({ clientId, audience, proof, now }: ClientAssertionParts): Promise<string> {
  const thumbprint = createHash('sha256').update(proof.certificate).digest('base64url')
  const issued = Math.floor(now / 1000)
  return new SignJWT()
    .setProtectedHeader({ alg: 'PS256', typ: 'JWT', 'x5t#S256': thumbprint })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(audience)
    .setJti(randomUUID())
    .setIssuedAt(issued)
    .setNotBefore(issued)
    .setExpirationTime(issued + lifetime)
    .sign(proof.key)
}
