import { readRemoteAccess } from '../federation/remote-access.ts'
import { endpointOperations } from './endpoint-operations.ts'
import { serveOperations } from './serve-operations.ts'

serveOperations(endpointOperations(readRemoteAccess(process.argv[2])))
