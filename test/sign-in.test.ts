import { setImmediate as immediately } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { AccountStore } from '../src/accounts/account-store.ts'
import type { Authenticator, SignIn } from '../src/authentication/authenticator.ts'
import { createAuthenticator } from '../src/authentication/create-authenticator.ts'
import { createPasswordHashes } from '../src/authentication/passwords/create-password-hashes.ts'
import type { PasswordHashes } from '../src/authentication/passwords/password-hashes.ts'
import type { TokenSigner } from '../src/authentication/tokens/token-verifier.ts'
import { ServiceError } from '../src/errors.ts'
import { accountsInMemory } from './accounts-in-memory.ts'
import { openTokens } from './open-tokens.ts'

const cheap = { memory: 8, passes: 1, parallelism: 1 }
const cheapHashes = createPasswordHashes(cheap)
/** Costs enough for others to come meanwhile, and little enough for many. */
const slowHashes = createPasswordHashes({ ...cheap, memory: 4096 })
const here = '192.0.2.1'
const wrong = 'The user name or the password is wrong.'

/** An authenticator over accounts with the users `ann`, `ben` and `cy`, whose passwords are `secret of ann` and so on, kept by `former`. */
interface Bench {
  readonly accounts: AccountStore
  readonly authenticator: Authenticator
  readonly tokens: TokenSigner
  /** Users whose password was looked at, in that order; of one that there is not with a question mark. */
  readonly looks: string[]
  readonly clock: { time: number }
  signIn(user: string, password?: string, address?: string): Promise<SignIn>
}

async function openBench(passwords = cheapHashes, former = cheapHashes): Promise<Bench> {
  const accounts = accountsInMemory()
  for (const name of ['ann', 'ben', 'cy']) {
    const passwordHash = await former.hash(`secret of ${name}`, { user: name, address: '' })
    accounts.change([{ kind: 'addUser', name, passwordHash, superuser: false }])
  }
  const clock = { time: 0 }
  const looks: string[] = []
  const counted: PasswordHashes = {
    ...passwords,
    verify(password, kept, asker) {
      looks.push(kept === undefined ? `${asker.user}?` : asker.user)
      return passwords.verify(password, kept, asker)
    },
  }
  const { signer: tokens, parts } = openTokens()
  const authenticator = createAuthenticator({
    ...parts,
    accounts,
    passwords: counted,
    now: () => clock.time,
  })
  return {
    accounts,
    authenticator,
    tokens,
    looks,
    clock,
    signIn: (user, password = `secret of ${user}`, address = here) =>
      authenticator.signIn({ kind: 'password', user, password }, address),
  }
}

const identity = (user: string, fresh = true): SignIn => ({ kind: 'identity', identity: { user }, fresh })
const outcomes = (signIns: readonly SignIn[]): readonly string[] => signIns.map(({ kind }) => kind)

