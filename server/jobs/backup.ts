/**
 * Job of the nightly backup (decision 0047). The backup runs in a separate process, because
 * reading, packing and checking all data would block other requests.
 */
import { fork } from 'node:child_process'
import { basename } from 'node:path'
import type { Made } from '#server/backup/backup.ts'
import { count, size } from '#server/backup/command.ts'
import { lastBackup } from '#server/backup/note.ts'
import type { BackupAnswer } from '#server/jobs/backupProcess.ts'
import { JobError, type Job } from '#server/jobs/scheduler/job.ts'
import { partPath } from '#server/runtime/bundle.ts'
import { readSettings } from '#server/settings.ts'

const hour = 3_600_000
/**
 * Minimum age in ms of the last backup for the nightly job to make a new backup. A school with its
 * own backup timer thus gets no second backup.
 */
const freshMs = 12 * hour

/**
 * Starts the backup process and returns the backup that the process made. The process keeps the
 * newest `keep` backups and deletes older ones. Kills the process when `signal` aborts. Throws
 * JobError when the backup fails.
 */
const backUp = (env: NodeJS.ProcessEnv, keep: number, signal: AbortSignal): Promise<Made> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const child = fork(partPath('jobs/backupProcess.ts'), [String(keep)], {
      env,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const end = () => child.kill('SIGKILL')
    signal.addEventListener('abort', end, { once: true })
    child.once('message', (message) => {
      // The backup process sends nothing but a BackupAnswer.
      const answer = message as BackupAnswer
      if ('galat' in answer) reject(new JobError(answer.galat))
      else resolve(answer)
    })
    child.once('error', reject)
    child.once('exit', (code, by) => {
      signal.removeEventListener('abort', end)
      reject(new JobError(`Proses cadangan berhenti sendiri (${code ?? by}).`))
    })
  })

export const backupJob: Job = {
  nama: 'cadangan',
  label: 'Cadangan',
  ket: 'Membuat cadangan seluruh data, memeriksanya, lalu menghapus yang sudah terlalu banyak.',
  cron: '30 1 * * *',
  limitMs: 2 * hour,
  off: ({ cadangan_otomatis }) =>
    cadangan_otomatis ? undefined : 'Nyalakan Cadangan otomatis agar berjalan setiap malam.',
  run: async ({ db, now, by, signal, backupEnv }) => {
    if (!backupEnv) throw new JobError('Server ini tidak diatur untuk membuat cadangan.')
    const { terakhir } = await lastBackup(db)
    if (by === null && terakhir && now() - Date.parse(terakhir.dibuat) < freshMs)
      return { ringkasan: 'Hari ini sudah ada cadangan.' }
    const { cadangan_simpan } = await readSettings(db)
    const backup = await backUp(backupEnv, cadangan_simpan, signal)
    const summary = `${basename(backup.file)}, ${size(backup.size)}, ${count(backup.rows)} baris`
    const kind = backup.encrypted ? 'terenkripsi' : 'tidak terenkripsi'
    return {
      ringkasan: `${summary}, ${kind}; tersimpan ${backup.kept}, dihapus ${backup.removed}.`,
    }
  },
}
