import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand, startServer } from './command-line.ts'
import { makeTokenKeyFiles, type TokenKeyFiles } from './token-key-files.ts'

let files: TokenKeyFiles

beforeAll(() => {
  files = makeTokenKeyFiles()
})
afterAll(() => files[Symbol.dispose]())

const secret = 'hunter2 hunter2 hunter2 hunter2 hunter2'

/** A home folder whose property names this file. */
function homeWith(name: string, text: string): string {
  return withProperty(join(files.folder, `home-${name}`), files.write(`${name}.conf`, text))
}

function withProperty(home: string, path: string): string {
  mkdirSync(home)
  writeFileSync(join(home, 'espalier.properties'), `jwt.conf = ${path}\n`)
  return home
}

describe('a server at its start', () => {
  it('ends where the file has problems, with what jwt check says', async () => {
    const home = homeWith(
      'wrong',
      `signer:\n  algorithm: HS512\n  issuer: mine\n  secret: ${secret}\nisuers: {}\n`,
    )
    const start = await runCommand(['server', 'start', '--port', '0', '--no-demo'], home)
    expect(start).toEqual(await runCommand(['jwt', 'check'], home))
    expect(start).toMatchObject({ code: 3, out: '' })
    const path = join(files.folder, 'wrong.conf')
    expect(start.error.split('\n')).toEqual([
      `espalier: The file "${path}" has 2 problems:`,
      expect.stringMatching(/wrong\.conf:4:11: signer\.secret: Expected at least 64 bytes/),
      expect.stringMatching(/wrong\.conf:5:1: Unknown key "isuers"\. Did you mean "issuers"\?$/),
      '',
    ])
    expect(start.error).not.toContain('hunter2')
    // The folder is free again.
    expect(existsSync(join(home, 'server.json'))).toBe(false)
    writeFileSync(path, '')
    const server = await startServer(home, ['--no-demo'], { security: 'on' })
    expect(await server.end('SIGTERM')).toBe(0)
  })

  it('ends where there is no such file', async () => {
    const home = withProperty(join(files.folder, 'home-missing'), join(files.folder, 'missing.conf'))
    expect(await runCommand(['server', 'start', '--port', '0', '--no-demo'], home)).toMatchObject({
      code: 3,
      error: expect.stringContaining('missing.conf" cannot be read: there is no such file.'),
    })
  })

  it('tells warnings where people and logs see them, and no secret', async () => {
    const issuer = `issuers:\n  https://idp.example:\n    superuserGroup: root\n    clientId: a\n    clientSecret: ${secret}\n`
    const home = homeWith('open', `signer: { algorithm: HS256, issuer: mine, secret: ${secret} }\n${issuer}`)
    chmodSync(join(files.folder, 'open.conf'), 0o644)
    const server = await startServer(home, ['--no-demo'], { security: 'on' })
    expect(await server.end('SIGTERM')).toBe(0)
    const warnings = [
      /open\.conf: Everybody on this machine may read it, and it holds secrets\./,
      /open\.conf:3:3: issuers\.\\?"https:\/\/idp\.example\\?"\.audience: Without \\?"audience\\?"/,
      /open\.conf:4:21: issuers\.\\?"https:\/\/idp\.example\\?"\.superuserGroup: Nothing maps roles/,
    ]
    const logged = server.log.split('\n').filter((line) => line.includes('"level":40'))
    for (const warning of warnings) {
      expect(server.banner).toMatch(warning)
      expect(logged).toContainEqual(expect.stringMatching(warning))
    }
    expect(`${server.banner}${server.log}`).not.toContain('hunter2')
  })

  it('does not read the file without security', async () => {
    const home = homeWith('unread', 'nonsense')
    const server = await startServer(home, ['--no-demo'])
    expect(await server.end('SIGTERM')).toBe(0)
  })
})
