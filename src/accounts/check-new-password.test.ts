import { describe, expect, it } from 'vitest'
import { checkNewPassword, type PasswordRules } from './check-new-password.ts'

const passwordRules: PasswordRules = { shortest: 4, longest: 1024 }

describe('a new password', () => {
  it.each(['four', 'with spaces at the end ', 'ä:ö/ü', '🌱🌱🌱🌱', 'x'.repeat(1024)])(
    'may be %j',
    (password) => {
      checkNewPassword(password, passwordRules)
    },
  )

  const form: PasswordRules = { ...passwordRules, form: '[a-z]+|[0-9]+' }

  it.each([
    ['', passwordRules, 'A password has to have at least 4 characters; this one has 0.'],
    ['🌱🌱🌱', passwordRules, 'A password has to have at least 4 characters; this one has 3.'],
    ['x'.repeat(1025), passwordRules, 'A password has at most 1024 characters; this one has 1025.'],
    ['ab\ncd', passwordRules, 'A password has no control characters; this one has.'],
    ['abc\u007f', passwordRules, 'A password has no control characters; this one has.'],
    ['abc\ud800', passwordRules, 'A password has no control characters; this one has.'],
    [
      'abcd1234',
      form,
      'A password has to match the regular expression [a-z]+|[0-9]+, and this one does not.',
    ],
  ])('is not %j', (password, rules, message) => {
    expect(() => checkNewPassword(password, rules)).toThrow(
      expect.objectContaining({ kind: 'illegalPassword', message }),
    )
  })

  it('has to match the whole of a form', () => {
    checkNewPassword('abcd', form)
    checkNewPassword('1234', form)
  })
})
