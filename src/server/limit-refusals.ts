import type { AuditEvent, AuditLog } from './audit.ts'

/** How many refusals are written down in a while. */
export interface RefusalLimits {
  /** Of one user, or of an address where nobody signed in. */
  readonly each: number
  /** Of all together. */
  readonly all: number
  readonly milliseconds: number
  /** A clock in milliseconds that only goes forward; that of the process unless given. */
  readonly now?: () => number
}

/** As many as people cause; a program that goes on asking causes thousands. */
const usual: RefusalLimits = { each: 60, all: 600, milliseconds: 60_000 }

/**
 * Where refusals are written down, but that a flood of them does not wash away what else was written: the last one of a user, or
 * of all, before the limit says that more are left out until the while is over. What is no refusal is always written.
 */
export function limitRefusals(
  audit: AuditLog,
  { each, all, milliseconds, now = () => performance.now() }: RefusalLimits = usual,
): AuditLog {
  let counts = new Map<string, number>()
  let total = 0
  let begun = now()

  return {
    ...audit,
    write(event) {
      if (event.outcome !== 'refused') return audit.write(event)
      if (now() - begun >= milliseconds) {
        counts = new Map()
        total = 0
        begun = now()
      }
      const key = event.user === undefined ? `address ${event.address}` : `user ${event.user}`
      const count = (counts.get(key) ?? 0) + 1
      if (count > each || total >= all) return
      counts.set(key, count)
      total += 1
      audit.write(count === each || total === all ? withoutMore(event) : event)
    },
  }
}

function withoutMore(event: AuditEvent): AuditEvent {
  return { ...event, details: { ...event.details, moreLeftOut: true } }
}
