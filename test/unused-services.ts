import type { AdministrationService } from '../src/server/administration-service.ts'
import type { SchemaService } from '../src/server/schema-service.ts'
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

/** The services of a server that a test is not about. */
export const unusedServices = { sparql: unusedSparql, administration: unusedAdministration }
