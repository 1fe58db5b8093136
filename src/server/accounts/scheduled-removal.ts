import type { FastifyInstance } from 'fastify'
import { startDeletions } from '../../authentication/settings/delete-schedule.ts'
import type { ServerParts } from '../server-parts.ts'
import { removeTokenUsers } from './remove-token-users.ts'

/** Removes users that tokens made at the times of the schedule, if there is one, while the server listens. */
export function addScheduledRemoval(
  app: FastifyInstance,
  { security, audit }: Pick<ServerParts, 'security' | 'audit'>,
): void {
  if (security.kind === 'off' || security.removalSchedule === undefined) return
  const { accounts, removalSchedule } = security
  let schedule: { stop(): void } | undefined

  function run(): void {
    try {
      const { length } = removeTokenUsers({ accounts, audit })
      app.log.info({ users: length }, 'Users that tokens made were removed, as scheduled.')
    } catch (error) {
      app.log.error({ err: error }, 'Users that tokens made cannot be removed, as scheduled.')
    }
  }

  app.addHook('onListen', async () => {
    schedule = startDeletions(removalSchedule, run)
  })
  app.addHook('preClose', async () => schedule?.stop())
}
