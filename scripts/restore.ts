/**
 * `npm run restore -- FILE`: restores a backup into an empty data folder or an empty PostgreSQL
 * database. Without a file, prints the names of the newest backups.
 */
import { existsSync } from 'node:fs'
import { backupsIn } from '#server/backup/backup.ts'
import { command, count } from '#server/backup/command.ts'
import { readPlace, type Place } from '#server/backup/place.ts'
import { restore } from '#server/backup/restore.ts'
import { ConfigError } from '#server/runtime/config.ts'

const usage = 'npm run restore -- BERKAS [--accept-unencrypted] [--max-size GB]'

const fileOf = (place: Place, file: string | undefined): string => {
  if (file) return file
  const there = existsSync(place.folder) ? backupsIn(place.folder).slice(0, 5) : []
  const list = there.length > 0 ? `\nYang terbaru:\n${there.join('\n')}` : ''
  throw new ConfigError(`Sebutkan berkas cadangan.\nPemakaian: ${usage}${list}`)
}

await command('pulihkan', usage, async ({ file, ...args }) => {
  const place = readPlace(process.env, args)
  const { opening, sums, keysWritten, keysMissing, problems } = await restore(
    place,
    fileOf(place, file),
  )
  const rows = sums.reduce((n, sum) => n + sum.baris, 0)
  const where = place.databaseUrl ? 'PostgreSQL' : place.dataDir
  const key = keysWritten ? `; kunci data ditulis ke ${place.dataDir}/kunci-data` : ''
  const lost = keysMissing.map(
    (id) => `kunci ${id} tidak ada: kembalikan kunci-data atau isi DATA_KEY sebelum server dimulai`,
  )
  const summary = `${sums.length} tabel, ${count(rows)} baris, keadaan ${opening.dibuat}`
  return {
    line: `selesai dan diperiksa: ${where}, ${summary}${key}`,
    problems: [...problems, ...lost],
  }
})
