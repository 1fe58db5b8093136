/**
 * The superuser that a new home has. What is kept of the password is made beforehand: everybody knows the password, so that a salt of its
 * own would hide nothing, and a new home need not wait for one.
 */
export const firstUser = {
  name: 'admin',
  password: 'admin',
  passwordHash:
    '$argon2id$v=19$m=65536,t=2,p=1$Z34uJVpGbxOCswa91te82Q$QOgKTRGutsHTwJjj3VcYNEHaD2doISF5h5OZ7ChMbfA',
} as const

/** The role that a new home has, whose users may read everything. */
export const firstRole = 'reader'
