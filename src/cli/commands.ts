import type { Command } from './command.ts'
import { dataAdd } from './commands/data-add.ts'
import { dataSize } from './commands/data-size.ts'
import { dbCreate } from './commands/db-create.ts'
import { dbDrop } from './commands/db-drop.ts'
import { dbList } from './commands/db-list.ts'
import { graphqlExecute } from './commands/graphql-execute.ts'
import { graphqlExplain } from './commands/graphql-explain.ts'
import { serverStart } from './commands/server-start.ts'
import { serverStatus } from './commands/server-status.ts'
import { serverStop } from './commands/server-stop.ts'

/** Every command of the program, in the order of the help. */
export const commands: readonly Command[] = [
  serverStart,
  serverStop,
  serverStatus,
  dbCreate,
  dbDrop,
  dbList,
  dataAdd,
  dataSize,
  graphqlExecute,
  graphqlExplain,
]
