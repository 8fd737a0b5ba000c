/**
 * Migrations that have landed stay as they are, to the byte: databases remember their hashes, and a
 * formatter of another version would stop every school at its next start. A new one is a line in
 * `server/db/landedMigrations.json`.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { knownMigrations } from '#server/db/migrate.ts'

test('every migration is what it was when it landed', async () => {
  const landed: unknown = JSON.parse(readFileSync('server/db/landedMigrations.json', 'utf8'))
  const known = (await knownMigrations()).map(({ name, hash }) => [name, hash])
  expect(Object.fromEntries(known)).toEqual(landed)
})
