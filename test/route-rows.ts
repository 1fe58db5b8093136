/** What the requests of a row need: certain permissions, as texts, a superuser, any user, or nobody at all. */
export type RowNeeds = 'nobody' | 'anybody' | 'superuser' | readonly string[]

/** A route, with a request that is carried out where it may be. */
export interface RouteRow {
  /** Method and path, with parameters as `:name`. */
  readonly route: string
  readonly needs: RowNeeds
  /** The status of the answer to who has what it needs. */
  readonly allowed: number
  /** The query of the URL, and the body. */
  readonly query?: string
  readonly type?: string
  readonly body?: string | 'a backup'
  readonly accept?: string
  /** What must not be there yet: it is made by the request. */
  readonly makes?:
    | 'database fresh'
    | 'database copy'
    | 'user carl'
    | 'role pruner'
    | 'schema'
    | 'a role of bob'
  /** Where somebody who acts for another gets a different answer than that one would. */
  readonly allowedForOthers?: number
}

const turtle = { type: 'text/turtle', body: '<http://g.example/oak> <http://g.example/name> "Oak" .' }
const json = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) })
const read = ['read db:garden']
const write = ['write db:garden']
const readOptions = ['read metadata:garden']
const writeOptions = ['write metadata:garden']
const schema = {
  type: 'application/graphql',
  body: 'schema { query: Q } type Q { Tree: Tree @iri(prefix: "g") } type Tree @iri(prefix: "g") { name: String @iri(prefix: "g") }',
}
const insert = { type: 'application/sparql-update', body: 'INSERT DATA { <urn:a> <urn:p> <urn:b> }' }
const ask = { query: 'query=ASK{}' }
const sentAsk = { type: 'application/sparql-query', body: 'ASK {}' }
const trees = { query: 'query={g_Tree{g_name}}' }
const sentTrees = json({ query: '{ g_Tree { g_name } }' })
const byNames = { query: 'query={Tree{name}}' }
const sentByNames = json({ query: '{ Tree { name } }' })
const readGarden = json({ action: 'read', resource_type: 'db', resource: ['garden'] })

/** Each route of the server, but for those of accounts. */
const dataRows: readonly RouteRow[] = [
  { route: 'GET /:db/graphql', needs: read, allowed: 200, ...trees },
  { route: 'POST /:db/graphql', needs: read, allowed: 200, ...sentTrees },
  { route: 'GET /:db/graphql/:schema', needs: read, allowed: 200, ...byNames },
  { route: 'POST /:db/graphql/:schema', needs: read, allowed: 200, ...sentByNames },
  { route: 'GET /:db/graphql/schemas', needs: read, allowed: 200 },
  { route: 'DELETE /:db/graphql/schemas', needs: write, allowed: 204 },
  { route: 'GET /:db/graphql/schemas/:name', needs: read, allowed: 200 },
  { route: 'POST /:db/graphql/schemas/:name', needs: write, allowed: 201, ...schema, makes: 'schema' },
  { route: 'PUT /:db/graphql/schemas/:name', needs: write, allowed: 200, ...schema },
  { route: 'DELETE /:db/graphql/schemas/:name', needs: write, allowed: 204 },
  { route: 'GET /admin/databases/:db/inferred_schema', needs: read, allowed: 200 },
  { route: 'GET /:db/size', needs: read, allowed: 200 },
  { route: 'GET /:db/export', needs: read, allowed: 200 },
  { route: 'GET /:db', needs: read, allowed: 200, query: 'default' },
  { route: 'PUT /:db', needs: write, allowed: 200, query: 'default', ...turtle },
  { route: 'POST /:db', needs: write, allowed: 200, query: 'default', ...turtle },
  { route: 'DELETE /:db', needs: write, allowed: 200, query: 'default' },
  { route: 'GET /:db/query', needs: read, allowed: 200, ...ask },
  { route: 'POST /:db/query', needs: read, allowed: 200, ...sentAsk },
  { route: 'POST /:db/update', needs: [...read, ...write], allowed: 200, ...insert },
  { route: 'GET /:db/explain', needs: read, allowed: 200, ...ask },
  { route: 'POST /:db/explain', needs: read, allowed: 200, ...sentAsk },
  { route: 'GET /:db/:tx/query', needs: read, allowed: 200, ...ask },
  { route: 'POST /:db/:tx/query', needs: read, allowed: 200, ...sentAsk },
  { route: 'POST /:db/:tx/update', needs: [...read, ...write], allowed: 200, ...insert },
  { route: 'GET /:db/:tx/explain', needs: read, allowed: 200, ...ask },
  { route: 'POST /:db/:tx/explain', needs: read, allowed: 200, ...sentAsk },
  { route: 'POST /:db/:tx/add', needs: write, allowed: 200, ...turtle },
  { route: 'POST /:db/:tx/remove', needs: write, allowed: 200, ...turtle },
  { route: 'POST /:db/:tx/clear', needs: write, allowed: 200 },
  { route: 'POST /:db/transaction/begin', needs: read, allowed: 200 },
  { route: 'POST /:db/transaction/commit/:tx', needs: read, allowed: 200 },
  { route: 'POST /:db/transaction/rollback/:tx', needs: read, allowed: 200 },
  { route: 'GET /:db/namespaces', needs: read, allowed: 200 },
  {
    route: 'POST /:db/namespaces',
    needs: write,
    allowed: 200,
    type: 'text/turtle',
    body: '@prefix h: <http://h.example/> .',
  },
  { route: 'PUT /:db/namespaces/:prefix', needs: write, allowed: 200, body: 'http://g.example/' },
  { route: 'DELETE /:db/namespaces/:prefix', needs: write, allowed: 204 },
]

