/**
 * `npm run backup`: one backup of the database, while the server runs. For cron and timers. `--
 * --new-key` prints a key for `BACKUP_KEY` instead.
 */
import { makeBackup } from '#server/backup/backup.ts'
import { command, count, size } from '#server/backup/command.ts'
import { makeBackupKey } from '#server/backup/container.ts'
import { readPlace } from '#server/backup/place.ts'

const usage = 'npm run backup -- [--keep JUMLAH] [--to FOLDER] | --new-key'

await command('cadangan', usage, async (args) => {
  if (args['new-key']) {
    console.log(await makeBackupKey())
    return { line: 'kunci baru untuk BACKUP_KEY; simpan juga di tempat lain, di kertas pun' }
  }
  const made = await makeBackup(readPlace(process.env, args))
  const secret = made.encrypted ? 'terenkripsi' : 'TIDAK terenkripsi'
  const keys = made.withKeys ? 'dengan kunci data' : 'tanpa kunci data'
  const what = `${size(made.size)}, ${made.tables} tabel, ${count(made.rows)} baris`
  const kept = `tersimpan ${made.kept}, dihapus ${made.removed}`
  return { line: `selesai dan diperiksa: ${made.file}, ${what}, ${secret}, ${keys}; ${kept}` }
})
