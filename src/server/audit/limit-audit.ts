import type { AuditEvent, AuditLog } from './audit.ts'

/** How much of what anybody can cause at will is written down in a while. */
export interface AuditLimits {
  /** Refusals of one user, or of an address where nobody signed in; logins of one user, and tokens issued to one. */
  readonly each: number
  /** Refusals of all together. */
  readonly all: number
  readonly milliseconds: number
  /** A clock in milliseconds that only goes forward; that of the process unless given. */
  readonly now?: () => number
}

/** As many as people cause; a program that goes on asking causes thousands. */
const usual: AuditLimits = { each: 60, all: 600, milliseconds: 60_000 }

/**
 * Where events are written down, but that a flood of refusals, of logins or of tokens does not wash away what else was written: the
 * last one of a user, or of all, before the limit says that more are left out until the while is over. What was changed, or could not
 * be, is always written.
 */
export function limitAudit(
  audit: AuditLog,
  { each, all, milliseconds, now = () => performance.now() }: AuditLimits = usual,
): AuditLog {
  let counts = new Map<string, number>()
  let total = 0
  let begun = now()

  return {
    ...audit,
    write(event) {
      const isRefusal = event.outcome === 'refused'
      if (!isRefusal && !atWill.has(event.action)) return audit.write(event)
      if (now() - begun >= milliseconds) {
        counts = new Map()
        total = 0
        begun = now()
      }
      const who = event.user === undefined ? `address ${event.address}` : `user ${event.user}`
      const key = isRefusal ? who : `${event.action} ${who}`
      const count = (counts.get(key) ?? 0) + 1
      if (count > each || (isRefusal && total >= all)) return
      counts.set(key, count)
      if (isRefusal) total += 1
      audit.write(count === each || (isRefusal && total === all) ? withoutMore(event) : event)
    },
  }
}

/** Actions that whoever signed in can do as often as they like. */
const atWill: ReadonlySet<string> = new Set(['login', 'token.issue'])

function withoutMore(event: AuditEvent): AuditEvent {
  return { ...event, details: { ...event.details, moreLeftOut: true } }
}
