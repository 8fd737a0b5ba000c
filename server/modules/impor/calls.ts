import type { Selectable } from 'kysely'
import { failureOf } from '#server/db/failure.ts'
import { fromJson } from '#server/db/json.ts'
import type { Tables } from '#server/db/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { conflict, invalidField, notFound } from '#server/errors.ts'
/** Import from a sheet, of students and of master data: template, trial, run, progress, and the rows to mend. */
import { sha256 } from '#server/http/auth.ts'
import { imporHandlers } from '#server/http/calls.ts'
import { demand, now, type Ctx } from '#server/http/context.ts'
import { csvOf } from '#server/http/csv.ts'
import { auditEvent } from '#server/http/rows.ts'
import { attachment, MB, readUpload } from '#server/http/upload.ts'
import { rowOf, xlsxOf, type SheetColumn } from '#server/http/xlsx.ts'
import { bacaBerkas } from '#server/modules/impor/baca.ts'
import { lanjutkan, tidakBerubah, type Galat } from '#server/modules/impor/jalan.ts'
import { jenisOf } from '#server/modules/impor/jenis.ts'
import {
  isiTemplate,
  kolomMasalah,
  labelKolom,
  type BarisFile,
  type Jenis,
  type Kepala,
  type Mode,
} from '#server/modules/impor/kolom.ts'

const maksBerkas = 5 * MB
const batas = { rows: 5000, columns: 60 }
/** A file holds people's data: an import that nobody comes back to is forgotten. */
const simpanMs = 7 * 86_400_000

/** What is asked of a job while it goes on. Its rows, which may be millions of characters, only where they are shown. */
const kemajuan = [
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
] as const
type Job = Pick<Selectable<Tables['import_job']>, (typeof kemajuan)[number]>
const jawaban = (job: Job) => {
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
      masalah: g.masalah.map((m) => ({ ...m, kolom: labelKolom(jenis, m.kolom) })),
    }))
  const kolom_lain = fromJson<Kepala[]>(job.kepala).flatMap((k) =>
    k.kunci === null && k.judul !== '' && k.judul !== kolomMasalah ? [k.judul] : [],
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
    tidak_berubah: tidakBerubah(job, gagal.length),
    akun_baru,
    gagal: gagal.length,
    galat,
    kolom_lain,
  }
}
/** One's own job: nobody else's file is anybody's. */
const punya = async (ctx: Ctx, jenis: Jenis, id: number): Promise<Job> => {
  const job = await ctx.db
    .selectFrom('import_job')
    .select(kemajuan)
    .where('id', '=', id)
    .where('jenis', '=', jenis.nama)
    .where('created_by', '=', ctx.actor.id)
    .executeTakeFirst()
  if (!job) throw notFound('Impor')
  return job
}
/** A job in the background goes on by itself when the database is back, for so long. */
const cobaLagi = { tiapMs: 5000, kali: 120 }
const diBelakang = (ctx: Ctx, id: number, kali = 0): void => {
  lanjutkan(ctx, id).catch((error: unknown) => {
    const lagi = failureOf(error)?.passing === true && kali < cobaLagi.kali
    ctx.log.error({ err: error, import_job: id, lagi }, 'impor terhenti')
    if (lagi) setTimeout(() => diBelakang(ctx, id, kali + 1), cobaLagi.tiapMs).unref()
  })
}

const lembar = async (
  format: 'xlsx' | 'csv',
  name: string,
  columns: readonly SheetColumn[],
  rows: readonly unknown[][],
): Promise<Response> => {
  const parts: Uint8Array[] = []
  for await (const part of format === 'csv'
    ? csvOf(
        columns.map((c) => c.label),
        (async function* () {
          yield rows
        })(),
      )
    : xlsxOf(
        columns,
        (async function* () {
          yield rows.map((row) => rowOf(columns, row))
        })(),
      ))
    parts.push(part)
  return new Response(Buffer.concat(parts), {
    headers: {
      'Content-Type':
        format === 'csv'
          ? 'text/csv; charset=utf-8'
          : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'Content-Disposition': attachment(`${name}.${format}`),
    },
  })
}

/** Who brings rows in may do so one by one as well. */
const boleh = (ctx: Ctx, { nama }: Jenis, mode: Mode): void => {
  demand(ctx.actor, `${nama}/create`)
  if (mode === 'perbarui') demand(ctx.actor, `${nama}/update`)
}

