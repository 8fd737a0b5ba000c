/**
 * `npm run backup`: makes a backup of the database while the server runs, for use in cron jobs.
 * `npm run backup -- --new-key` only prints a new encryption key, for the variable `BACKUP_KEY`.
 */
import { makeBackup } from '#server/backup/backup.ts'
import { command, count, size } from '#server/backup/command.ts'
import { makeBackupKey } from '#server/backup/container.ts'
import { readPlace } from '#server/backup/place.ts'
import { commandLine } from '#server/runtime/bundle.ts'

const usage = `${commandLine('backup')} [--keep JUMLAH] [--to FOLDER] | --new-key`

await command('cadangan', usage, async (args) => {
  if (args['new-key']) {
    console.log(await makeBackupKey())
    return { line: 'kunci baru untuk BACKUP_KEY; simpan juga di tempat lain, di kertas pun' }
  }
  const backup = await makeBackup(readPlace(process.env, args))
  const secret = backup.encrypted ? 'terenkripsi' : 'TIDAK terenkripsi'
  const keys = backup.withKeys ? 'dengan kunci data' : 'tanpa kunci data'
  const contents = `${size(backup.size)}, ${backup.tables} tabel, ${count(backup.rows)} baris`
  const retention = `tersimpan ${backup.kept}, dihapus ${backup.removed}`
  return {
    line: `selesai dan diperiksa: ${backup.file}, ${contents}, ${secret}, ${keys}; ${retention}`,
  }
})
