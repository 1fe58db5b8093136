import type { BearerToken } from '../authenticator.ts'

/** What an exchanged token is to be for; what is absent is left to the issuer. */
export interface ExchangeTarget {
  /** Scopes with spaces between them. */
  readonly scope?: string
  readonly audience?: string
}

/** A token of somebody for a data source. */
export interface ExchangedToken {
  readonly token: string
  /** Seconds since 1970. */
  readonly expires: number
}

/** Gets tokens for data sources in exchange for those that users show. */
export interface TokenExchange {
  /** Equal for the same token and target only, as long as the process runs; tells nothing of the token. */
  keyOf(token: BearerToken, target: ExchangeTarget): string
  /**
   * A token by which a data source is asked on behalf of who shows the other one.
   *
   * @throws ServiceError `forbidden` where the issuer refuses, whose name is in the message, or has no credentials for it in the settings;
   * `remoteUnavailable` where it cannot be asked
   */
  exchange(token: BearerToken, target: ExchangeTarget): Promise<ExchangedToken>
}
