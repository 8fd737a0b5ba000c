/**
 * `npm run move-to-postgres`: copies the SQLite database in `DATA_DIR` to the empty PostgreSQL
 * database `DATABASE_URL`.
 */
import { command, count } from '#server/backup/command.ts'
import { moveToPostgres } from '#server/backup/move.ts'
import { readPlace } from '#server/backup/place.ts'
import { commandLine } from '#server/runtime/bundle.ts'
import { ConfigError } from '#server/runtime/config.ts'

const usage = `DATA_DIR=… DATABASE_URL=postgres://… ${commandLine('move-to-postgres')}`

await command('pindah', usage, async ({ file }) => {
  const place = readPlace(process.env, {})
  if (file) throw new ConfigError(`Tidak menerima argumen.\nPemakaian: ${usage}`)
  if (!place.databaseUrl)
    throw new ConfigError(`DATABASE_URL tidak diisi: ke mana?\nPemakaian: ${usage}`)
  const { tables, rows, problems, keysMissing } = await moveToPostgres(place, place.databaseUrl)
  const summary = `${tables} tabel, ${count(rows)} baris, sama baris demi baris`
  const lost = keysMissing.map((id) => `kunci ${id} tidak ada di DATA_KEY atau kunci-data`)
  const key = `isi ${place.dataDir}/kunci-data, atau DATA_KEY yang sekarang`
  const next = `Mulai server dengan DATABASE_URL dan DATA_KEY (${key})`
  return { line: `selesai: ${summary}. ${next}`, problems: [...problems, ...lost] }
})
