import fc from 'fast-check'
import { actions, type Permission, type ResourceType } from '../src/accounts/permission.ts'
import { graphs, type Request } from './account-model.ts'

/** The names that random requests are about; one of either kind is of nobody at first. */
export const userNames = ['admin', 'ann', 'bob', 'cy', 'dee']
/** As {@link userNames}. */
const roleNames = ['reader', 'red', 'blue', 'green']

const user = fc.constantFrom(...userNames)
const role = fc.constantFrom(...roleNames)
const database = fc.constantFrom('garden', 'shed')
const orAll = (name: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof({ weight: 3, arbitrary: name }, { weight: 1, arbitrary: fc.constant('*') })

const resource: fc.Arbitrary<Permission['resource']> = fc.oneof(
  { weight: 4, arbitrary: named(['user'], orAll(user)) },
  { weight: 4, arbitrary: named(['role'], orAll(role)) },
  {
    weight: 2,
    arbitrary: named(['db', 'metadata', 'admin', 'data-source'], orAll(database)),
  },
  { weight: 1, arbitrary: named(['dbms-admin'], fc.constant('*')) },
  { weight: 1, arbitrary: named(['named-graph'], fc.constant('*')) },
  {
    weight: 3,
    arbitrary: named(['named-graph'], orAll(database), orAll(fc.constantFrom(...graphs.slice(0, 3)))),
  },
  { weight: 2, arbitrary: named(['*'], fc.constant('*')) },
)

function named(
  types: readonly ResourceType[],
  ...parts: readonly fc.Arbitrary<string>[]
): fc.Arbitrary<Permission['resource']> {
  return fc.record({ type: fc.constantFrom(...types), name: fc.tuple(...parts) })
}

/** Any permission, those about accounts more often than others. */
export const permissions: fc.Arbitrary<Permission> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      action: fc.oneof(fc.constantFrom(...actions), fc.constantFrom('GRANT', 'REVOKE', 'ALL')),
      resource,
    }),
  },
  // What makes somebody who may do more than most.
  {
    weight: 1,
    arbitrary: fc.record({
      action: fc.constantFrom('CREATE', 'DELETE', 'ALL'),
      resource: named(['user', 'role'], fc.constant('*')),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ action: fc.constant('ALL'), resource: named(['*'], fc.constant('*')) }),
  },
)

const holder = fc.oneof(
  user.map((name) => ({ of: 'user', name }) as const),
  role.map((name) => ({ of: 'role', name }) as const),
)

const password = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('secret one', 'secret two') },
  { weight: 1, arbitrary: fc.constant('abc') },
)

/** Anything that can be asked of accounts. */
export const requests: fc.Arbitrary<Request> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('users', 'roles') }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('user', 'isEnabled', 'isSuperuser', 'rolesOf', 'effectivePermissions'),
      user,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('removeUser'), user }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('addUser'), user, password, superuser: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('setPassword'),
      user,
      password,
      current: fc.constantFrom('none', 'right', 'right', 'wrong'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('setEnabled'), user, enabled: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('setRoles'), user, roles: fc.array(role, { maxLength: 3 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('assignRole', 'unassignRole'), user, role }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('addRole', 'usersOf'), role }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('removeRole'), role, force: fc.boolean() }) },
  { weight: 1, arbitrary: holder.map((one) => ({ kind: 'permissionsOf', ...one }) as const) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom('grant', 'grant', 'revoke'), holder, permissions)
      .map(([kind, one, permission]) => ({ kind, ...one, permission })),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('holds'), permission: permissions }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('graphs'), database }) },
)

/** A user, the owner of the home (`undefined`), or a user whom the superuser `admin` acts for. */
export const askers = fc.oneof(
  { weight: 8, arbitrary: user.map((name) => ({ name, runAs: false })) },
  // Who may do something from the beginning.
  { weight: 4, arbitrary: fc.constantFrom('admin', 'ann').map((name) => ({ name, runAs: false })) },
  { weight: 1, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: user.map((name) => ({ name, runAs: true })) },
)
