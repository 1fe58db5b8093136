import { expect, it } from 'vitest'
import type { AuditEvent } from './audit.ts'
import { limitAudit } from './limit-audit.ts'

function limited() {
  const written: AuditEvent[] = []
  let time = 0
  const audit = limitAudit(
    { write: (event) => void written.push(event), close() {} },
    { each: 3, all: 5, milliseconds: 1000, now: () => time },
  )
  const refuse = (user: string | undefined, times: number, address = '127.0.0.1') => {
    for (let n = 0; n < times; n += 1)
      audit.write({ action: 'refusal', outcome: 'refused', address, ...(user !== undefined && { user }) })
  }
  const whose = () => written.map(({ user, address, details }) => [user ?? address, details?.['moreLeftOut']])
  return { audit, written, refuse, whose, pass: (milliseconds: number) => (time += milliseconds) }
}

it('writes the first refusals of somebody, and says with the last one that others follow', () => {
  const { refuse, whose } = limited()
  refuse('ann', 100)
  refuse('bob', 1)
  expect(whose()).toEqual([
    ['ann', undefined],
    ['ann', undefined],
    ['ann', true],
    ['bob', undefined],
  ])
})

it('bounds the refusals of all, however many addresses they come from', () => {
  const { refuse, whose } = limited()
  for (let n = 0; n < 50; n += 1) refuse(undefined, 1, `10.0.0.${n}`)
  expect(whose()).toHaveLength(5)
  expect(whose().at(-1)).toEqual(['10.0.0.4', true])
})

it('tells a user from an address of the same name', () => {
  const { refuse, whose } = limited()
  refuse('10.0.0.1', 3)
  refuse(undefined, 1, '10.0.0.1')
  expect(whose()).toHaveLength(4)
})

it('begins anew after a while', () => {
  const { refuse, written, pass } = limited()
  refuse('ann', 10)
  pass(999)
  refuse('ann', 10)
  expect(written).toHaveLength(3)
  pass(1)
  refuse('ann', 10)
  expect(written).toHaveLength(6)
})

it('writes as many tokens and logins of somebody, who could have as many as they like', () => {
  const { audit, written } = limited()
  for (let n = 0; n < 10; n += 1) {
    audit.write({ action: 'token.issue', outcome: 'done', user: 'ann' })
    audit.write({ action: 'login', outcome: 'done', user: 'ann' })
  }
  expect(written).toHaveLength(6)
  expect(written.slice(-2).map(({ details }) => details)).toEqual([
    { moreLeftOut: true },
    { moreLeftOut: true },
  ])
  for (let n = 0; n < 10; n += 1) audit.write({ action: 'login', outcome: 'done', user: `user ${n}` })
  expect(written).toHaveLength(16)
})

it('always writes what was changed, or could not be', () => {
  const { audit, refuse, written } = limited()
  refuse('ann', 10)
  audit.write({ action: 'login', outcome: 'done', user: 'ann' })
  audit.write({ action: 'user.add', outcome: 'failed', user: 'ann' })
  expect(written.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'refused', 'done', 'failed'])
})
