/**
 * The superuser that a new home has. What is kept of the password is made beforehand: everybody knows the password, so that a salt of its
 * own would hide nothing, and a new home need not wait for one.
 */
export const firstUser = {
  name: 'admin',
  password: 'admin',
  passwordHash: '$scrypt$ln=15,r=8,p=3$IMQqwFBx/MdXswkIPrp/xQ$BWVGDbYP+G/xQTf8enVdQQFq8jPaFjmLU6Fvp0Dnncs',
} as const

/** The role that a new home has, whose users may read everything. */
export const firstRole = 'reader'