/** Databases as a whole, and the server. */
const adminRows: readonly RouteRow[] = [
  { route: 'GET /admin/databases', needs: 'anybody', allowed: 200 },
  {
    route: 'POST /admin/databases',
    needs: ['create db:*'],
    allowed: 201,
    ...json({ dbname: 'fresh' }),
    makes: 'database fresh',
  },
  { route: 'DELETE /admin/databases/:db', needs: ['delete db:garden'], allowed: 200 },
  { route: 'GET /admin/databases/options', needs: 'anybody', allowed: 200 },
  { route: 'GET /admin/databases/:db/status', needs: read, allowed: 200 },
  { route: 'GET /admin/databases/:db/options', needs: readOptions, allowed: 200 },
  {
    route: 'PUT /admin/databases/:db/options',
    needs: readOptions,
    allowed: 200,
    ...json({ 'query.timeout': null }),
  },
  {
    route: 'POST /admin/databases/:db/options',
    needs: writeOptions,
    allowed: 200,
    ...json({ 'query.timeout': '1m' }),
  },
  { route: 'PUT /admin/databases/:db/online', needs: writeOptions, allowed: 200 },
  { route: 'PUT /admin/databases/:db/offline', needs: writeOptions, allowed: 200 },
  { route: 'PUT /admin/databases/:db/optimize', needs: writeOptions, allowed: 200 },
  { route: 'GET /admin/databases/:db/check', needs: writeOptions, allowed: 200 },
  { route: 'PUT /admin/databases/:db/backup', needs: ['execute admin:garden'], allowed: 200 },
  { route: 'GET /admin/databases/:db/backup', needs: ['execute admin:garden'], allowed: 200 },
  {
    route: 'POST /admin/restore',
    needs: ['create db:*', 'execute admin:copy'],
    allowed: 201,
    query: 'name=copy',
    body: 'a backup',
    makes: 'database copy',
  },
  { route: 'GET /admin/config_properties', needs: 'anybody', allowed: 200 },
  { route: 'GET /admin/queries', needs: 'anybody', allowed: 200 },
  // There is no such query, or none that somebody sees who may not see those of others.
  { route: 'GET /admin/queries/:id', needs: 'anybody', allowed: 404 },
  { route: 'DELETE /admin/queries/:id', needs: 'anybody', allowed: 404 },
  { route: 'POST /admin/queries/:id/kill', needs: 'anybody', allowed: 404 },
  { route: 'DELETE /admin/queries/:id/kill', needs: 'anybody', allowed: 404 },
  { route: 'GET /admin/alive', needs: 'nobody', allowed: 200 },
  { route: 'GET /admin/healthcheck', needs: 'nobody', allowed: 200 },
  { route: 'GET /admin/status', needs: 'anybody', allowed: 200 },
  { route: 'GET /admin/properties', needs: 'anybody', allowed: 200 },
  { route: 'GET /admin/status/prometheus', needs: ['read dbms-admin:*'], allowed: 200 },
  { route: 'GET /admin/logs', needs: ['read dbms-admin:*'], allowed: 200 },
  { route: 'GET /admin/shutdown', needs: ['execute dbms-admin:*'], allowed: 202 },
  { route: 'POST /admin/shutdown', needs: ['execute dbms-admin:*'], allowed: 202 },
]

