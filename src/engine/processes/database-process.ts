import { readRemoteAccess } from '../federation/remote-access.ts'
import { tellingWarnings } from '../reasoning/told-warnings.ts'
import { databaseOperations } from './database-operations.ts'
import { sendWarnings, serveOperations } from './serve-operations.ts'

serveOperations(databaseOperations(readRemoteAccess(process.argv[2]), tellingWarnings(sendWarnings)))
