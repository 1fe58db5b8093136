/** Makes and checks what is kept of passwords. Both take a tenth of a second and tens of megabytes, by intention. */
export interface PasswordHashes {
  /**
   * What to keep of a password: the function, its parameters, the salt and the digest in one line.
   *
   * @throws ServiceError `serverBusy` where too many wait
   */
  hash(password: string, asker: Asker): Promise<string>
  /**
   * Whether a password is the one that was kept. Without anything kept it takes the same time, and is false.
   *
   * @throws ServiceError `serverBusy` where too many wait; `storage` where what is kept cannot be read
   */
  verify(password: string, kept: string | undefined, asker: Asker): Promise<boolean>
  /** Whether what is kept was made with weaker parameters than today's. */
  isOutdated(kept: string): boolean
}

/** Whose turn it is, among all who wait: nobody is held up for long by another one. */
export interface Asker {
  /** Name of the user whose password it is, whether there is such a user or not. */
  readonly user: string
  /** Of the client; empty for who owns the home folder. */
  readonly address: string
}