describe('a password', () => {
  it('signs its user in', async () => {
    const { signIn, looks } = await openBench()
    expect(await signIn('ann')).toEqual(identity('ann'))
    expect(looks).toEqual(['ann'])
  })

  it('is refused in one way and at one cost, whatever is wrong', async () => {
    const { accounts, signIn, looks } = await openBench()
    accounts.change([{ kind: 'setEnabled', name: 'cy', enabled: false }])
    const refused = [
      await signIn('ann', 'secret of ben'),
      await signIn('ann', ''),
      await signIn('nobody', 'secret of ann'),
      await signIn('Ann', 'secret of ann'),
      await signIn('cy'),
    ]
    const told = refused.map(({ kind, ...rest }) => [kind, 'message' in rest ? rest.message : ''])
    expect(told).toEqual(refused.map(() => ['refused', wrong]))
    expect(looks).toEqual(['ann', 'ann', 'nobody?', 'Ann?', 'cy'])
    for (const each of refused) expect(JSON.stringify(each)).not.toContain('secret')
    expect(refused.map((each) => ('reason' in each ? each.reason : ''))).toEqual([
      'The password is wrong.',
      'The password is wrong.',
      'There is no such user, or the user has no password.',
      'There is no such user, or the user has no password.',
      'The user is disabled.',
    ])
  })

  it('tells the name of who is refused only where there is such a user: else it may be a password that was typed in its place', async () => {
    const { signIn } = await openBench()
    expect(await signIn('ann', 'wrong')).toMatchObject({ kind: 'refused', user: 'ann' })
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect(JSON.stringify(await signIn('s3cret word', ''))).not.toContain('s3cret')
    }
    const throttled = await signIn('s3cret word', '')
    expect(throttled.kind).toBe('throttled')
    expect(JSON.stringify(throttled)).not.toContain('s3cret')
  })

  it('that was right is not looked at again for a minute, and then it is', async () => {
    const { signIn, looks, clock } = await openBench()
    await signIn('ann')
    for (clock.time = 1; clock.time < 60_000; clock.time += 7000)
      expect(await signIn('ann', undefined, `192.0.2.${clock.time % 200}`)).toEqual(identity('ann', false))
    expect(looks).toEqual(['ann'])
    clock.time = 60_000
    expect(await signIn('ann')).toEqual(identity('ann'))
    expect(looks).toEqual(['ann', 'ann'])
  })

  it('that was right does not make another one right', async () => {
    const { signIn } = await openBench()
    await signIn('ann')
    expect(await signIn('ann', 'secret of ben')).toMatchObject({ kind: 'refused' })
    expect(await signIn('ben', 'secret of ann')).toMatchObject({ kind: 'refused' })
    expect(await signIn('an', 'nsecret of ann')).toMatchObject({ kind: 'refused' })
    expect(await signIn('annsecret', ' of ann')).toMatchObject({ kind: 'refused' })
  })

  it('that was right stays so while others change, without another look', async () => {
    const { accounts, signIn, looks } = await openBench()
    await signIn('ann')
    accounts.change([{ kind: 'removeUser', name: 'ben' }])
    accounts.change([{ kind: 'assignRole', user: 'ann', role: 'reader' }])
    expect(await signIn('ann')).toEqual(identity('ann', false))
    expect(looks).toEqual(['ann'])
  })

  it.each<[string, (bench: Bench) => Promise<void>, boolean]>([
    ['has another one', async ({ accounts }) => setPassword(accounts, 'ann', 'another'), false],
    ['is removed', async ({ accounts }) => accounts.change([{ kind: 'removeUser', name: 'ann' }]), false],
    [
      'is disabled',
      async ({ accounts }) => accounts.change([{ kind: 'setEnabled', name: 'ann', enabled: false }]),
      false,
    ],
    [
      'is another user of that name',
      async ({ accounts }) => {
        const passwordHash = await cheapHashes.hash('another', { user: 'ann', address: '' })
        accounts.change([{ kind: 'removeUser', name: 'ann' }])
        accounts.change([{ kind: 'addUser', name: 'ann', passwordHash, superuser: false }])
      },
      false,
    ],
    [
      'has the same one, set anew',
      async ({ accounts }) => setPassword(accounts, 'ann', 'secret of ann'),
      true,
    ],
  ])('that was right is looked at with the next request when its user %s', async (_, change, isRight) => {
    const bench = await openBench()
    await bench.signIn('ann')
    await change(bench)
    expect((await bench.signIn('ann')).kind).toBe(isRight ? 'identity' : 'refused')
    expect(bench.looks).toHaveLength(2)
  })

  it('is refused where the user is changed while it is looked at', async () => {
    const { accounts, signIn } = await openBench()
    const attempts = [signIn('ann'), signIn('ben'), signIn('cy')]
    await setPassword(accounts, 'ann', 'another')
    accounts.change([
      { kind: 'setEnabled', name: 'ben', enabled: false },
      { kind: 'removeUser', name: 'cy' },
    ])
    // Of the three, those whose look was over before the change are in.
    const outcomesNow = outcomes(await Promise.all(attempts))
    expect(outcomesNow.at(2)).toBe('refused')
    // The other way round it is looked at again, and is right.
    const another = signIn('cy', 'another')
    accounts.change([
      { kind: 'addUser', name: 'cy', passwordHash: accounts.passwordHash('ann') ?? '', superuser: false },
    ])
    expect((await another).kind).toBe('identity')
    expect(await signIn('ann')).toMatchObject({ kind: 'refused' })
    expect(await signIn('ben')).toMatchObject({ kind: 'refused' })
  })

  it('that many requests have at once is looked at once', async () => {
    const { signIn, looks } = await openBench()
    const signIns = await Promise.all(Array.from({ length: 30 }, () => signIn('ann')))
    expect(signIns).toEqual([identity('ann'), ...Array(29).fill(identity('ann', false))])
    const others = await Promise.all(Array.from({ length: 30 }, () => signIn('ben', 'wrong')))
    expect(outcomes(others)).toEqual(Array(30).fill('refused'))
    expect(looks).toEqual(['ann', 'ben'])
    // It was one failure: nine more may follow.
    for (let number = 0; number < 9; number++)
      expect(await signIn('ben', `wrong ${number}`)).toMatchObject({ kind: 'refused' })
    expect(await signIn('ben')).toMatchObject({ kind: 'throttled' })
  })

  it('that many addresses send at once is looked at once, and a failure of each', async () => {
    const { signIn, looks, clock } = await openBench()
    for (let round = 0; round < 10; round++)
      await Promise.all(['192.0.2.1', '192.0.2.2'].map((address) => signIn('ann', `wrong ${round}`, address)))
    expect(looks).toHaveLength(10)
    for (const address of ['192.0.2.1', '192.0.2.2'])
      expect(await signIn('ann', undefined, address)).toMatchObject({ kind: 'throttled' })
    expect(await signIn('ann', undefined, '192.0.2.3')).toEqual(identity('ann'))
    clock.time = 60_000
    for (const address of ['192.0.2.1', '192.0.2.2'])
      expect(await signIn('ann', undefined, address)).toMatchObject({ kind: 'identity' })
  })
})

