import { scryptSync } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { firstUser } from '../../accounts/first-accounts.ts'
import { createPasswordHashes } from './create-password-hashes.ts'

const asker = { user: 'ann', address: '192.0.2.1' }
const cheap = { costExponent: 4, blockSize: 8, parallelism: 2 }
const real = createPasswordHashes()
const hashes = createPasswordHashes(cheap)

afterAll(() => {
  real.close()
  hashes.close()
})

describe('what is kept of a password', () => {
  it('says how it was made, by at least N = 2^15, r = 8 and p = 3', async () => {
    const kept = await real.hash('secret', asker)
    const [, name, parameters, salt = '', digest = ''] = kept.split('$')
    expect([name, parameters]).toEqual(['scrypt', 'ln=15,r=8,p=3'])
    const options = { N: 2 ** 15, r: 8, p: 3, maxmem: 2 ** 26 }
    const made = scryptSync('secret', Buffer.from(salt, 'base64'), 32, options)
    expect(digest).toBe(made.toString('base64').replace('=', ''))
    expect(Buffer.from(salt, 'base64')).toHaveLength(16)
    expect(await real.verify('secret', kept, asker)).toBe(true)
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
    expect(hashes.isOutdated(kept.replace('p=2', 'p=1'))).toBe(true)
    expect(hashes.isOutdated(kept.replace('ln=4', 'ln=3').replace('p=2', 'p=9'))).toBe(true)
    expect(hashes.isOutdated(kept.replace('ln=4', 'ln=5'))).toBe(false)
  })

  it.each([
    [''],
    ['secret'],
    ['$scrypt$ln=4,r=8,p=2$$'],
    ['$scrypt$ln=4,r=8,p=2$c2FsdHNhbHQ$ZGln'],
    ['$scrypt$ln=0,r=8,p=2$c2FsdHNhbHQ$ZGlnZXN0ZGlnZXN0ZGlnZXN0'],
    ['$scrypt$ln=40,r=8,p=2$c2FsdHNhbHQ$ZGlnZXN0ZGlnZXN0ZGlnZXN0'],
    ['$scrypt$ln=15,r=99,p=2$c2FsdHNhbHQ$ZGlnZXN0ZGlnZXN0ZGlnZXN0'],
    ['$scrypt$ln=15,r=8,p=99$c2FsdHNhbHQ$ZGlnZXN0ZGlnZXN0ZGlnZXN0'],
    ['$argon2id$v=19$m=65536,t=3,p=1$c2FsdHNhbHQ$ZGlnZXN0ZGlnZXN0ZGlnZXN0'],
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

  it('end with their threads', async () => {
    const closing = createPasswordHashes(cheap)
    const kept = await closing.hash('secret', asker)
    const running = closing.verify('secret', kept, asker)
    closing.close()
    await expect(running).rejects.toMatchObject({ kind: 'serverBusy' })
    await expect(closing.verify('secret', kept, asker)).rejects.toMatchObject({ kind: 'serverBusy' })
  })
})
