import { readRemoteAccess } from '../federation/remote-access.ts'
import { tellingWarnings } from '../reasoning/told-warnings.ts'
import { endpointOperations } from './endpoint-operations.ts'
import { sendWarnings, serveOperations } from './serve-operations.ts'

serveOperations(endpointOperations(readRemoteAccess(process.argv[2]), tellingWarnings(sendWarnings)))