describe('wrong passwords', () => {
  it('are looked at ten times a minute for a user and an address', async () => {
    const { signIn, looks, clock } = await openBench()
    for (let number = 0; number < 10; number++) {
      clock.time += 1000
      expect(await signIn('ann', `wrong ${number}`)).toMatchObject({ kind: 'refused', message: wrong })
    }
    const throttled = {
      kind: 'throttled',
      user: 'ann',
      retryAfterSeconds: 51,
      message: 'Too many attempts to sign in with a wrong password. Try again in 51 s.',
      fresh: true,
    }
    expect(await signIn('ann')).toEqual(throttled)
    expect(await signIn('ann', 'wrong')).toEqual({ ...throttled, fresh: false })
    expect(await signIn('ben')).toEqual(identity('ben'))
    expect(await signIn('ann', undefined, '192.0.2.2')).toEqual(identity('ann'))
    expect(looks).toHaveLength(12)
    clock.time = 61_000
    expect(await signIn('ann')).toEqual(identity('ann', false))
  })

  it('are throttled the same for a user that there is not', async () => {
    const { signIn } = await openBench()
    const tell = async (user: string): Promise<readonly string[]> => {
      const told: string[] = []
      for (let number = 0; number < 12; number++) {
        const result = await signIn(user, `wrong ${number}`)
        told.push(`${result.kind} ${'message' in result ? result.message : ''}`)
      }
      return told
    }
    expect(await tell('nobody')).toEqual(await tell('ann'))
  })

  it('do not let guesses be tried on a password that is remembered', async () => {
    const { signIn } = await openBench()
    await signIn('ann')
    for (let number = 0; number < 10; number++) await signIn('ann', `wrong ${number}`)
    expect(await signIn('ann')).toMatchObject({ kind: 'throttled' })
    expect(await signIn('ann', undefined, '192.0.2.2')).toEqual(identity('ann', false))
  })

  it('are forgotten with a right one that was looked at, not with one that was remembered', async () => {
    const { signIn, clock } = await openBench()
    const fail = async (count: number): Promise<void> => {
      for (let number = 0; number < count; number++) await signIn('ann', `wrong ${number}`)
    }
    await fail(9)
    expect(await signIn('ann')).toEqual(identity('ann'))
    await fail(9)
    expect(await signIn('ann')).toEqual(identity('ann', false))
    await fail(1)
    expect(await signIn('ann')).toMatchObject({ kind: 'throttled' })
    clock.time = 60_000
    expect(await signIn('ann')).toEqual(identity('ann'))
  })

  it('are not counted where they were not looked at', async () => {
    const busy: PasswordHashes = {
      ...cheapHashes,
      verify: async () => {
        throw new ServiceError('serverBusy', 'Too many wait.')
      },
    }
    const { signIn } = await openBench(busy)
    for (let number = 0; number < 30; number++)
      await expect(signIn('ann')).rejects.toMatchObject({ kind: 'serverBusy' })
  })
})

