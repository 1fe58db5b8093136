/** Something that is kept for those who ask later who did what. */
export interface AuditEvent {
  /** `login`, `refusal`, `user.add`, `role.grant`, `schema.add` …: what was done, or tried. */
  readonly action: string
  /** What it was done to, such as a user's name; never a secret. */
  readonly target?: string
  /** More of it, such as the permission that was granted. */
  readonly details?: Readonly<Record<string, string | boolean | readonly string[]>>
  readonly outcome: 'done' | 'refused' | 'failed'
  /** Who; absent where nobody signed in. With run-as the one acted for. */
  readonly user?: string
  readonly signedInAs?: string
  readonly address?: string
  readonly requestId?: string
}

/** Where audit events go; the time is added there. */
export interface AuditLog {
  write(event: AuditEvent): void
  close(): void
}
