import type { Command } from '../command.ts'
import { grantCommand } from '../permission-commands.ts'

/** `user grant` */
export const userGrant: Command = grantCommand('user')