describe('a flood of wrong passwords', () => {
  /** How many of so many attempts at once came to what: kinds of outcomes, and of errors. */
  async function flood(
    { signIn }: Bench,
    attempts: number,
    who: (number: number) => { readonly user: string; readonly address: string },
  ): Promise<Readonly<Record<string, number>>> {
    const kinds = await Promise.all(
      Array.from({ length: attempts }, async (_, number) => {
        const { user, address } = who(number)
        try {
          return (await signIn(user, `wrong ${number}`, address)).kind
        } catch (error) {
          if (error instanceof ServiceError) return error.kind
          throw error
        }
      }),
    )
    const counts: Record<string, number> = {}
    for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1
    return counts
  }

  it('for one user from one address costs ten looks, and others sign in beside it', async () => {
    const bench = await openBench(slowHashes, slowHashes)
    const flooding = flood(bench, 200, () => ({ user: 'ann', address: here }))
    expect(await bench.signIn('ben')).toEqual(identity('ben'))
    expect(await bench.signIn('cy', undefined, '192.0.2.2')).toEqual(identity('cy'))
    expect(await flooding).toEqual({ refused: 10, throttled: 190 })
    expect(bench.looks.filter((user) => user === 'ann')).toHaveLength(10)
  })

  it('for one user from many addresses takes nobody else the place to wait', async () => {
    const bench = await openBench(slowHashes, slowHashes)
    const flooding = flood(bench, 100, (number) => ({ user: 'ann', address: `198.51.100.${number}` }))
    const others = await Promise.all(['ben', 'cy', 'admin'].map((user) => bench.signIn(user)))
    expect(outcomes(others)).toEqual(['identity', 'identity', 'refused'])
    // One is looked at, 64 wait, one of which makes place for each of two others that wait; the third of them takes the place beside.
    expect(await flooding).toEqual({ refused: 63, serverBusy: 37 })
  })

  it.each([
    ['one address', () => '198.51.100.1'],
    ['one network', (number: number) => `2001:db8::${number}`],
  ])('for many users from %s takes no other address the place to wait', async (_, addressOf) => {
    const bench = await openBench(slowHashes, slowHashes)
    const flooding = flood(bench, 100, (number) => ({ user: `user ${number}`, address: addressOf(number) }))
    const others = await Promise.all(['ben', 'cy'].map((user) => bench.signIn(user)))
    expect(others).toEqual([identity('ben'), identity('cy')])
    expect(await flooding).toEqual({ refused: 64, serverBusy: 36 })
  })
})

