import type { AuditEvent } from './audit.ts'

/** Characters of a text that are kept: names come from whoever tries them. */
const longest = 1000

/**
 * An audit event as a line of JSON, without its end: `time` first, ISO 8601 in UTC, then the members of the event that there are. What
 * a terminal would not show as it is, is escaped.
 */
export function auditLine(event: AuditEvent, time: Date): string {
  const { action, outcome, user, signedInAs, address, requestId, target, details } = event
  const text = JSON.stringify(
    { time: time.toISOString(), action, outcome, user, signedInAs, address, requestId, target, details },
    (_, value: unknown) => (typeof value === 'string' ? shortened(value) : value),
  )
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped)
}

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

function escaped(sign: string): string {
  const units = Array.from({ length: sign.length }, (_, index) => sign.charCodeAt(index))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}
