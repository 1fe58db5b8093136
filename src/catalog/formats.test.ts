import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Catalog } from './catalog.ts'
import { openCatalog } from './open-catalog.ts'

let home: string
let catalog: Catalog | undefined

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'espalier-formats-'))
})

afterEach(() => {
  catalog?.close()
  rmSync(home, { recursive: true, force: true })
})

it.each([1, 2, 3, 4])(
  'a catalog of format %i gets the accounts of a new home, and keeps what it had',
  (format) => {
    const schemas = `CREATE TABLE graphql_schema (
    database TEXT NOT NULL COLLATE NOCASE REFERENCES database ON DELETE CASCADE, name TEXT NOT NULL,
    text TEXT NOT NULL, digest TEXT NOT NULL, generated INTEGER NOT NULL, PRIMARY KEY (database, name)) STRICT;`
    const path = join(home, 'system.db')
    const former = new DatabaseSync(path)
    former.exec(`
    CREATE TABLE database (name TEXT PRIMARY KEY COLLATE NOCASE, created TEXT NOT NULL, ready INTEGER NOT NULL
      ${format >= 2 ? `, online INTEGER NOT NULL DEFAULT 1, file TEXT NOT NULL DEFAULT 'data.db'` : ''}
      ${format >= 3 ? `, kind TEXT NOT NULL DEFAULT 'file' CHECK (kind IN ('file', 'remote'))` : ''}) STRICT;
    CREATE TABLE namespace (
      database TEXT NOT NULL COLLATE NOCASE REFERENCES database ON DELETE CASCADE, position INTEGER NOT NULL,
      prefix TEXT NOT NULL, iri TEXT NOT NULL, PRIMARY KEY (database, prefix)) STRICT, WITHOUT ROWID;
    CREATE TABLE database_option (
      database TEXT NOT NULL COLLATE NOCASE REFERENCES database ON DELETE CASCADE,
      name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (database, name)) STRICT, WITHOUT ROWID;
    ${format >= 4 ? schemas : ''}
    ${format >= 2 ? `PRAGMA application_id = ${0x45737043};` : ''}
    PRAGMA user_version = ${format};
    INSERT INTO database (name, created, ready) VALUES ('orchard', '2026-01-02T03:04:05.678Z', 1);
    INSERT INTO database_option VALUES ('orchard', 'query.timeout', '5s');
    ${format >= 4 ? `INSERT INTO graphql_schema VALUES ('orchard', 'all', 'type Query', 'd', 0);` : ''}`)
    former.close()
    for (let times = 0; times < 2; times++) {
      const taken = openCatalog(home)
      catalog = taken
      expect(taken.list().map(({ name, options }) => [name, ...options])).toEqual([
        ['orchard', ['query.timeout', '5s']],
      ])
      expect(taken.schemas.names('orchard')).toEqual(format >= 4 ? ['all'] : [])
      expect(taken.accounts.users()).toMatchObject([{ name: 'admin', superuser: true }])
      expect(taken.accounts.roles()).toMatchObject([{ name: 'reader' }])
      taken.close()
      catalog = undefined
    }
  },
)

it('a catalog of format 5 keeps its accounts, of which tokens made none', () => {
  const path = join(home, 'system.db')
  openCatalog(home).close()
  const former = new DatabaseSync(path)
  former.exec(`
    ALTER TABLE user DROP COLUMN issuer;
    ALTER TABLE user DROP COLUMN mapping;
    PRAGMA user_version = 5;
    INSERT INTO user VALUES ('ann', 0, 0, 'hash', '2026-01-02T03:04:05.678Z');
    INSERT INTO user_role VALUES ('ann', 'reader');`)
  former.close()
  const ann = { name: 'ann', enabled: false, superuser: false, roles: ['reader'], permissions: [] }
  for (let times = 0; times < 2; times++) {
    catalog = openCatalog(home)
    expect(catalog.accounts.user('ann')).toEqual(ann)
    expect(catalog.accounts.passwordSet('ann')).toBe('2026-01-02T03:04:05.678Z')
    catalog.close()
  }
  catalog = openCatalog(home)
  catalog.accounts.change([{ kind: 'addTokenUser', name: 'bob', issuer: 'https://idp.example' }])
  expect(catalog.accounts.user('bob')).toMatchObject({ issuer: 'https://idp.example' })
})
