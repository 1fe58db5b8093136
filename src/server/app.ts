import { randomUUID } from 'node:crypto'
import accepts from '@fastify/accepts'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { addAccessLog } from './access-log.ts'
import { addAccountRoutes } from './account-routes/add-account-routes.ts'
import { addAdminRoutes } from './admin-routes.ts'
import { addAuthentication } from './authentication.ts'
import { addBackupRoutes } from './backup-routes.ts'
import { answerBrokenRequest } from './broken-request.ts'
import { defaultRealm } from './challenges.ts'
import { addDataRoutes } from './data-routes.ts'
import { addDatabaseRoutes } from './database-routes.ts'
import { HttpFailure, replyWithFailure } from './error-reply.ts'
import { addGraphStoreRoutes } from './graph-store-routes.ts'
import { addGraphQLRoutes } from './graphql-routes.ts'
import { addHostGuard } from './host-guard.ts'
import { addLifecycleRoutes } from './lifecycle-routes.ts'
import { limitAudit } from './limit-audit.ts'
import { addNamespaceRoutes } from './namespace-routes.ts'
import { addOptionRoutes } from './option-routes.ts'
import { logWarnings } from './reasoning-warnings.ts'
import { readBodyWhole } from './request-body.ts'
import { addRunningQueryRoutes } from './running-query-routes.ts'
import { addScheduledRemoval } from './scheduled-removal.ts'
import { addSchemaRoutes } from './schema-routes.ts'
import type { ServerCertificate } from './server-certificate.ts'
import type { ServerParts } from './server-parts.ts'
import { addSparqlRoutes } from './sparql-routes.ts'
import { status } from './status.ts'
import { addTransactionRoutes } from './transaction-routes.ts'

/** The HTTP interface of the service, not yet listening. */
export function buildApp(given: ServerParts): FastifyInstance {
  const { audit } = given
  const parts = audit === undefined ? given : { ...given, audit: limitAudit(audit) }
  const { certificate } = parts
  const http = {
    maxHeaderSize: parts.limits.headerBytes,
    headersTimeout: parts.limits.headersMilliseconds,
    requestTimeout: 0,
    connectionsCheckingInterval: 1000,
  }
  const app = Fastify({
    ...(parts.log === undefined
      ? { logger: false }
      : { logger: { level: parts.log.level, stream: parts.log.stream } }),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // Said by a hook of ours, as every other failure is.
    return503OnClosing: false,
    bodyLimit: parts.limits.queryBytes,
    // Names of 255 characters, each of which may stand as the percent signs of its bytes.
    routerOptions: { maxParamLength: 4096 },
    ...(certificate === undefined ? { http } : { https: { ...http, ...overTls(certificate, parts) } }),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, parts.limits),
    frameworkErrors: (error, request, reply) => {
      replyWithFailure(error, request, reply)
    },
  })
  app.server.maxConnections = parts.limits.connections
  app.decorate('realm', (parts.security.kind === 'on' ? parts.security.realm : undefined) ?? defaultRealm)
  app.setErrorHandler((error, request, reply) => replyWithFailure(error, request, reply))
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const failure = new HttpFailure(
      status.notFound,
      'notFound',
      `There is nothing at ${request.method} ${path}.`,
    )
    return replyWithFailure(failure, request, reply)
  })
  void app.register(accepts)
  addAccessLog(app)
  parts.warnings?.listen((told) => logWarnings(app.log, told))
  if (parts.security.kind === 'on') parts.security.reports?.listen((line) => app.log.warn(line))
  // First of all, so that what is refused by the next ones has them too.
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'X-Request-Id': request.id,
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
    })
  })
  refuseWhileClosing(app)
  addHostGuard(app, {
    names: parts.exposed === true ? 'any' : 'loopback',
    scheme: certificate === undefined ? 'http' : 'https',
    origins: parts.properties?.corsOrigins ?? [],
  })
  addAuthentication(app, parts)
  addScheduledRemoval(app, parts)
  // For routes that take no body: one of any kind is read within the same time and size as others, and left aside.
  readBodyWhole(app, parts.limits.queryBytes, parts.limits.requestMilliseconds)
  addGraphQLRoutes(app, parts)
  addSchemaRoutes(app, parts)
  addDatabaseRoutes(app, parts)
  addDataRoutes(app, parts)
  addGraphStoreRoutes(app, parts)
  addSparqlRoutes(app, parts)
  addTransactionRoutes(app, parts)
  addNamespaceRoutes(app, parts)
  addOptionRoutes(app, parts)
  addBackupRoutes(app, parts)
  addRunningQueryRoutes(app, parts)
  addAdminRoutes(app, parts)
  addAccountRoutes(app, parts)
  addLifecycleRoutes(app, parts)
  return app
}

/** What a server over TLS needs beside; it speaks TLS 1.2 at least, as Node has it. */
function overTls({ certificate, key }: ServerCertificate, { limits }: ServerParts) {
  return { cert: certificate, key, handshakeTimeout: limits.headersMilliseconds }
}

/** Answers 503 to requests that come over open connections while the server stops. */
function refuseWhileClosing(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onRequest', async () => {
    if (!closing) return
    throw new HttpFailure(status.unavailable, 'serverBusy', 'The server is stopping.', {
      'Retry-After': '1',
      Connection: 'close',
    })
  })
}
