/**
 * Tests that released migrations do not change by a single byte. Databases store the hashes of the
 * migrations that they have run. A server whose migration file has a different hash does not start.
 * A new migration needs a new entry in `server/db/migrate/landedMigrations.json`.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { knownMigrations } from '#server/db/migrate/migrate.ts'

test('keeps every landed migration unchanged', async () => {
  const landed: unknown = JSON.parse(
    readFileSync('server/db/migrate/landedMigrations.json', 'utf8'),
  )
  const migrations = (await knownMigrations()).map(({ name, hash }) => [name, hash])
  expect(Object.fromEntries(migrations)).toEqual(landed)
})
