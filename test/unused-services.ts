import type { AccountService } from '../src/server/account-service.ts'
import type { AdministrationService } from '../src/server/administration-service.ts'
import type { DatabaseService } from '../src/server/database-service.ts'
import type { SchemaService } from '../src/server/schema-service.ts'
import type { ServerParts } from '../src/server/server-parts.ts'
import type { Services } from '../src/server/services.ts'
import type { SparqlService } from '../src/server/sparql-service.ts'

/** Fails: for services that a test is not about. */
export const unused = (): Promise<never> => Promise.reject(new Error('This service is not to be used here.'))

/** A SPARQL service that nobody is to ask. */
const unusedSparql: SparqlService = {
  query: unused,
  explainQuery: unused,
  change: unused,
  update: unused,
  export: unused,
  begin: unused,
  commit: unused,
  rollback: unused,
}

/** An administration that nobody is to ask. */
const unusedAdministration: AdministrationService = {
  options: unused,
  setOptions: unused,
  allOptions: unused,
  counts: unused,
  descriptors: () => [],
  isOnline: unused,
  status: unused,
  setOnline: unused,
  optimize: unused,
  namespaces: unused,
  addNamespaces: unused,
  removeNamespace: unused,
  check: unused,
  backup: unused,
  streamBackup: unused,
  restore: unused,
  queries: unused,
  kill: unused,
}

/** Schemas that nobody is to ask for. */
export const unusedSchemas: SchemaService = {
  list: unused,
  show: unused,
  add: unused,
  remove: unused,
  clear: unused,
  infer: unused,
}

/** Accounts that nobody is to ask for. */
const unusedAccounts: AccountService = {
  users: unused,
  userList: unused,
  user: unused,
  addUser: unused,
  removeUser: unused,
  setPassword: unused,
  isEnabled: unused,
  setEnabled: unused,
  isSuperuser: unused,
  rolesOf: unused,
  setRoles: unused,
  assignRole: unused,
  unassignRole: unused,
  roles: unused,
  roleList: unused,
  addRole: unused,
  removeRole: unused,
  usersOf: unused,
  permissionsOf: unused,
  effectivePermissions: unused,
  grant: unused,
  revoke: unused,
  holds: unused,
}

/** Databases that nobody is to ask for. */
const unusedDatabases: DatabaseService = {
  databases: unused,
  create: unused,
  drop: unused,
  load: unused,
  size: unused,
  execute: unused,
  explain: unused,
  schemas: unusedSchemas,
  close: async () => {},
}

/** The services that a test is not about. */
export const unusedServices: Services = {
  databases: unusedDatabases,
  sparql: unusedSparql,
  administration: unusedAdministration,
  accounts: unusedAccounts,
}

/** What a server is made of that asks nobody who they are, and has some services; nobody is to ask for the others. */
export function openTo(services: Partial<Services> = {}): Pick<ServerParts, 'services' | 'security'> {
  const all = { ...unusedServices, ...services }
  const close = (graceMilliseconds?: number) => all.databases.close(graceMilliseconds)
  return { services: { for: () => all, close }, security: { kind: 'off' } }
}
