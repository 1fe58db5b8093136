import { readRemoteAccess } from '../federation/remote-access.ts'
import { databaseOperations } from './database-operations.ts'
import { serveOperations } from './serve-operations.ts'

serveOperations(databaseOperations(readRemoteAccess(process.argv[2])))
