import { firstRole, firstUser } from '../accounts/first-accounts.ts'

/** `PRAGMA application_id` of a catalog: the letters `EspC`. Catalogs of the first format have none. */
export const applicationId = 0x45737043

/** `position` keeps the order of declaration. Names that differ in case only would share a folder on some systems. */
const firstTables = `
CREATE TABLE database (
  name TEXT PRIMARY KEY COLLATE NOCASE,
  created TEXT NOT NULL,
  ready INTEGER NOT NULL
) STRICT;
CREATE TABLE namespace (
  database TEXT NOT NULL COLLATE NOCASE REFERENCES database ON DELETE CASCADE,
  position INTEGER NOT NULL,
  prefix TEXT NOT NULL,
  iri TEXT NOT NULL,
  PRIMARY KEY (database, prefix)
) STRICT, WITHOUT ROWID;
CREATE TABLE database_option (
  database TEXT NOT NULL COLLATE NOCASE REFERENCES database ON DELETE CASCADE,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (database, name)
) STRICT, WITHOUT ROWID;
`

/**
 * Names of users and roles are told apart by the case of their letters. `password` is what is kept of it, with `password_set` when it was
 * set. The name of a resource is a JSON list; `number` keeps the order in which permissions were granted.
 */
const accountTables = `
CREATE TABLE user (
  name TEXT PRIMARY KEY,
  enabled INTEGER NOT NULL,
  superuser INTEGER NOT NULL,
  password TEXT,
  password_set TEXT
) STRICT;
CREATE TABLE role (
  name TEXT PRIMARY KEY
) STRICT;
CREATE TABLE user_role (
  user TEXT NOT NULL REFERENCES user ON DELETE CASCADE,
  role TEXT NOT NULL REFERENCES role ON DELETE CASCADE,
  PRIMARY KEY (user, role)
) STRICT, WITHOUT ROWID;
CREATE INDEX user_of_role ON user_role (role, user);
CREATE TABLE permission (
  number INTEGER PRIMARY KEY,
  user TEXT REFERENCES user ON DELETE CASCADE,
  role TEXT REFERENCES role ON DELETE CASCADE,
  action TEXT NOT NULL,
  type TEXT NOT NULL,
  name TEXT NOT NULL CHECK (json_type(name, '$[0]') = 'text'),
  CHECK ((user IS NULL) <> (role IS NULL))
) STRICT;
CREATE UNIQUE INDEX permission_of_user ON permission (user, type, name, action) WHERE user IS NOT NULL;
CREATE UNIQUE INDEX permission_of_role ON permission (role, type, name, action) WHERE role IS NOT NULL;
CREATE INDEX permission_about ON permission (json_extract(name, '$[0]'), type);
INSERT INTO user VALUES (
  '${firstUser.name}', 1, 1, '${firstUser.passwordHash}', strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
);
INSERT INTO role VALUES ('${firstRole}');
INSERT INTO permission (role, action, type, name) VALUES ('${firstRole}', 'READ', '*', '["*"]');
`

/** What makes the tables of each format out of those of the format before; `file` is within the folder of the database. */
export const formatSteps: readonly string[] = [
  firstTables,
  `ALTER TABLE database ADD COLUMN online INTEGER NOT NULL DEFAULT 1;
   ALTER TABLE database ADD COLUMN file TEXT NOT NULL DEFAULT 'data.db';
   PRAGMA application_id = ${applicationId};`,
  `ALTER TABLE database ADD COLUMN kind TEXT NOT NULL DEFAULT 'file' CHECK (kind IN ('file', 'remote'));`,
  // Names of schemas are told apart by the case of their letters. The digest is that of the text.
  `CREATE TABLE graphql_schema (
     database TEXT NOT NULL COLLATE NOCASE REFERENCES database ON DELETE CASCADE,
     name TEXT NOT NULL,
     text TEXT NOT NULL,
     digest TEXT NOT NULL,
     generated INTEGER NOT NULL,
     PRIMARY KEY (database, name)
   ) STRICT;`,
  accountTables,
  // The issuer whose token made the user; and, as JSON, what the last token of a trusted issuer said of the user's roles.
  `ALTER TABLE user ADD COLUMN issuer TEXT;
   ALTER TABLE user ADD COLUMN mapping TEXT;`,
]

/** `PRAGMA user_version` of the tables that all steps make. */
export const currentFormat = formatSteps.length

/** The format from which on there is a table. */
const tableFormats = {
  database: 1,
  database_option: 1,
  graphql_schema: 4,
  namespace: 1,
  permission: 5,
  role: 5,
  user: 5,
  user_role: 5,
} as const

/** The tables of a format, in the order of their names. */
export function tablesOfFormat(format: number): readonly string[] {
  return Object.entries(tableFormats)
    .filter(([, first]) => first <= format)
    .map(([table]) => table)
}
