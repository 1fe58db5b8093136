/** Makes and checks what is kept of passwords. Both take tenths of a second and tens of megabytes, by intention. */
export interface PasswordHashes {
  /**
   * What to keep of a password: the function, its parameters, the salt and the digest in one line.
   *
   * @throws ServiceError `serverBusy` where too many wait
   */
  hash(password: string, asker: string): Promise<string>
  /**
   * Whether a password is the one that was kept. Without anything kept it takes the same time, and is false.
   *
   * @param asker whose turn it is, among all who wait: a user name and address, one of which never holds up another
   * @throws ServiceError `serverBusy` where too many wait
   */
  verify(password: string, kept: string | undefined, asker: string): Promise<boolean>
  /** Whether what is kept was made with weaker parameters than today's. */
  isOutdated(kept: string): boolean
}
