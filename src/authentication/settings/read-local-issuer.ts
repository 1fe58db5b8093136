import { createSecretKey } from 'node:crypto'
import { keyPath } from './key-path.ts'
import { issuerKeys } from './read-issuer.ts'
import { readAlgorithms } from './read-issuer-keys.ts'
import { defaultAudience } from './read-signer.ts'
import { openSection, problemOf, readText, type Section } from './section.ts'
import type { SettingsNode } from './settings-node.ts'
import type { SettingsReport } from './settings-report.ts'
import type { SignerSettings, SigningKey, VerificationKey } from './token-settings.ts'

/**
 * Checks the entry of the service itself among the issuers, which existing files have and which adds nothing: it may repeat what
 * `signer` says.
 *
 * @param signer - `signer`; absent: the one that holds without it, whose secret is in the home folder
 */
export function checkLocalIssuer(
  node: SettingsNode,
  path: string,
  signer: SignerSettings | undefined,
  report: SettingsReport,
): void {
  const section = openSection(node, path, issuerKeys, report)
  if (section === undefined) return
  const own = 'This is the service itself, whose own tokens are always trusted'
  for (const name of section.values.keys()) {
    if (name !== 'audience' && name !== 'algorithms')
      problemOf(section, name, `${own}: expected "audience" and "algorithms" only. Remove this key.`)
  }
  const audience = readText(section, 'audience')
  const expected = signer?.audience ?? defaultAudience
  if (audience !== undefined && audience !== expected)
    problemOf(
      section,
      'audience',
      `${own}: expected the audience of the signer, ${JSON.stringify(expected)}.`,
    )
  checkKeys(section, signer)
}

function checkKeys(section: Section, signer: SignerSettings | undefined): void {
  if (!section.values.has('algorithms')) return
  if (signer === undefined) {
    problemOf(
      section,
      'algorithms',
      'This is the service itself, which signs with a secret of the home folder: remove this key, or set "signer".',
    )
    return
  }
  for (const [algorithm, key] of readAlgorithms(section) ?? []) {
    if (algorithm === signer.key.algorithm && isSame(signer.key, key)) continue
    section.report.problem(
      section.values.get('algorithms') ?? section,
      keyPath(keyPath(section.path, 'algorithms'), algorithm),
      `This is the service itself: expected ${signer.key.algorithm} with the same ${signer.key.kind === 'hmac' ? 'secret' : 'public key'} as "signer" only. Remove this key.`,
    )
  }
}

function isSame(signing: SigningKey, verifying: VerificationKey): boolean {
  switch (signing.kind) {
    case 'hmac':
      return verifying.kind === 'secret' && createSecretKey(signing.secret).equals(verifying.key)
    case 'rsa':
      return verifying.kind === 'publicKey' && signing.publicKey.equals(verifying.key)
  }
}
