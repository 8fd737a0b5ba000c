/** Finds the rows that the run of a workbook has created, for its undo (decision 0251). */
import { sql, type SqlBool } from 'kysely'
import type { Db } from '#server/db/schema/tables.ts'

/** Resources whose created rows are deleted. Their other rows, such as lessons, go with them. */
const deleted = [
  'gedung',
  'ruang',
  'kategori-kursus',
  'kursus',
  'biaya',
  'user',
  'kursus-pelatih',
  'kursus-peserta',
]
/** Entities of money, whose created rows are voided. */
const voided = ['billing', 'mutasi-saldo'] as const
export type Voided = (typeof voided)[number]

/** Condition for entries `c` of the audit log about rows that the run of a workbook has created. */
export const isCreatedIn = (job: number) =>
  sql<SqlBool>`c.import_job_id = ${job} and c.aksi = 'create' and c.entitas in (${sql.join([...deleted, ...voided])})`
/** Whether the run of a workbook has created a row. */
export const hasCreated = async (db: Db, job: number): Promise<boolean> =>
  (await db
    .selectFrom('audit as c')
    .select('c.id')
    .where(isCreatedIn(job))
    .limit(1)
    .executeTakeFirst()) !== undefined
