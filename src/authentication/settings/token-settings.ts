import type { KeyObject } from 'node:crypto'

/** Algorithms of signatures by a secret that both sides know (RFC 7518, section 3.2). */
export type HmacAlgorithm = 'HS256' | 'HS384' | 'HS512'

/** Algorithms of signatures by an RSA key (RFC 7518, section 3.3). */
export type RsaAlgorithm = 'RS256' | 'RS384' | 'RS512'

/** Algorithms that tokens may be signed with. */
export type TokenAlgorithm = HmacAlgorithm | RsaAlgorithm

/** Which tokens the service issues and trusts: a `jwt.conf` that was read and found right, with the keys that its files hold. */
export interface TokenSettings {
  /** Name of this deployment, which clients are told as the realm. */
  readonly deploymentName?: string
  /** When all users are removed that tokens created: an expression of cron with seconds. */
  readonly autoDeleteUsersSchedule?: string
  /** How the service signs; absent: with a secret of the home folder. */
  readonly signer?: SignerSettings
  /** Issuers elsewhere, by the name that their tokens have in `iss`; the service itself is none of them. */
  readonly issuers: ReadonlyMap<string, IssuerSettings>
}

/** How the service signs the tokens that it issues. */
export interface SignerSettings {
  /** Name of the service as an issuer. */
  readonly issuer: string
  readonly audience: string
  /** How long a token holds: a duration of ISO 8601, such as `P7D`. */
  readonly lifetime: string
  readonly key: SigningKey
}

/** What the service signs with. */
export type SigningKey =
  | { readonly kind: 'hmac'; readonly algorithm: HmacAlgorithm; readonly secret: Uint8Array }
  | {
      readonly kind: 'rsa'
      readonly algorithm: RsaAlgorithm
      readonly publicKey: KeyObject
      readonly privateKey: KeyObject
    }

/** An issuer whose tokens are trusted, and what they make of their bearers. */
export interface IssuerSettings {
  /** As it stands in `iss`, to the letter. */
  readonly issuer: string
  /** Whom its tokens have to be for; absent: anybody. */
  readonly audience?: string
  readonly keys: IssuerKeys
  readonly username: UsernameRule
  /** Whether users that there are not are made, where the token asks for a role that there is. */
  readonly autoCreateUsers: boolean
  readonly roles: RoleRule
  /** Who has this group or role is a superuser for as long as the token holds. */
  readonly superuserGroup?: string
  /** Getting tokens on behalf of who shows one, as the service itself; absent where there are no credentials for it. */
  readonly onBehalfOf?: OnBehalfOfSettings
  /** Exchanging tokens by RFC 8693 for those of a data source; absent: on-behalf-of is the way. */
  readonly tokenExchange?: TokenExchangeSettings
}

/** Where the keys of an issuer come from. */
export type IssuerKeys =
  /** From its JWKS, which is at its well-known path or where its metadata say; RS256, RS384 and RS512 alone. */
  | { readonly kind: 'discovered' }
  /** For these algorithms, and no others. */
  | { readonly kind: 'listed'; readonly keys: ReadonlyMap<TokenAlgorithm, VerificationKey> }

/** What signatures of one algorithm are verified with. */
export type VerificationKey =
  | { readonly kind: 'secret'; readonly key: KeyObject }
  | { readonly kind: 'publicKey'; readonly key: KeyObject }
  /** URL of a JWKS (RFC 7517, section 5). */
  | { readonly kind: 'jwks'; readonly url: string }

/** What of a token is the name of its user. */
export type UsernameRule =
  | { readonly kind: 'field'; readonly claim: string }
  /** The first of them whose claims are all there; each with names of claims in braces. */
  | { readonly kind: 'templates'; readonly templates: readonly string[] }

/** What of a token are the roles of its user. */
export type RoleRule =
  /** Nothing: the roles of the account hold. */
  | { readonly kind: 'account' }
  /** A claim: a list of groups, or a map of groups to roles, of which these groups count. */
  | { readonly kind: 'groups'; readonly claim: string; readonly allowed: ReadonlySet<string> }
  /** Paths of names to a list of roles; the first that leads to one with roles in it counts. */
  | { readonly kind: 'paths'; readonly paths: readonly (readonly string[])[] }
  /** Groups that the issuer's directory tells of, on behalf of the user. */
  | { readonly kind: 'directory'; readonly directory: DirectorySettings }

/** The directory of an issuer, which tells the names of groups. */
export interface DirectorySettings {
  /** Groups without it give nothing; of the others it is taken away. Empty: all of them count as they are. */
  readonly prefix: string
  /** Groups that count, by their whole names; absent: all. */
  readonly allowed?: ReadonlySet<string>
  /** Base of its API, such as `https://graph.microsoft.com`; no slash at the end. */
  readonly endpoint: string
}

/** The service as a client of an issuer, that gets tokens on behalf of its users (OAuth 2.0 on-behalf-of flow). */
export interface OnBehalfOfSettings {
  readonly clientId: string
  readonly proof: ClientProof
  /** Where tokens are had; absent: where the metadata of the issuer say. */
  readonly tokenEndpoint?: string
  /** The permission that is asked for, such as `Directory.Read.All`. */
  readonly graphPermission: string
  /** Base of the directory API that the permission is one of, such as `https://graph.microsoft.com`; no slash at the end. */
  readonly graphEndpoint: string
}

/** By what a client shows that it is itself. */
export type ClientProof =
  | { readonly kind: 'secret'; readonly secret: string }
  /** A key, and the certificate that the issuer knows it by. */
  | { readonly kind: 'certificate'; readonly key: KeyObject; readonly certificate: Buffer }

/** The application of a data source at an issuer, for which tokens are exchanged (RFC 8693). */
export interface TokenExchangeSettings {
  readonly clientId: string
  readonly clientSecret: string
  readonly tokenEndpoint: string
}
