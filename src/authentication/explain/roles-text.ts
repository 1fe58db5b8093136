import type { RequestedRoles } from '../claims/requested-roles.ts'
import { namesText } from '../names-text.ts'

/** Which roles a token asks for, where they were found, and what of it does not count. */
export function rolesText(requested: RequestedRoles): string {
  const { roles, ignored } = requested
  const asked =
    roles.length === 0
      ? `The token asks for no role: ${lackOf(requested)}.`
      : `The token asks for ${rolesNamed(roles)}, by ${originOf(requested)}.`
  return ignored.length === 0 ? asked : `${asked} Not counted: ${namesText(ignored)}.`
}

/** Names of roles as a part of a sentence. */
export function rolesNamed(roles: readonly string[]): string {
  return `the role${roles.length === 1 ? '' : 's'} ${namesText(roles)}`
}

function originOf({ by, groups }: RequestedRoles): string {
  switch (by.kind) {
    case 'groups':
      return by.form === 'map'
        ? `${groupsNamed(groups)} of the map in the claim ${JSON.stringify(by.claim)}`
        : `the list in the claim ${JSON.stringify(by.claim)}`
    case 'path':
      // As it stands in the settings: its backslashes are its own.
      return `the list at the path "${by.path ?? ''}"`
    case 'directory':
      return `${groupsNamed(groups)} of the directory`
  }
}

function groupsNamed(groups: readonly string[]): string {
  return `the group${groups.length === 1 ? '' : 's'} ${namesText(groups)}`
}

function lackOf({ by, groups, ignored }: RequestedRoles): string {
  switch (by.kind) {
    case 'groups': {
      const claim = `the claim ${JSON.stringify(by.claim)}`
      if (by.form === 'absent') return `${claim} is not in the token`
      if (by.form === 'other') return `${claim} is no list and no map`
      if (groups.length > 0) return `${groupsNamed(groups)} in ${claim} has no list with a name`
      return ignored.length > 0 ? `no group in ${claim} is allowed` : `${claim} has no names`
    }
    case 'path':
      return 'no path of the settings leads to a list with a name'
    case 'directory':
      if (ignored.length === 0) return 'the directory has no group of the user'
      return by.prefix === ''
        ? 'no group in the directory is allowed'
        : `no group in the directory has the prefix ${JSON.stringify(by.prefix)} and is allowed`
  }
}
