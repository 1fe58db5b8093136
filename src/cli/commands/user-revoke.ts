import type { Command } from '../command.ts'
import { revokeCommand } from '../permission-commands.ts'

/** `user revoke` */
export const userRevoke: Command = revokeCommand('user')
