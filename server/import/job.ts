/** Creates, starts, stops and reads import jobs in the database. */
import type { Selectable } from 'kysely'
import { fromJson } from '#server/db/json.ts'
import type { Tables, Trx } from '#server/db/schema/tables.ts'
import { invalidField, notFound } from '#server/errors.ts'
import { now, type Ctx } from '#server/http/context.ts'
import {
  columnLabel,
  problemColumn,
  type HeadCell,
  type ImportKind,
  type Mode,
} from '#server/import/columns.ts'
import { jenisOf } from '#server/import/kinds.ts'
import { countUnchanged, type Galat } from '#server/import/run.ts'
import { auditEvent } from '#server/resource/auditLog.ts'

/**
 * Columns that are read to show a job. They omit `isi`, the rows of the file, because this text may
 * have millions of characters.
 */
export const progressColumns = [
  'id',
  'jenis',
  'nama_berkas',
  'mode',
  'status',
  'created_at',
  'baris',
  'diproses',
  'berhasil',
  'diperbarui',
  'akun_baru',
  'gagal',
  'kepala',
  'catatan',
] as const
export type Job = Pick<Selectable<Tables['import_job']>, (typeof progressColumns)[number]>
/** Returns a job as the API shows it to the user who imports, with at most 200 rejected rows. */
export const answerOf = (job: Job) => {
  const jenis = jenisOf(job.jenis)
  const {
    id,
    nama_berkas,
    mode,
    status,
    created_at,
    baris,
    diproses,
    berhasil,
    diperbarui,
    akun_baru,
  } = job
  const gagal = fromJson<Galat[]>(job.gagal)
  const galat = gagal
    .toSorted((a, b) => a.baris - b.baris)
    .slice(0, 200)
    .map((g) => ({
      ...g,
      masalah: g.masalah.map(({ kolom, pesan }) => ({ kolom: columnLabel(jenis, kolom), pesan })),
    }))
  const kolom_lain = fromJson<HeadCell[]>(job.kepala).flatMap((k) =>
    k.kunci === null && k.judul !== '' && k.judul !== problemColumn ? [k.judul] : [],
  )
  return {
    id,
    nama_berkas,
    mode,
    status,
    created_at,
    baris,
    diproses,
    berhasil,
    diperbarui,
    tidak_berubah: countUnchanged(job, gagal.length),
    akun_baru,
    gagal: gagal.length,
    galat,
    kolom_lain,
    catatan: fromJson<string[]>(job.catatan),
  }
}
/** Reads a job of the caller. Throws 404 for a job of another user or another kind of import. */
export const readOwnJob = async (ctx: Ctx, jenis: ImportKind, id: number): Promise<Job> => {
  const job = await ctx.db
    .selectFrom('import_job')
    .select(progressColumns)
    .where('id', '=', id)
    .where('jenis', '=', jenis.nama)
    .where('induk_id', 'is', null)
    .where('created_by', '=', ctx.actor.id)
    .executeTakeFirst()
  if (!job) throw notFound('Impor')
  return job
}

/** Counters of a job that has not processed any row. */
export const untouched = { diproses: 0, berhasil: 0, diperbarui: 0, akun_baru: 0, gagal: '[]' }

/**
 * Returns the job that an earlier call with the same key created; undefined if there is none.
 * Throws 422 when the key belongs to a different call.
 */
export const findRepeated = async (
  trx: Trx,
  ctx: Ctx,
  { key, sidik }: Pick<NewJob, 'key' | 'sidik'>,
): Promise<{ id: number } | undefined> => {
  if (key === null) return undefined
  const earlierJob = await trx
    .selectFrom('import_job')
    .select(['id', 'sidik'])
    .where('created_by', '=', ctx.actor.id)
    .where('kunci', '=', key)
    .executeTakeFirst()
  if (earlierJob && earlierJob.sidik !== sidik)
    throw invalidField('Idempotency-Key', 'Idempotency-Key ini sudah dipakai untuk permintaan lain')
  return earlierJob
}

/** Data of a job to create. */
export interface NewJob {
  jenis: string
  nama_berkas: string
  mode: Mode
  isTrial: boolean
  /** Idempotency key of the call; null if the call has no key. */
  key: string | null
  /**
   * Hash of the call's content. A later call with the same key and another hash is a different
   * call.
   */
  sidik: string
  kepala: readonly HeadCell[]
  isi: string
  baris: number
  /** Notes for the user about parts of the file that are ignored. */
  catatan: readonly string[]
}
/** Creates a job; for a repeated call with the same key, returns the job of the first call. */
export const makeJob = async (trx: Trx, ctx: Ctx, job: NewJob): Promise<{ id: number }> => {
  const earlierJob = await findRepeated(trx, ctx, job)
  if (earlierJob) return earlierJob
  const { jenis, nama_berkas, mode, isTrial, key, sidik, kepala, isi, baris, catatan } = job
  const time = now()
  const newJob = await trx
    .insertInto('import_job')
    .values({
      jenis,
      nama_berkas,
      mode,
      status: isTrial ? 'memeriksa' : 'berjalan',
      kunci: key,
      sidik,
      kepala: JSON.stringify(kepala),
      catatan: JSON.stringify(catatan),
      isi,
      baris,
      ...untouched,
      created_at: time,
      created_by: ctx.actor.id,
      updated_at: time,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await auditEvent(trx, ctx, {
    aksi: isTrial ? 'import-pratinjau' : 'import-mulai',
    entitas: jenis,
    sesudah: JSON.stringify({ nama_berkas, mode, baris }),
  })
  return newJob
}

/**
 * Starts the run of a job whose trial is complete. If two calls start the same job at once, the
 * second call changes nothing.
 */
export const beginJob = async (
  trx: Trx,
  ctx: Ctx,
  { nama }: ImportKind,
  id: number,
): Promise<void> => {
  const begun = await trx
    .updateTable('import_job')
    .set({ status: 'berjalan', ...untouched, updated_at: now() })
    .where('id', '=', id)
    .where('status', '=', 'siap')
    .returning('id')
    .executeTakeFirst()
  if (begun) await auditJob(trx, ctx, { aksi: 'import-mulai', nama, id })
}

/** Cancels a job whose run has not started, and deletes the rows of its file. */
export const stopJob = async (
  trx: Trx,
  ctx: Ctx,
  { nama }: ImportKind,
  id: number,
): Promise<void> => {
  const stopped = await trx
    .updateTable('import_job')
    .set({ status: 'dibatalkan', isi: '[]', updated_at: now() })
    .where('id', '=', id)
    .where('status', 'in', ['memeriksa', 'siap'])
    .returning('id')
    .executeTakeFirst()
  if (stopped) await auditJob(trx, ctx, { aksi: 'import-batal', nama, id })
}

export const auditJob = (
  trx: Trx,
  ctx: Ctx,
  { aksi, nama, id }: { aksi: string; nama: string; id: number },
) => auditEvent(trx, ctx, { aksi, entitas: nama, sesudah: JSON.stringify({ import_job: id }) })
