import { formatDuration } from './duration.ts'
import { documentLimitNames, type ServerProperties } from './properties.ts'

/** The values of all properties of a server by their names, as JSON; `null` where none is set and none is needed. */
export function propertyValues(
  properties: ServerProperties,
): ReadonlyMap<string, string | number | boolean | null> {
  const { documentLimits, remote, passwords, audit } = properties
  const { services, documents } = remote
  return new Map<string, string | number | boolean | null>([
    ['port', properties.port],
    ['bind', properties.bind],
    ['query.timeout', formatDuration(properties.queryTimeout)],
    ['query.memory', properties.queryMemory],
    ['query.processes', properties.queryProcesses ?? null],
    ['query.waiting', properties.queryWaiting],
    ['query.limit.rows', properties.queryRows],
    ['query.limit.bytes', properties.queryBytes],
    ['cors.origins', properties.corsOrigins.join(',')],
    ['query.user.limit', properties.queryUserLimit],
    ['password.length.min', passwords.shortest],
    ['password.length.max', passwords.longest],
    ['password.regex', passwords.form ?? null],
    ['security.named.graphs', properties.namedGraphs],
    ['license', properties.license ?? null],
    ['jwt.conf', properties.jwtConf ?? null],
    ['jwt.autocreated.password.reset', properties.autoCreatedPasswordReset],
    ['audit.log', audit.on ? 'on' : 'off'],
    ['audit.bytes', audit.bytes],
    ['audit.files', audit.files],
    ['sparql.service.allowed', services.allowed.join(',')],
    ['sparql.service.timeout', formatDuration(services.timeout)],
    ['sparql.service.rows', services.rows],
    ['sparql.load.allowed', documents.allowed.join(',')],
    ['sparql.load.timeout', formatDuration(documents.timeout)],
    ['sparql.load.bytes', documents.bytes],
    ['graphql.default.limit', properties.defaultLimit ?? null],
    ...Object.entries(documentLimitNames).map(
      ([name, limit]) => [`graphql.limit.${name}`, documentLimits[limit] ?? null] as const,
    ),
  ])
}
