import { always, type DatabaseOption } from './database-option.ts'
import {
  audienceKind,
  bytesKind,
  numberKind,
  scopeKind,
  secretKind,
  switchKind,
  unionKind,
  urlKind,
  userKind,
  wordKind,
} from './remote-option-kinds.ts'
import { remoteDefaults } from './remote-settings.ts'

/** What holds of the options of remote databases. */
const remote = { ...always, category: 'Remote', defaultValue: null, defaultWords: 'none' } as const

/** What stands in place of a default that the endpoint is asked for. */
const found = { ...remote, defaultWords: 'what the endpoint shows' } as const

/** The option whose presence makes a database remote. */
export const remoteUrlOption = 'remote.query.url'

/** The option by which an endpoint is asked as whoever asks. */
export const passThroughOption = 'remote.pass.through'

/** What the names of the options of remote databases begin with. */
export const remotePrefix = 'remote.'

/** The options of remote databases, by name. */
export const remoteOptionTable: readonly (readonly [name: string, option: DatabaseOption])[] = [
  [
    remoteUrlOption,
    {
      ...remote,
      kind: urlKind((queryUrl) => ({ queryUrl })),
      label: 'URL of queries',
      description:
        'The SPARQL 1.1 Protocol endpoint that the database stands for; a database is remote by having it.',
    },
  ],
  [
    'remote.update.url',
    {
      ...remote,
      kind: urlKind((updateUrl) => ({ updateUrl })),
      label: 'URL of updates',
      description: 'Where SPARQL updates are sent; without it the database takes none.',
    },
  ],
  [
    'remote.graph.store.url',
    {
      ...remote,
      kind: urlKind((graphStoreUrl) => ({ graphStoreUrl })),
      label: 'URL of graphs',
      description: 'Where the Graph Store Protocol is spoken; without it no files can be loaded.',
    },
  ],
  [
    'remote.user',
    {
      ...remote,
      kind: userKind((user) => ({ user })),
      label: 'User',
      description:
        'Name that the endpoint is told, by Basic or Digest authentication; needs remote.password.',
    },
  ],
  [
    'remote.password',
    {
      ...remote,
      kind: secretKind(
        /^\P{Cc}{1,32768}$/u,
        'a text without control characters, which is not empty',
        (password) => ({ password }),
      ),
      label: 'Password',
      description: 'Password of the user; kept encrypted, and never shown.',
    },
  ],
  [
    'remote.token',
    {
      ...remote,
      // RFC 6750, 2.1.
      kind: secretKind(
        /^[A-Za-z0-9\-._~+/]{1,32768}=*$/u,
        'a text of letters, digits and the characters - . _ ~ + / =',
        (token) => ({ token }),
      ),
      label: 'Token',
      description:
        'Bearer token that the endpoint is told, in place of a user; kept encrypted, and never shown.',
    },
  ],
  [
    passThroughOption,
    {
      ...remote,
      defaultValue: false,
      defaultWords: 'false',
      kind: switchKind((passThrough) => ({ passThrough })),
      label: 'Pass-through',
      description:
        'Whether the endpoint is asked as whoever asks, by a token that the issuer of theirs gives in exchange for it, in place of remote.user or remote.token; only whoever may do everything sets it.',
    },
  ],
  [
    'remote.token.scope',
    {
      ...remote,
      defaultWords: 'what the issuer gives',
      kind: scopeKind((tokenScope) => ({ tokenScope })),
      label: 'Scope of exchanged tokens',
      description:
        'Scopes that a token is asked for by which the endpoint is asked as whoever asks; goes with remote.pass.through.',
    },
  ],
  [
    'remote.token.audience',
    {
      ...remote,
      defaultWords: 'what the issuer gives',
      kind: audienceKind((tokenAudience) => ({ tokenAudience })),
      label: 'Audience of exchanged tokens',
      description:
        'Whom such a token is to be for, where it is exchanged by RFC 8693; goes with remote.pass.through.',
    },
  ],
  [
    'remote.union',
    {
      ...found,
      kind: unionKind((union) => ({ union })),
      label: 'Union of all graphs',
      description:
        'How the endpoint is asked for all graphs: "default" where its default graph is their union, "graphs" where each triple is asked of every graph, or the IRI that it has for their union.',
    },
  ],
  [
    'remote.rows',
    {
      ...found,
      kind: numberKind(999_999_999, (rows) => ({ rows })),
      label: 'Rows of an answer',
      description: 'Rows after which the endpoint cuts an answer.',
    },
  ],
  [
    'remote.engine',
    {
      ...found,
      kind: wordKind((engine) => ({ engine })),
      label: 'Engine',
      description:
        'Whose deviations from the standard queries are written for, such as "virtuoso"; "standard" for none.',
    },
  ],
  [
    'remote.connections',
    {
      ...remote,
      defaultValue: remoteDefaults.connections,
      defaultWords: String(remoteDefaults.connections),
      kind: numberKind(1000, (connections) => ({ connections })),
      label: 'Connections',
      description: 'Connections to the endpoint at once.',
    },
  ],
  [
    'remote.answer.bytes',
    {
      ...remote,
      defaultValue: '1G',
      defaultWords: '1G',
      kind: bytesKind((answerBytes) => ({ answerBytes })),
      label: 'Size of an answer',
      description: 'Bytes of one answer of the endpoint, unpacked; a longer one ends the query.',
    },
  ],
]
