import type { Session } from '../../accounts/session.ts'

/** Who asks where a server does not ask who anybody is: may do everything. */
export const anonymous: Session = { user: 'anonymous', superuser: true, permissions: [] }
