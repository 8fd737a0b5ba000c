/**
 * Tests that landed migrations do not change by a single byte: databases store their hashes, and a
 * reformatted file would stop every school at its next start. A new migration gets a line in
 * `server/db/migrate/landedMigrations.json`.
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
