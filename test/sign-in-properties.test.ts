import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AccountChange } from '../src/accounts/account-store.ts'
import type { SignIn } from '../src/authentication/authenticator.ts'
import { createAuthenticator } from '../src/authentication/create-authenticator.ts'
import { createPasswordHashes } from '../src/authentication/passwords/create-password-hashes.ts'
import { accountsInMemory } from './accounts-in-memory.ts'
import { openTokens } from './open-tokens.ts'

const users = ['ann', 'ben'] as const
const passwords = ['one', 'two'] as const
const addresses = ['192.0.2.1', '192.0.2.2'] as const
const hashes = createPasswordHashes({ memory: 8, passes: 2, parallelism: 1 })
/** Passwords that were kept by these are kept anew with the first sign-in. */
const formerHashes = createPasswordHashes({ memory: 8, passes: 1, parallelism: 1 })

type User = (typeof users)[number]
type Password = (typeof passwords)[number]

/** What may happen, in an order and at a time of nobody's choosing. */
type Event =
  | {
      readonly kind: 'signIn'
      readonly user: User
      readonly password: Password
      readonly address: string
      readonly isAwaited: boolean
    }
  | {
      readonly kind: 'setPassword'
      readonly user: User
      readonly password: Password
      readonly isFormer: boolean
    }
  | { readonly kind: 'setEnabled'; readonly user: User; readonly enabled: boolean }
  | { readonly kind: 'remove'; readonly user: User }
  | { readonly kind: 'wait'; readonly seconds: number }

const user = fc.constantFrom(...users)
const password = fc.constantFrom(...passwords)
const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('signIn' as const),
      user,
      password,
      address: fc.constantFrom(...addresses),
      isAwaited: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('setPassword' as const),
      user,
      password,
      isFormer: fc.boolean(),
    }),
  },
  fc.record({ kind: fc.constant('setEnabled' as const), user, enabled: fc.boolean() }),
  fc.record({ kind: fc.constant('remove' as const), user }),
  fc.record({ kind: fc.constant('wait' as const), seconds: fc.nat(20) }),
)

/** The model: who can sign in by what. */
interface Known {
  readonly password: Password
  readonly enabled: boolean
}

/** An attempt, and whether its password was right, and wrong, at some moment since it began. */
interface Pending {
  readonly event: Extract<Event, { kind: 'signIn' }>
  wasRight: boolean
  wasWrong: boolean
  readonly isThrottledPossible: boolean
  readonly result: Promise<SignIn>
}

it('signs in by what is right at that moment, whatever is remembered, under way or changed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 60, size: 'max' }), async (events) => {
      const accounts = accountsInMemory()
      const known = new Map<User, Known>()
      const attempts = new Map<string, number>()
      const pending = new Set<Pending>()
      let time = 0
      const tokens = openTokens().parts
      const authenticator = createAuthenticator({ ...tokens, accounts, passwords: hashes, now: () => time })

      const isRight = ({ user, password }: Pending['event']): boolean => {
        const account = known.get(user)
        return account?.enabled === true && account.password === password
      }
      const change = (user: User, account: Known | undefined, changes: readonly AccountChange[]): void => {
        accounts.change(changes)
        if (account === undefined) known.delete(user)
        else known.set(user, account)
        for (const one of pending) {
          one.wasRight ||= isRight(one.event)
          one.wasWrong ||= !isRight(one.event)
        }
      }
      const settle = async (one: Pending): Promise<void> => {
        const signIn = await one.result
        pending.delete(one)
        if (signIn.kind === 'identity') {
          expect(signIn.identity.user).toBe(one.event.user)
          expect(one.wasRight).toBe(true)
        } else if (signIn.kind === 'refused') expect(one.wasWrong).toBe(true)
        else expect(one.isThrottledPossible).toBe(true)
      }

      for (const each of events)
        switch (each.kind) {
          case 'signIn': {
            const key = `${each.user} ${each.address}`
            const count = attempts.get(key) ?? 0
            attempts.set(key, count + 1)
            const result = authenticator.signIn({ ...each, kind: 'password' }, each.address)
            const right = isRight(each)
            const one = {
              event: each,
              wasRight: right,
              wasWrong: !right,
              isThrottledPossible: count >= 10,
              result,
            }
            pending.add(one)
            if (each.isAwaited) await settle(one)
            break
          }
          case 'setPassword': {
            const { user: name, password } = each
            const passwordHash = await (each.isFormer ? formerHashes : hashes).hash(password, {
              user: 'setter',
              address: '',
            })
            const former = known.get(name)
            change(name, { password, enabled: former?.enabled ?? true }, [
              former === undefined
                ? { kind: 'addUser', name, passwordHash, superuser: false }
                : { kind: 'setPassword', name, passwordHash },
            ])
            break
          }
          case 'setEnabled': {
            const account = known.get(each.user)
            if (account === undefined) break
            const { user: name, enabled } = each
            change(name, { ...account, enabled }, [{ kind: 'setEnabled', name, enabled }])
            break
          }
          case 'remove':
            if (known.has(each.user)) change(each.user, undefined, [{ kind: 'removeUser', name: each.user }])
            break
          case 'wait':
            time += each.seconds * 1000
            break
        }
      for (const one of [...pending]) await settle(one)
    }),
  )
})