export const imporCalls = imporHandlers((nama) => {
  const jenis = jenisOf(nama)
  return {
    template: (_ctx, _, { format }) => {
      const { kolom, contoh } = isiTemplate(jenis)
      return lembar(format, `template-${jenis.berkas}`, kolom, contoh)
    },
    import: async (ctx, read) => {
      const {
        file,
        input: { mode, pratinjau },
      } = await read((request) => readUpload(request, maksBerkas))
      boleh(ctx, jenis, mode)
      if (file.bytes.length < 4) throw invalidField('file', 'Berkas kosong')
      const { kepala, isi, baris } = await bacaBerkas(jenis, file.bytes, batas)
      const coba = pratinjau === '1'
      const kunci = ctx.key?.slice(0, 80) ?? null
      const sidik = sha256(`${nama}:${mode}:${coba}:${file.bytes.toString('base64')}`)
      const nama_berkas = [...file.name.replace(/\p{C}/gu, '')].slice(0, 120).join('') || 'berkas'
      const job = await transaction(ctx.db, async (trx) => {
        await trx
          .deleteFrom('import_job')
          .where('created_at', '<', new Date(Date.now() - simpanMs).toISOString())
          .execute()
        const known =
          kunci === null
            ? undefined
            : await trx
                .selectFrom('import_job')
                .selectAll()
                .where('created_by', '=', ctx.actor.id)
                .where('kunci', '=', kunci)
                .executeTakeFirst()
        if (known && known.sidik !== sidik)
          throw invalidField(
            'Idempotency-Key',
            'Idempotency-Key ini sudah dipakai untuk permintaan lain',
          )
        if (known) return known
        const made = await trx
          .insertInto('import_job')
          .values({
            jenis: nama,
            nama_berkas,
            mode,
            status: coba ? 'memeriksa' : 'berjalan',
            kunci,
            sidik,
            kepala: JSON.stringify(kepala),
            isi,
            baris,
            diproses: 0,
            berhasil: 0,
            diperbarui: 0,
            akun_baru: 0,
            gagal: '[]',
            created_at: now(),
            created_by: ctx.actor.id,
            updated_at: now(),
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        await auditEvent(trx, ctx, {
          aksi: coba ? 'import-pratinjau' : 'import-mulai',
          entitas: nama,
          sesudah: JSON.stringify({ nama_berkas, mode, baris }),
        })
        return made
      })
      if (coba) diBelakang(ctx, job.id)
      else await lanjutkan(ctx, job.id)
      return jawaban(await punya(ctx, jenis, job.id))
    },
    'import-job': async (ctx, _, { id }) => jawaban(await punya(ctx, jenis, id)),
    'import-jalankan': async (ctx, _, { id }) => {
      const { status } = await punya(ctx, jenis, id)
      if (status === 'dibatalkan') throw conflict('Impor ini sudah dibatalkan')
      if (status === 'siap')
        await transaction(ctx.db, async (trx) => {
          // Two presses at the same moment start it once.
          const begun = await trx
            .updateTable('import_job')
            .set({
              status: 'berjalan',
              diproses: 0,
              berhasil: 0,
              diperbarui: 0,
              akun_baru: 0,
              gagal: '[]',
              updated_at: now(),
            })
            .where('id', '=', id)
            .where('status', '=', 'siap')
            .returning('id')
            .executeTakeFirst()
          if (begun)
            await auditEvent(trx, ctx, {
              aksi: 'import-mulai',
              entitas: nama,
              sesudah: JSON.stringify({ import_job: id }),
            })
        })
      diBelakang(ctx, id)
      return jawaban(await punya(ctx, jenis, id))
    },
    'import-batal': async (ctx, _, { id }) => {
      const { status } = await punya(ctx, jenis, id)
      if (status === 'berjalan' || status === 'selesai')
        throw conflict('Impor ini sudah dijalankan')
      await transaction(ctx.db, async (trx) => {
        const stopped = await trx
          .updateTable('import_job')
          .set({ status: 'dibatalkan', isi: '[]', updated_at: now() })
          .where('id', '=', id)
          .where('status', 'in', ['memeriksa', 'siap'])
          .returning('id')
          .executeTakeFirst()
        if (stopped)
          await auditEvent(trx, ctx, {
            aksi: 'import-batal',
            entitas: nama,
            sesudah: JSON.stringify({ import_job: id }),
          })
      })
      return jawaban(await punya(ctx, jenis, id))
    },
    'import-galat': async (ctx, _, { id, format }) => {
      const job = await punya(ctx, jenis, id)
      const lembarnya = await ctx.db
        .selectFrom('import_job')
        .select('isi')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const [kepala, isi, gagal] = [
        fromJson<Kepala[]>(job.kepala),
        fromJson<BarisFile[]>(lembarnya.isi),
        new Map(fromJson<Galat[]>(job.gagal).map((g) => [g.baris, g])),
      ]
      if (gagal.size === 0) throw notFound('Baris bermasalah')
      const shown = kepala.flatMap((k, i) => (k.judul === kolomMasalah ? [] : [i]))
      const columns = [
        ...shown.map((i): SheetColumn => ({
          label: kepala[i]?.judul ?? '',
          kind: 'teks',
          width: 18,
        })),
        { label: kolomMasalah, kind: 'teks', width: 60 } satisfies SheetColumn,
      ]
      const rows = isi
        .filter((b) => gagal.has(b.baris))
        .map((b) => [
          ...shown.map((i) => b.sel[i]),
          gagal
            .get(b.baris)
            ?.masalah.map((m) => (m.kolom ? `${labelKolom(jenis, m.kolom)}: ${m.pesan}` : m.pesan))
            .join('; '),
        ])
      return lembar(format, `perbaiki-${job.nama_berkas.replace(/\.[^.]*$/, '')}`, columns, rows)
    },
  }
})
