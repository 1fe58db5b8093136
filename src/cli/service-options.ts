import type { CommandOption } from './command.ts'

/** The option that says which home folder a command means. */
export const homeOption: CommandOption = {
  name: 'home',
  value: 'FOLDER',
  summary: 'Home folder; else ESPALIER_HOME, else ./espalier-home',
}

/** The options of every command that works on databases. */
export const serviceOptions: readonly CommandOption[] = [
  {
    name: 'server',
    value: 'URL',
    summary: 'Server to talk to; else ESPALIER_SERVER, else the one of the home folder',
  },
  homeOption,
]
