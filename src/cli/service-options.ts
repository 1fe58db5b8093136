import type { CommandOption } from './command.ts'

/** The option that says which home folder a command means. */
export const homeOption: CommandOption = {
  name: 'home',
  value: 'FOLDER',
  summary: 'Home folder; else ESPALIER_HOME, else ./espalier-home',
}

/** The option that says whose certificates are trusted. */
export const caOption: CommandOption = {
  name: 'cacert',
  value: 'FILE',
  summary: 'Certificates of the authorities to trust for an https server (PEM); else ESPALIER_CACERT',
}

/** The options of every command that may talk to a server: on whose behalf it does. */
export const accessOptions: readonly CommandOption[] = [
  {
    name: 'user',
    value: 'NAME',
    summary:
      'Who signs in to the server; else ESPALIER_USER, else who did by "espalier login". The password is ESPALIER_PASSWORD, or asked for',
  },
  { name: 'run-as', value: 'NAME', summary: 'Do it as this user, for whom a superuser acts' },
  caOption,
]

/** The option for passwords that a program sends. */
export const passwordInputOption: CommandOption = {
  name: 'password-stdin',
  summary: 'Read the password from the standard input, a line for each, and nowhere else',
}

/** The options of every command that works on databases. */
export const serviceOptions: readonly CommandOption[] = [
  {
    name: 'server',
    value: 'URL',
    summary: 'Server to talk to; else ESPALIER_SERVER, else the one of the home folder',
  },
  homeOption,
  ...accessOptions,
]
