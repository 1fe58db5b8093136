import { argon2Sync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { firstUser } from '../../accounts/first-accounts.ts'
import { createPasswordHashes } from './create-password-hashes.ts'

const asker = { user: 'ann', address: '192.0.2.1' }
const cheap = { memory: 64, passes: 2, parallelism: 1 }
const real = createPasswordHashes()
const hashes = createPasswordHashes(cheap)

describe('what is kept of a password', () => {
  it('says how it was made, as other programs read it', async () => {
    const kept = await real.hash('secret', asker)
    const [, name, version, parameters, salt = '', digest = ''] = kept.split('$')
    expect([name, version, parameters]).toEqual(['argon2id', 'v=19', 'm=65536,t=2,p=1'])
    const nonce = Buffer.from(salt, 'base64')
    const rest = { tagLength: 32, memory: 65_536, passes: 2, parallelism: 1 }
    const made = argon2Sync('argon2id', { message: 'secret', nonce, ...rest })
    expect(digest).toBe(made.toString('base64').replace('=', ''))
    expect(nonce).toHaveLength(16)
    expect(await real.verify('secret', kept, asker)).toBe(true)
  })

  it('can have been made by others', async () => {
    // Of the reference implementation's own tests: version 19, m = 65,536 KiB, t = 2, p = 1.
    const kept = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await hashes.verify('password', kept, asker)).toBe(true)
    expect(await hashes.verify('passwort', kept, asker)).toBe(false)
  })

  it('is another each time', async () => {
    expect(await hashes.hash('secret', asker)).not.toBe(await hashes.hash('secret', asker))
  })

  it('matches that password, and no other', async () => {
    const kept = await hashes.hash('secret', asker)
    expect(await hashes.verify('secret', kept, asker)).toBe(true)
    for (const other of ['', 'Secret', 'secre', 'secrets', 'secret '])
      expect(await hashes.verify(other, kept, asker)).toBe(false)
  })

  it.each([[''], ['x'.repeat(1024)], ['💚'.repeat(500)], ['\0'], ['pass:word']])(
    'matches %j',
    async (password) => {
      expect(await hashes.verify(password, await hashes.hash(password, asker), asker)).toBe(true)
    },
  )

  it('matches the same letters, however they are composed', async () => {
    const kept = await hashes.hash('caf\u00e9', asker)
    expect(await hashes.verify('cafe\u0301', kept, asker)).toBe(true)
    expect(await hashes.verify('cafe', kept, asker)).toBe(false)
  })

  it('matches no password where nothing is kept', async () => {
    expect(await hashes.verify('', undefined, asker)).toBe(false)
  })

  it('matches the first password of a new home', async () => {
    expect(await real.verify(firstUser.password, firstUser.passwordHash, asker)).toBe(true)
    expect(await real.verify('other', firstUser.passwordHash, asker)).toBe(false)
    expect(real.isOutdated(firstUser.passwordHash)).toBe(false)
  })

  it('is checked by its own parameters, and outdated where those cost less', async () => {
    const kept = await hashes.hash('secret', asker)
    expect(await real.verify('secret', kept, asker)).toBe(true)
    expect(real.isOutdated(kept)).toBe(true)
    expect(hashes.isOutdated(kept)).toBe(false)
    expect(hashes.isOutdated(kept.replace('t=2', 't=1'))).toBe(true)
    expect(hashes.isOutdated(kept.replace('m=64,t=2', 'm=63,t=9'))).toBe(true)
    expect(hashes.isOutdated(kept.replace('m=64,t=2', 'm=128,t=1'))).toBe(false)
    expect(hashes.isOutdated(kept.replace('t=2', 't=3'))).toBe(false)
  })

  it.each([
    [''],
    ['secret'],
    ['$argon2id$v=19$m=64,t=2,p=1$$'],
    ['$argon2id$v=19$m=64,t=2,p=1$c2FsdHNhbHQ$ZGln'],
    ['$argon2id$v=19$m=64,t=2,p=1$c2Fs$ZGlnZXN0ZGlnZXN0ZGlnZXN0'],
    ['$argon2id$v=19$m=7,t=2,p=1$c2FsdHNhbHQ$ZGlnZXN0ZGlnZXN0ZGlnZXN0'],
    ['$argon2id$v=19$m=15,t=2,p=2$c2FsdHNhbHQ$ZGlnZXN0ZGlnZXN0ZGlnZXN0'],
    ['$argon2id$v=19$m=64,t=0,p=1$c2FsdHNhbHQ$ZGlnZXN0ZGlnZXN0ZGlnZXN0'],
    ['$argon2id$v=19$m=64,t=2,p=0$c2FsdHNhbHQ$ZGlnZXN0ZGlnZXN0ZGlnZXN0'],
    ['$argon2id$v=19$m=4194304,t=2,p=1$c2FsdHNhbHQ$ZGlnZXN0ZGlnZXN0ZGlnZXN0'],
    ['$argon2id$v=16$m=64,t=2,p=1$c2FsdHNhbHQ$ZGlnZXN0ZGlnZXN0ZGlnZXN0'],
    ['$argon2i$v=19$m=64,t=2,p=1$c2FsdHNhbHQ$ZGlnZXN0ZGlnZXN0ZGlnZXN0'],
    [' $argon2id$v=19$m=64,t=2,p=1$c2FsdHNhbHQ$ZGlnZXN0ZGlnZXN0ZGlnZXN0'],
    ['$scrypt$ln=15,r=8,p=3$c2FsdHNhbHQ$ZGlnZXN0ZGlnZXN0ZGlnZXN0'],
  ])('is refused, and not told, as %j', async (kept) => {
    const message = 'What is kept of a password cannot be read. Set the password anew.'
    await expect(hashes.verify('secret', kept, asker)).rejects.toMatchObject({ kind: 'storage', message })
  })
})

describe('hashes of passwords', () => {
  it('are made for many at once, each its own', async () => {
    const users = Array.from({ length: 60 }, (_, number) => ({ user: `${number}`, address: `${number % 7}` }))
    const kept = await Promise.all(users.map((one) => hashes.hash(one.user, one)))
    const matches = await Promise.all(users.map((one, number) => hashes.verify(one.user, kept[number], one)))
    expect(matches).toEqual(users.map(() => true))
  })

  it('are refused to whoever comes when too many wait', async () => {
    const attempts = Array.from({ length: 80 }, () => hashes.verify('secret', undefined, asker))
    const settled = await Promise.allSettled(attempts)
    const refused = settled.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(15)
    expect(refused[0]).toMatchObject({ reason: { kind: 'serverBusy' } })
  })
})
