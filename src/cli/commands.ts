import type { Command } from './command.ts'
import { dataAdd } from './commands/data-add.ts'
import { dataClear } from './commands/data-clear.ts'
import { dataExport } from './commands/data-export.ts'
import { dataRemove } from './commands/data-remove.ts'
import { dataSize } from './commands/data-size.ts'
import { dbBackup } from './commands/db-backup.ts'
import { dbCheck } from './commands/db-check.ts'
import { dbCreate } from './commands/db-create.ts'
import { dbDrop } from './commands/db-drop.ts'
import { dbList } from './commands/db-list.ts'
import { dbOffline } from './commands/db-offline.ts'
import { dbOnline } from './commands/db-online.ts'
import { dbOptimize } from './commands/db-optimize.ts'
import { dbOptions } from './commands/db-options.ts'
import { dbRestore } from './commands/db-restore.ts'
import { dbStatus } from './commands/db-status.ts'
import { graphqlExecute } from './commands/graphql-execute.ts'
import { graphqlExplain } from './commands/graphql-explain.ts'
import { graphqlSchema } from './commands/graphql-schema.ts'
import { jwtCheck } from './commands/jwt-check.ts'
import { jwtExplain } from './commands/jwt-explain.ts'
import { login } from './commands/login.ts'
import { logout } from './commands/logout.ts'
import { namespaceAdd } from './commands/namespace-add.ts'
import { namespaceExport } from './commands/namespace-export.ts'
import { namespaceImport } from './commands/namespace-import.ts'
import { namespaceList } from './commands/namespace-list.ts'
import { namespaceRemove } from './commands/namespace-remove.ts'
import { queryExecute } from './commands/query-execute.ts'
import { queryExplain } from './commands/query-explain.ts'
import { queryKill } from './commands/query-kill.ts'
import { queryList } from './commands/query-list.ts'
import { roleAdd } from './commands/role-add.ts'
import { roleGrant } from './commands/role-grant.ts'
import { roleList } from './commands/role-list.ts'
import { rolePermission } from './commands/role-permission.ts'
import { roleRemove } from './commands/role-remove.ts'
import { roleRevoke } from './commands/role-revoke.ts'
import { serverStart } from './commands/server-start.ts'
import { serverStatus } from './commands/server-status.ts'
import { serverStop } from './commands/server-stop.ts'
import { tokenIssue } from './commands/token-issue.ts'
import { userAdd } from './commands/user-add.ts'
import { userAddrole } from './commands/user-addrole.ts'
import { userDisable } from './commands/user-disable.ts'
import { userEnable } from './commands/user-enable.ts'
import { userGrant } from './commands/user-grant.ts'
import { userList } from './commands/user-list.ts'
import { userPasswd } from './commands/user-passwd.ts'
import { userPermission } from './commands/user-permission.ts'
import { userRemove } from './commands/user-remove.ts'
import { userRemoverole } from './commands/user-removerole.ts'
import { userRevoke } from './commands/user-revoke.ts'

/** Every command of the program, in the order of the help. */
export const commands: readonly Command[] = [
  serverStart,
  serverStop,
  serverStatus,
  dbCreate,
  dbDrop,
  dbList,
  dbStatus,
  dbOptions,
  dbOnline,
  dbOffline,
  dbOptimize,
  dbBackup,
  dbRestore,
  dbCheck,
  dataAdd,
  dataRemove,
  dataClear,
  dataExport,
  dataSize,
  namespaceList,
  namespaceAdd,
  namespaceRemove,
  namespaceImport,
  namespaceExport,
  graphqlExecute,
  graphqlExplain,
  graphqlSchema,
  queryExecute,
  queryExplain,
  queryList,
  queryKill,
  login,
  logout,
  jwtCheck,
  jwtExplain,
  tokenIssue,
  userAdd,
  userRemove,
  userList,
  userPasswd,
  userEnable,
  userDisable,
  userGrant,
  userRevoke,
  userPermission,
  userAddrole,
  userRemoverole,
  roleAdd,
  roleRemove,
  roleList,
  roleGrant,
  roleRevoke,
  rolePermission,
]
