import type { Command } from '../command.ts'
import { revokeCommand } from '../permission-commands.ts'

/** `role revoke` */
export const roleRevoke: Command = revokeCommand('role')
