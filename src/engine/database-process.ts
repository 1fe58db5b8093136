import { databaseOperations } from './database-operations.ts'
import { serveOperations } from './serve-operations.ts'

serveOperations(databaseOperations())
