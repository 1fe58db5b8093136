import { parentPort } from 'node:worker_threads'
import type { ScryptParameters } from '../kept-password.ts'
import { createScrypt, type Scrypt } from './scrypt.ts'

/** What a thread is told to make: a key of `length` bytes. */
export interface ScryptJob {
  readonly password: Uint8Array
  readonly salt: Uint8Array
  readonly length: number
  readonly parameters: ScryptParameters
}

/** With the parameters that it is for, since nearly all passwords have the same. */
let kept: { readonly parameters: string; readonly scrypt: Scrypt } | undefined

parentPort?.on('message', ({ password, salt, length, parameters }: ScryptJob) => {
  const text = JSON.stringify(parameters)
  if (kept?.parameters !== text) kept = { parameters: text, scrypt: createScrypt(parameters) }
  parentPort?.postMessage(new Uint8Array(kept.scrypt(password, salt, length)))
})
