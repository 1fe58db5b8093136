import type { Command } from '../command.ts'
import { grantCommand } from '../permission-commands.ts'

/** `role grant` */
export const roleGrant: Command = grantCommand('role')
