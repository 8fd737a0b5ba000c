/** Trying and running an import: what belongs together at once, some rows a transaction, each step on record, so that what is cut off goes on where it was. */
import { fromJson } from '#server/db/json.ts'
import type { Db, Trx } from '#server/db/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Ctx } from '#server/http/context.ts'
import { now } from '#server/http/context.ts'
import { auditEvent } from '#server/http/rows.ts'
import { dalamTitikSimpan } from '#server/modules/impor/baris.ts'
import { jenisOf } from '#server/modules/impor/jenis.ts'
import {
  nilaiBaris,
  type BarisFile,
  type Jenis,
  type Kepala,
  type Masalah,
  type Mode,
} from '#server/modules/impor/kolom.ts'
import { mapInTurns, turn } from '#server/turns.ts'

/** Rows a transaction: other requests wait for it on SQLite. */
const ukuran = 8

export interface Galat {
  baris: number
  nama: string
  masalah: Masalah[]
}
interface Hasil {
  berhasil: number
  diperbarui: number
  akun_baru: number
  galat: Galat[]
}

/** Of each row of a file what it shares with others: a family's number, a code. */
export const tandaBaris = (
  jenis: Jenis,
  kepala: readonly Kepala[],
  isi: readonly BarisFile[],
): Promise<readonly string[][]> =>
  mapInTurns(isi, (baris) => jenis.tanda(nilaiBaris(jenis, kepala, baris)))

/** The rows in small groups; rows that share a mark (a family, a code) are in one, in the order of the file. */
export const kelompokkan = (
  jenis: Jenis,
  isi: readonly BarisFile[],
  semua: readonly string[][],
): BarisFile[][] => {
  const induk = isi.map((_, i) => i)
  const akar = (i: number): number => {
    let at = i
    for (let up = induk[at]; up !== undefined && up !== at; up = induk[at]) at = up
    return at
  }
  const pertama = new Map<string, number>()
  for (const [i, own] of semua.entries())
    for (const tanda of own) {
      const other = pertama.get(tanda)
      if (other === undefined) pertama.set(tanda, i)
      else {
        const [a, b] = [akar(i), akar(other)]
        induk[Math.max(a, b)] = Math.min(a, b)
      }
    }
  const keluarga = [
    ...Map.groupBy(
      isi.map((baris, i) => ({ baris, keluarga: akar(i) })),
      (x) => x.keluarga,
    ).values(),
  ].map((all) => all.map((x) => x.baris))
  const kelompok: BarisFile[][] = []
  for (const anggota of keluarga) {
    const last = kelompok.at(-1)
    // A group that is too large to be a family is cut: its rows are refused one by one.
    if (jenis.batas && anggota.length > jenis.batas.baris)
      for (let at = 0; at < anggota.length; at += ukuran)
        kelompok.push(anggota.slice(at, at + ukuran))
    else if (last && last.length + anggota.length <= ukuran) last.push(...anggota)
    else kelompok.push([...anggota])
  }
  return kelompok
}
/** Lines of rows whose mark, a payer's number or mail, stands in more rows than a family has. */
const terlaluBanyak = (
  jenis: Jenis,
  isi: readonly BarisFile[],
  semua: readonly string[][],
): Set<number> => {
  const maks = jenis.batas?.baris ?? Infinity
  const rows = Map.groupBy(
    isi.flatMap((b, i) => (semua[i] ?? []).map((tanda) => ({ tanda, baris: b.baris }))),
    (x) => x.tanda,
  )
  return new Set(
    [...rows.values()].filter((all) => all.length > maks).flatMap((all) => all.map((x) => x.baris)),
  )
}

const proses = async (
  trx: Trx,
  ctx: Ctx,
  jenis: Jenis,
  mode: Mode,
  kepala: readonly Kepala[],
  kelompok: readonly BarisFile[],
  ditolak: ReadonlySet<number>,
): Promise<Hasil> => {
  const hasil: Hasil = { berhasil: 0, diperbarui: 0, akun_baru: 0, galat: [] }
  const impor = await jenis.siapkan(trx, ctx)
  for (const baris of kelompok) {
    const nilai = nilaiBaris(jenis, kepala, baris)
    const done =
      ditolak.has(baris.baris) && jenis.batas
        ? [jenis.batas]
        : await dalamTitikSimpan(trx, () => impor(mode, nilai))
    if (Array.isArray(done)) {
      hasil.galat.push({
        baris: baris.baris,
        nama: String(nilai[jenis.utama] ?? '').slice(0, 120),
        masalah: done,
      })
      continue
    }
    if (done.hasil === 'baru') hasil.berhasil++
    else if (done.hasil === 'diperbarui') hasil.diperbarui++
    if (done.akunBaru) hasil.akun_baru++
  }
  return hasil
}

/** Rows that a job has looked at and that say what is there: neither made nor changed nor refused. */
export const tidakBerubah = (
  { diproses, berhasil, diperbarui }: Pick<Job, 'diproses' | 'berhasil' | 'diperbarui'>,
  gagal: number,
): number => diproses - berhasil - diperbarui - gagal

/** Thrown to undo what a trial has written; it carries what came of it. */
class Dicoba extends Error {
  readonly hasil: Hasil
  constructor(hasil: Hasil) {
    super('dicoba')
    this.hasil = hasil
  }
}

