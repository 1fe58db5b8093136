import type { KeyObject } from 'node:crypto'
import type { IssuerSettings } from './token-settings.ts'

/** Whether whoever signs tokens of one issuer could sign those of the other: both have the same secret for some algorithm. */
export function shareSecret(one: IssuerSettings, other: IssuerSettings): boolean {
  const secrets = secretsOf(other)
  return secretsOf(one).some((secret) => secrets.some((another) => secret.equals(another)))
}

/** Whether a secret of the issuer is this one. */
export function hasSecret(issuer: IssuerSettings, secret: KeyObject): boolean {
  return secretsOf(issuer).some((own) => own.equals(secret))
}

function secretsOf({ keys }: IssuerSettings): readonly KeyObject[] {
  if (keys.kind === 'discovered') return []
  return [...keys.keys.values()].flatMap((key) => (key.kind === 'secret' ? [key.key] : []))
}
