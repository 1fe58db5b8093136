import { randomUUID } from 'node:crypto'
import accepts from '@fastify/accepts'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { addAccountRoutes } from './account-routes/add-account-routes.ts'
import { addScheduledRemoval } from './accounts/scheduled-removal.ts'
import { limitAudit } from './audit/limit-audit.ts'
import { addAccessLog } from './http/access-log.ts'
import { answerBrokenRequest } from './http/broken-request.ts'
import { HttpFailure, replyWithFailure } from './http/error-reply.ts'
import { addHostGuard } from './http/host-guard.ts'
import { readBodyWhole } from './http/request-body.ts'
import type { ServerCertificate } from './http/server-certificate.ts'
import { status } from './http/status.ts'
import { logWarnings } from './reasoning-warnings.ts'
import { addAdminRoutes } from './routes/admin-routes.ts'
import { addBackupRoutes } from './routes/backup-routes.ts'
import { addDataRoutes } from './routes/data-routes.ts'
import { addDatabaseRoutes } from './routes/database-routes.ts'
import { addGraphStoreRoutes } from './routes/graph-store-routes.ts'
import { addGraphQLRoutes } from './routes/graphql-routes.ts'
import { addLifecycleRoutes } from './routes/lifecycle-routes.ts'
import { addNamespaceRoutes } from './routes/namespace-routes.ts'
import { addOptionRoutes } from './routes/option-routes.ts'
import { addRunningQueryRoutes } from './routes/running-query-routes.ts'
import { addSchemaRoutes } from './routes/schema-routes.ts'
import { addSparqlRoutes } from './routes/sparql-routes.ts'
import { addTransactionRoutes } from './routes/transaction-routes.ts'
import type { ServerParts } from './server-parts.ts'
import { addAuthentication } from './sign-in/authentication.ts'
import { defaultRealm } from './sign-in/challenges.ts'

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
