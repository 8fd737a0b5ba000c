/** Reads the state of jobs, queues and backups for the metrics. */
import { sql } from 'kysely'
import { lastBackup } from '#server/backup/note.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { jobs } from '#server/jobs/registry.ts'
import { readRows, isRunning, type JobRow } from '#server/jobs/scheduler/lease.ts'

/** State that the database stores for all servers of the school. Times are ISO 8601. */
export interface Stored {
  jobs: readonly (Pick<JobRow, 'nama' | 'selesai' | 'hasil' | 'berhasil_terakhir'> & {
    isRunning: boolean
  })[]
  queues: Readonly<Record<'mails' | 'reminders', number>>
  /** Time of the last successful backup; undefined if there is none. */
  backup: string | undefined
}

/** Counts the queues by partial indexes, whose conditions must stand in the text as constants. */
const readQueues = async (db: Db): Promise<Stored['queues']> => {
  const { rows } = await sql<Stored['queues']>`
    select (select count(*) from pesan_keluar where status = 'diproses') as mails,
      (select count(*) from pengingat where status = 'menunggu') as reminders`.execute(db)
  return rows[0] ?? { mails: 0, reminders: 0 }
}

/** Reads the state. Skips jobs that this version does not have. */
export const readStored = async (db: Db): Promise<Stored> => {
  const [rows, queues, { terakhir }] = [
    await readRows(db),
    await readQueues(db),
    await lastBackup(db),
  ]
  return {
    jobs: jobs.flatMap(({ nama }) => {
      const row = rows.get(nama)
      return row ? [{ ...row, isRunning: isRunning(row, Date.now()) }] : []
    }),
    queues,
    backup: terakhir?.dibuat,
  }
}