/** Users, roles and permissions. The user bob has the role weeder, whose users may read the database garden. */
const accountRows: readonly RouteRow[] = [
  { route: 'GET /admin/users/valid', needs: 'anybody', allowed: 200 },
  { route: 'GET /admin/status/whoami', needs: 'anybody', allowed: 200 },
  { route: 'GET /admin/token', needs: 'anybody', allowed: 200, allowedForOthers: 403 },
  {
    route: 'GET /admin/permissions/check',
    needs: 'anybody',
    allowed: 200,
    query: 'action=read&resource_type=db&resource=garden',
  },
  { route: 'GET /admin/users', needs: 'anybody', allowed: 200 },
  { route: 'GET /admin/users/list', needs: 'anybody', allowed: 200 },
  {
    route: 'POST /admin/users',
    needs: ['create user:*'],
    allowed: 201,
    ...json({ username: 'carl', password: 'secret' }),
    makes: 'user carl',
  },
  { route: 'GET /admin/users/:user', needs: ['read user:bob'], allowed: 200 },
  { route: 'DELETE /admin/users/:user', needs: ['delete user:bob'], allowed: 204 },
  { route: 'PUT /admin/users/:user/pwd', needs: 'superuser', allowed: 200, ...json({ password: 'anew' }) },
  { route: 'GET /admin/users/:user/enabled', needs: ['read user:bob'], allowed: 200 },
  { route: 'PUT /admin/users/:user/enabled', needs: 'superuser', allowed: 200, ...json({ enabled: true }) },
  { route: 'GET /admin/users/:user/superuser', needs: ['read user:bob'], allowed: 200 },
  { route: 'GET /admin/users/:user/roles', needs: ['read user:bob'], allowed: 200 },
  {
    route: 'PUT /admin/users/:user/roles',
    needs: ['read user:bob', 'grant role:weeder', 'read db:garden'],
    allowed: 200,
    ...json({ roles: ['weeder'] }),
    makes: 'a role of bob',
  },
  {
    route: 'POST /admin/users/:user/roles',
    needs: ['grant role:weeder', 'read db:garden'],
    allowed: 204,
    ...json({ rolename: 'weeder' }),
    makes: 'a role of bob',
  },
  { route: 'DELETE /admin/users/:user/roles/:role', needs: ['revoke role:weeder'], allowed: 204 },
  { route: 'GET /admin/roles', needs: 'anybody', allowed: 200 },
  { route: 'GET /admin/roles/list', needs: 'anybody', allowed: 200 },
  {
    route: 'POST /admin/roles',
    needs: ['create role:*'],
    allowed: 201,
    ...json({ rolename: 'pruner' }),
    makes: 'role pruner',
  },
  { route: 'DELETE /admin/roles/:role', needs: ['delete role:weeder'], allowed: 204, query: 'force=true' },
  { route: 'GET /admin/roles/:role/users', needs: ['read role:weeder'], allowed: 200 },
  { route: 'GET /admin/permissions/user/:user', needs: ['read user:bob'], allowed: 200 },
  {
    route: 'PUT /admin/permissions/user/:user',
    needs: ['grant db:garden', 'read db:garden'],
    allowed: 201,
    ...readGarden,
  },
  {
    route: 'POST /admin/permissions/user/:user/delete',
    needs: ['revoke db:garden'],
    allowed: 201,
    ...readGarden,
  },
  { route: 'GET /admin/permissions/role/:role', needs: ['read role:weeder'], allowed: 200 },
  {
    route: 'PUT /admin/permissions/role/:role',
    needs: ['grant db:garden', 'read db:garden'],
    allowed: 201,
    ...readGarden,
  },
  {
    route: 'POST /admin/permissions/role/:role/delete',
    needs: ['revoke db:garden'],
    allowed: 201,
    ...readGarden,
  },
  { route: 'GET /admin/permissions/effective/user/:user', needs: ['read user:bob'], allowed: 200 },
]

/** Every route of the server. */
export const routeRows: readonly RouteRow[] = [...dataRows, ...adminRows, ...accountRows]