describe('a password that was kept by weaker parameters', () => {
  it('is kept by those of today once it was right, and not when it was wrong', async () => {
    const stronger = createPasswordHashes({ ...cheap, passes: 2 })
    const { accounts, signIn, tokens, authenticator } = await openBench(stronger)
    const before = accounts.passwordHash('ann')
    const set = accounts.passwordSet('ann')
    const token = await tokens.issue('ann')
    await signIn('ann', 'wrong')
    expect(accounts.passwordHash('ann')).toBe(before)
    expect(await signIn('ann')).toEqual(identity('ann'))
    expect(accounts.passwordHash('ann')).toContain('$m=8,t=2,p=1$')
    expect(accounts.passwordSet('ann')).toBe(set)
    expect(await authenticator.signIn({ kind: 'token', token }, here)).toEqual(identity('ann'))
    expect(await signIn('ann')).toEqual(identity('ann', false))
    expect(await signIn('ann', undefined, '192.0.2.2')).toEqual(identity('ann', false))
  })

  it('signs its user in where it cannot be kept anew', async () => {
    const busy: PasswordHashes = {
      ...cheapHashes,
      isOutdated: () => true,
      hash: async () => {
        throw new ServiceError('serverBusy', 'Too many wait.')
      },
    }
    const { accounts, signIn } = await openBench(busy)
    const before = accounts.passwordHash('ann')
    expect(await signIn('ann')).toEqual(identity('ann'))
    expect(accounts.passwordHash('ann')).toBe(before)
  })

  it('is not put in place of another one that was set meanwhile', async () => {
    const slow: PasswordHashes = {
      ...cheapHashes,
      isOutdated: (kept) => kept === former,
      hash: async (password, asker) => {
        const kept = await cheapHashes.hash(password, asker)
        await setPassword(bench.accounts, 'ann', 'another')
        return kept
      },
    }
    const bench = await openBench(slow)
    const former = bench.accounts.passwordHash('ann')
    expect(await bench.signIn('ann')).toMatchObject({ kind: 'refused' })
    expect(await bench.signIn('ann')).toMatchObject({ kind: 'refused' })
    expect((await bench.signIn('ann', 'another')).kind).toBe('identity')
  })
})

describe('a token', () => {
  it('signs its user in, however often', async () => {
    const { authenticator, tokens, looks } = await openBench()
    const token = await tokens.issue('ann')
    const signIn = (): Promise<SignIn> => authenticator.signIn({ kind: 'token', token }, here)
    expect([await signIn(), await signIn()]).toEqual([identity('ann'), identity('ann', false)])
    expect(looks).toEqual([])
  })

  it('signs in a user whose password was set just before it was issued', async () => {
    const { accounts, authenticator, tokens } = await openBench()
    for (let round = 0; round < 20; round++) {
      await setPassword(accounts, 'ann', `${round}`)
      const token = await tokens.issue('ann')
      expect((await authenticator.signIn({ kind: 'token', token }, here)).kind).toBe('identity')
    }
  })

  it.each<[string, (accounts: AccountStore) => Promise<void>]>([
    ['is removed', async (accounts) => accounts.change([{ kind: 'removeUser', name: 'ann' }])],
    [
      'is disabled',
      async (accounts) => accounts.change([{ kind: 'setEnabled', name: 'ann', enabled: false }]),
    ],
    ['has another password', async (accounts) => setPassword(accounts, 'ann', 'another')],
    [
      'is another user of that name',
      async (accounts) => {
        const passwordHash = accounts.passwordHash('ann') ?? ''
        accounts.change([
          { kind: 'removeUser', name: 'ann' },
          { kind: 'addUser', name: 'ann', passwordHash, superuser: false },
        ])
      },
    ],
  ])('is refused once its user %s', async (_, change) => {
    const { accounts, authenticator, tokens } = await openBench()
    const token = await tokens.issue('ann')
    const issued = Date.now()
    const before = await authenticator.signIn({ kind: 'token', token }, here)
    expect(before.kind).toBe('identity')
    // A password that is set within the millisecond of a token does not end it.
    while (Date.now() === issued) await immediately()
    await change(accounts)
    const refused = await authenticator.signIn({ kind: 'token', token }, here)
    expect(refused).toMatchObject({ kind: 'refused', user: 'ann', message: 'The token is not valid.' })
  })

  it('is refused where it is none', async () => {
    const { authenticator } = await openBench()
    const refused = await authenticator.signIn({ kind: 'token', token: 'a.b.c' }, here)
    expect(refused).toMatchObject({ kind: 'refused', message: 'The token is not valid.' })
    expect(refused).not.toHaveProperty('user')
  })
})

async function setPassword(accounts: AccountStore, name: string, password: string): Promise<void> {
  const passwordHash = await cheapHashes.hash(password, { user: name, address: '' })
  accounts.change([{ kind: 'setPassword', name, passwordHash }])
}
