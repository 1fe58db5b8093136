import { join, resolve } from 'node:path'
import { readProperties } from '../../config/properties.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { harmless } from '../one-line.ts'
import { optionalOperand } from '../operands.ts'
import { homeOption } from '../service-options.ts'
import { homeOf } from '../target.ts'
import { styled } from '../terminal.ts'

/** `jwt check` */
export const jwtCheck: Command = {
  name: 'jwt check',
  operands: '[FILE]',
  summary: 'Check which tokens a file has the server issue and trust',
  details: [
    'Reads the file as a server does at its start, with the files of keys that it names, and prints what it says, and what is to be',
    'thought over; or every problem that it has, each with its place. Nobody is asked over the network, and no secret is printed.',
    'Without FILE it is the one that the property jwt.conf of the home folder names.',
  ],
  options: [homeOption],
  async run(invocation, context) {
    const { out } = context.terminal
    const given = optionalOperand(invocation)
    const home = homeOf(invocation, context)
    const { jwtConf } = given === undefined ? readProperties(join(home, 'espalier.properties')) : {}
    const path = given === undefined ? jwtConf : resolve(context.directory, given)
    // Loaded where it is needed only: every command is listed.
    const { loadTokenSettings } = await import('../../authentication/settings/load-token-settings.ts')
    const { noTokenSettings } = await import('../../authentication/settings/read-token-settings.ts')
    const { tokenSettingsText } = await import('../token-settings-text.ts')
    const { settings, warnings } =
      path === undefined ? { settings: noTokenSettings, warnings: [] } : loadTokenSettings(path)
    const found =
      path === undefined
        ? `The property jwt.conf of ${home} is not set.`
        : `${path} has no problems${warnings.length === 0 ? '' : ', but read the warnings below'}.`
    const told = warnings.map(
      (warning) => `${styled('Warning:', 'yellow', out.colour)} ${harmless(warning)}\n`,
    )
    const text = tokenSettingsText(settings, new Date())
    await out.write(`${found}\n\n${text}${told.length === 0 ? '' : `\n${told.join('')}`}`)
    return exitCodes.ok
  },
}
