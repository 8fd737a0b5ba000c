/**
 * `npm run move-files -- --to s3|database`: moves the contents of files between the database and
 * the object store `FILES_URL`, while the server runs. It can be repeated after a failure.
 */
import { command, count, size } from '#server/backup/command.ts'
import { openExisting, readPlace } from '#server/backup/place.ts'
import { filesToMove, moveFiles, type Target } from '#server/files/moveFiles.ts'
import { makeObjectStore } from '#server/files/objectStore.ts'
import { removeDue } from '#server/files/removals.ts'
import { commandLine } from '#server/runtime/bundle.ts'
import { ConfigError } from '#server/runtime/config.ts'

const usage = `${commandLine('move-files')} --to s3|database`
/** Time in ms for which a request is retried: longer than a restart of the store. */
const patienceMs = 60_000
/** Minimum time in ms between two lines of progress. */
const lineMs = 5000

const targetOf = (to: string | undefined): Target => {
  if (to === 's3' || to === 'database') return to
  throw new ConfigError(`Ke mana?\nPemakaian: ${usage}`)
}

await command('pindah-berkas', usage, async ({ to, file }) => {
  const target = targetOf(file === undefined ? to : undefined)
  const place = readPlace(process.env, {})
  if (!place.files) throw new ConfigError('FILES_URL tidak diisi: penyimpanan objek yang mana?')
  const store = makeObjectStore(place.files, { patienceMs })
  const { db, close } = await openExisting(place)
  try {
    await store.tryWriting()
    const all = await filesToMove(db, target)
    let printed = Date.now()
    const { files, bytes, problems } = await moveFiles({ db, store }, target, (done) => {
      if (Date.now() - printed < lineMs) return
      printed = Date.now()
      console.log(
        `pindah-berkas: ${count(done.files)} dari ${count(all.files)} berkas, ${size(done.bytes)} dari ${size(all.bytes)}`,
      )
    })
    await removeDue(db, store, Date.now())
    const line = `selesai dan diperiksa: ${count(files)} berkas, ${size(bytes)}`
    return { line, problems }
  } finally {
    await close()
  }
})
