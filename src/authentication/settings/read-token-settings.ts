import { createSecretKey } from 'node:crypto'
import { scheduleProblem } from './delete-schedule.ts'
import { canNameSameUser } from './issuer-names.ts'
import { keyPath } from './key-path.ts'
import { parseSettings } from './parse-settings.ts'
import { readIssuer } from './read-issuer.ts'
import { checkLocalIssuer } from './read-local-issuer.ts'
import { defaultIssuer, readSigner } from './read-signer.ts'
import { openSection, problemOf, readText, type Section } from './section.ts'
import type { SettingsNode } from './settings-node.ts'
import { createSettingsReport, type SettingsProblem, type SettingsReport } from './settings-report.ts'
import { hasSecret, shareSecret } from './shared-secret.ts'
import type { IssuerSettings, SignerSettings, TokenSettings } from './token-settings.ts'

/** What came of reading settings: them, or all that is wrong; in the order of their places. */
export type TokenSettingsReading =
  | {
      readonly kind: 'settings'
      readonly settings: TokenSettings
      readonly warnings: readonly SettingsProblem[]
    }
  | { readonly kind: 'problems'; readonly problems: readonly SettingsProblem[] }

/** What a text in UTF-8 has at most. */
const mostCharacters = 2 ** 20

/** The keys at the top of a file. */
export const fileKeys: readonly string[] = [
  'confVersion',
  'deploymentName',
  'autoDeleteUsersSchedule',
  'signer',
  'issuers',
]

/** Settings where there is no file. */
export const noTokenSettings: TokenSettings = Object.freeze({ issuers: new Map<string, IssuerSettings>() })

/**
 * Reads the text of a `jwt.conf` (Spec, JWT configuration file) and the files of keys that it names. Everything that is wrong is found,
 * not only the first of it; no message repeats a secret.
 */
export function readTokenSettings(text: string): TokenSettingsReading {
  const report = createSettingsReport()
  const settings = settingsOf(text, report)
  const problems = report.problems.toSorted(byPlace)
  if (settings === undefined || problems.length > 0) return { kind: 'problems', problems }
  return { kind: 'settings', settings, warnings: report.warnings.toSorted(byPlace) }
}

function byPlace(one: SettingsProblem, other: SettingsProblem): number {
  return one.line - other.line || one.column - other.column
}

function settingsOf(text: string, report: SettingsReport): TokenSettings | undefined {
  if (text.length > mostCharacters) {
    report.problem({ line: 1, column: 1 }, '', 'Expected a file of at most 1 MiB.')
    return undefined
  }
  const root = parseSettings(text, report)
  const section = root && openSection(root, '', fileKeys, report)
  if (section === undefined) return undefined
  checkVersion(section)
  const deploymentName = readDeploymentName(section)
  const autoDeleteUsersSchedule = readSchedule(section)
  const signerNode = section.values.get('signer')
  const signer = signerNode && readSigner(signerNode, report)
  const own = {
    name: localIssuerOf(signerNode),
    signer,
    isRight: signerNode === undefined || signer !== undefined,
  }
  const issuers = readIssuers(section, own)
  return {
    ...(deploymentName !== undefined && { deploymentName }),
    ...(autoDeleteUsersSchedule !== undefined && { autoDeleteUsersSchedule }),
    ...(signer && { signer }),
    issuers,
  }
}

/** Stands in a header of each refusal, all of whose headers together clients take a few KiB of. */
const longestName = 255

function readDeploymentName(section: Section): string | undefined {
  const name = readText(section, 'deploymentName')
  if (name === undefined || name.length <= longestName) return name
  const message = `Expected a text of at most ${longestName} characters, not of ${name.length}.`
  return problemOf(section, 'deploymentName', message)
}

/** `1.0`, which YAML takes for a number where it has no quotes. */
function checkVersion(section: Section): void {
  const node = section.values.get('confVersion')
  if (node === undefined) return
  const written = node.kind === 'number' ? node.written : node.kind === 'text' ? node.text : undefined
  if (written !== '1.0')
    problemOf(section, 'confVersion', 'Expected 1.0, the one version of the format that there is.')
}

function readSchedule(section: Section): string | undefined {
  const expression = readText(section, 'autoDeleteUsersSchedule')
  if (expression === undefined) return undefined
  const problem = scheduleProblem(expression)
  return problem === undefined ? expression.trim() : problemOf(section, 'autoDeleteUsersSchedule', problem)
}

/** The service itself as an issuer. */
interface LocalIssuer {
  readonly name: string
  readonly signer: SignerSettings | undefined
  /** Whether what `signer` says can be compared with. */
  readonly isRight: boolean
}

/** The name of the service as an issuer, also where its signer is wrong otherwise. */
function localIssuerOf(signer: SettingsNode | undefined): string {
  const entry = signer?.kind === 'map' ? signer.entries.find(({ key }) => key === 'issuer') : undefined
  return entry?.value.kind === 'text' ? entry.value.text : defaultIssuer
}

function readIssuers(section: Section, own: LocalIssuer): ReadonlyMap<string, IssuerSettings> {
  const { report } = section
  const issuers = new Map<string, IssuerSettings>()
  const node = section.values.get('issuers')
  if (node === undefined || node.kind === 'nothing') return issuers
  if (node.kind !== 'map') {
    problemOf(section, 'issuers', 'Expected issuers, each with its keys below it.')
    return issuers
  }
  for (const { key: issuer, value, line, column } of node.entries) {
    const path = keyPath('issuers', issuer)
    if (issuer.trim() !== issuer || issuer === '' || /\p{Cc}/u.test(issuer)) {
      const expected =
        'Expected the issuer as it stands in the claim "iss" of its tokens, such as https://idp.example'
      report.problem({ line, column }, path, `${expected}: not empty, without white space around it.`)
    }
    if (issuer === own.name) {
      if (own.isRight) checkLocalIssuer(value, path, own.signer, report)
      continue
    }
    const read = readIssuer(issuer, value, path, report)
    if (read === undefined) continue
    warnOfOthers(read, issuers, own, (message) => report.warning({ line, column }, path, message))
    issuers.set(issuer, read)
  }
  return issuers
}

/** What an issuer has in common with those before it, or with the service itself, that should be its own. */
function warnOfOthers(
  issuer: IssuerSettings,
  before: ReadonlyMap<string, IssuerSettings>,
  { signer }: LocalIssuer,
  warn: (message: string) => void,
): void {
  const others = [...before.values()]
  const rival = others.find((other) => canNameSameUser(issuer, other))
  if (rival !== undefined) {
    const advice = 'Unless that is meant, have "usernameTemplates" of each begin with a prefix of its own.'
    warn(`Its tokens can name the same users as those of ${JSON.stringify(rival.issuer)}. ${advice}`)
  }
  const sharer = others.find((other) => shareSecret(issuer, other))
  if (sharer !== undefined)
    warn(
      `It has the same secret as ${JSON.stringify(sharer.issuer)}: who signs for one of them can sign for the other.`,
    )
  if (signer?.key.kind === 'hmac' && hasSecret(issuer, createSecretKey(signer.key.secret)))
    warn('It has the same secret as "signer". Have each keep one of its own.')
}
