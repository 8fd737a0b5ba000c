/**
 * `npm run restore -- FILE`: restores a backup into an empty data folder or an empty PostgreSQL
 * database. Without a file, prints the names of the newest backups.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { backupsIn } from '#server/backup/backup.ts'
import { command, count } from '#server/backup/command.ts'
import { openExisting, readPlace, type Place } from '#server/backup/place.ts'
import { restore } from '#server/backup/restore.ts'
import { keyFileName } from '#server/crypto/keyFile.ts'
import { moveFiles } from '#server/files/moveFiles.ts'
import { makeObjectStore } from '#server/files/objectStore.ts'
import { commandLine } from '#server/runtime/bundle.ts'
import { ConfigError, type FilesConfig } from '#server/runtime/config.ts'

const usage = `${commandLine('restore')} BERKAS [--accept-unencrypted] [--max-size GB]`

const fileOf = (place: Place, file: string | undefined): string => {
  if (file) return file
  const there = existsSync(place.folder) ? backupsIn(place.folder).slice(0, 5) : []
  const list = there.length > 0 ? `\nYang terbaru:\n${there.join('\n')}` : ''
  throw new ConfigError(`Sebutkan berkas cadangan.\nPemakaian: ${usage}${list}`)
}

/** Time in ms for which a request to the store is retried: longer than a restart of the store. */
const patienceMs = 60_000
/**
 * Moves the restored files to the object store. The restore itself is complete at this time: after
 * a failure, the files are in the database, where the server finds them too.
 */
const storeFiles = async (place: Place, files: FilesConfig) => {
  const { db, close } = await openExisting(place)
  try {
    const store = makeObjectStore(files, { patienceMs })
    const moved = await moveFiles({ db, store }, 's3', () => {})
    return {
      text: `; ${count(moved.files)} berkas ke s3://${files.bucket}/${files.prefix}`,
      problems: moved.problems,
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const later = `berkas tetap di basis data: ${why}. Nanti: ${commandLine('move-files')} --to s3`
    return { text: '', problems: [later] }
  } finally {
    await close()
  }
}

await command('pulihkan', usage, async ({ file, ...args }) => {
  const place = readPlace(process.env, args)
  const { opening, sums, problems, ...keys } = await restore(place, fileOf(place, file))
  const rows = sums.reduce((n, sum) => n + sum.baris, 0)
  const where = place.databaseUrl ? 'PostgreSQL' : place.dataDir
  const keyFile = join(place.dataDir, keyFileName)
  const use = place.ignoresKeyFile ? ' (server membaca DATA_KEY: isi dengannya)' : ''
  const written = keys.keysWritten ? `; kunci data ditulis ke ${keyFile}${use}` : ''
  const lost = keys.keysMissing.map(
    (id) => `kunci ${id} tidak ada: kembalikan kunci-data atau isi DATA_KEY sebelum server dimulai`,
  )
  const summary = `${sums.length} tabel, ${count(rows)} baris, keadaan ${opening.dibuat}`
  const outside = keys.keysOutside.map(
    (id) => `kunci ${id} hanya ada di ${keyFile}: tambahkan ke DATA_KEY sebelum server dimulai`,
  )
  const moved = place.files ? await storeFiles(place, place.files) : { text: '', problems: [] }
  return {
    line: `selesai dan diperiksa: ${where}, ${summary}${written}${moved.text}`,
    problems: [...problems, ...lost, ...outside, ...moved.problems],
  }
})