const readJob = (db: Db | Trx, id: number) =>
  db.selectFrom('import_job').selectAll().where('id', '=', id).executeTakeFirst()
/** A job without its rows: they may be millions of characters, and each step asks how far it is. */
const readProgress = (db: Db | Trx, id: number) =>
  db
    .selectFrom('import_job')
    .select([
      'id',
      'jenis',
      'nama_berkas',
      'mode',
      'status',
      'baris',
      'diproses',
      'berhasil',
      'diperbarui',
      'akun_baru',
      'gagal',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
type Job = NonNullable<Awaited<ReturnType<typeof readJob>>>

/** Records a step of a job that stands where the step began; false when another process has gone on already, or the job was stopped. */
const catat = async (
  trx: Trx,
  job: Job,
  dari: number,
  sampai: number,
  hasil: Hasil,
): Promise<boolean> => {
  const before = await readProgress(trx, job.id)
  if (!before || before.status !== job.status || before.diproses !== dari) return false
  await trx
    .updateTable('import_job')
    .set({
      diproses: sampai,
      berhasil: before.berhasil + hasil.berhasil,
      diperbarui: before.diperbarui + hasil.diperbarui,
      akun_baru: before.akun_baru + hasil.akun_baru,
      ...(hasil.galat.length > 0 && {
        gagal: JSON.stringify([...fromJson<Galat[]>(before.gagal), ...hasil.galat]),
      }),
      updated_at: now(),
    })
    .where('id', '=', job.id)
    .execute()
  return true
}

const coba = async (ctx: Ctx, job: Job, run: (trx: Trx) => Promise<Hasil>): Promise<Hasil> => {
  try {
    return await transaction(
      ctx.db,
      async (trx) => {
        throw new Dicoba(await run(trx))
      },
      { long: true },
    )
  } catch (error) {
    if (error instanceof Dicoba) return error.hasil
    throw error
  }
}

const running = new Set<number>()
/** Brings a job that is being tried or run to its end; where this process is at it already, nothing happens. */
export const lanjutkan = async (ctx: Ctx, id: number): Promise<void> => {
  if (running.has(id)) return
  running.add(id)
  try {
    const job = await readJob(ctx.db, id)
    if (!job || (job.status !== 'memeriksa' && job.status !== 'berjalan')) return
    const [kepala, isi] = [fromJson<Kepala[]>(job.kepala), fromJson<BarisFile[]>(job.isi)]
    const jenis = jenisOf(job.jenis)
    const tanda = await tandaBaris(jenis, kepala, isi)
    const ditolak = terlaluBanyak(jenis, isi, tanda)
    let dari = 0
    for (const kelompok of kelompokkan(jenis, isi, tanda)) {
      const [awal, sampai] = [dari, (dari += kelompok.length)]
      if (sampai <= job.diproses) continue
      const run = (trx: Trx) => proses(trx, ctx, jenis, job.mode, kepala, kelompok, ditolak)
      let masih: boolean
      if (job.status === 'memeriksa') {
        const hasil = await coba(ctx, job, run)
        masih = await transaction(ctx.db, (trx) => catat(trx, job, awal, sampai, hasil), {
          long: true,
          step: true,
        })
      } else
        masih = await transaction(
          ctx.db,
          async (trx) => {
            const at = await readProgress(trx, id)
            // Read first: what another process has imported meanwhile is not imported again.
            if (at?.status !== 'berjalan' || at.diproses !== awal) return false
            return catat(trx, job, awal, sampai, await run(trx))
          },
          { long: true, step: true },
        )
      if (!masih) return
      await turn()
    }
    await transaction(ctx.db, (trx) => selesaikan(trx, ctx, id, job.status, kepala, isi))
  } finally {
    running.delete(id)
  }
}

const selesaikan = async (
  trx: Trx,
  ctx: Ctx,
  id: number,
  status: Job['status'],
  kepala: readonly Kepala[],
  isi: readonly BarisFile[],
): Promise<void> => {
  const job = await readProgress(trx, id)
  if (!job || job.status !== status || job.diproses !== job.baris) return
  if (status === 'memeriksa') {
    await trx
      .updateTable('import_job')
      .set({ status: 'siap', updated_at: now() })
      .where('id', '=', id)
      .execute()
    return
  }
  // What has been imported is in the tables now: only what is still to be mended is kept.
  const gagal = fromJson<Galat[]>(job.gagal)
  const lines = new Set(gagal.map((g) => g.baris))
  await trx
    .updateTable('import_job')
    .set({
      status: 'selesai',
      isi: JSON.stringify(isi.filter((b) => lines.has(b.baris))),
      updated_at: now(),
    })
    .where('id', '=', id)
    .execute()
  const { nama_berkas, mode, baris, berhasil, diperbarui, akun_baru } = job
  await auditEvent(trx, ctx, {
    aksi: 'import',
    entitas: job.jenis,
    sesudah: JSON.stringify({
      nama_berkas,
      mode,
      kolom: kepala.map((k) => k.kunci ?? k.judul),
      baris,
      berhasil,
      diperbarui,
      tidak_berubah: tidakBerubah(job, gagal.length),
      akun_baru,
      gagal: gagal.length,
    }),
  })
}
