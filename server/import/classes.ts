/** Imports of classes and enrolments, for the sheets of a workbook (decision 0251). */
import { sql, type SqlBool } from 'kysely'
import { Hari } from '#contract/enums.ts'
import { softKinds, type SoftKind } from '#contract/schedule/rules/conflicts.ts'
import { fold } from '#server/db/fold.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { invalid, invalidField } from '#server/errors.ts'
import { scopeOf } from '#server/http/calls.ts'
import type { Ctx } from '#server/http/context.ts'
import type { ImportColumn, ImportKind, RowValues } from '#server/import/columns.ts'
import { rowImport } from '#server/import/master.ts'
import { readPeople } from '#server/import/peopleNames.ts'
import { kursusPelatihModule } from '#server/modules/schedule/classes/kursusPelatih.ts'
import { required } from '#server/runtime/required.ts'

/** Holidays and leaves concern single lessons of a class that the school has held before. */
const singleDays: readonly SoftKind[] = ['libur', 'cuti']
/**
 * Returns the confirmation of a row: of all soft conflicts if the row has a reason, otherwise of
 * those of single days.
 */
const confirmationOf = ({ alasan_bentrok }: RowValues) =>
  alasan_bentrok === undefined || alasan_bentrok === null
    ? { konfirmasi: singleDays, alasan_bentrok: 'Jadwal pindahan' }
    : { konfirmasi: softKinds }

export const kelasImport: ImportKind = rowImport({
  nama: 'kursus-pelatih',
  resource: 'kursus-pelatih',
  uniqueKey: ['pelatih_id', 'gedung_id', 'hari', 'jam_mulai'],
  only: [
    'pelatih_id',
    'kursus_id',
    'gedung_id',
    'ruang_id',
    'hari',
    'jam_mulai',
    'mulai',
    'selesai',
    'kapasitas',
    'catatan',
    'alasan_bentrok',
  ],
  among: () => sql<SqlBool>`kursus_pelatih.status = 'aktif'`,
  inputs: confirmationOf,
})

const enrolments = rowImport({
  nama: 'kursus-peserta',
  resource: 'kursus-peserta',
  uniqueKey: ['peserta_id', 'kursus_pelatih_id'],
  only: [
    'peserta_id',
    'kursus_pelatih_id',
    'mulai',
    'biaya_bulanan_khusus',
    'alasan_biaya',
    'bebas_pendaftaran',
    'alasan_bentrok',
  ],
  // A student who moves in has paid the registration fee in the old books.
  inputs: (values) => ({ ...confirmationOf(values), bebas_pendaftaran: 'Peserta pindahan' }),
})
const kelasColumn = required(enrolments.columns.kursus_pelatih_id, 'kursus_pelatih_id')
const ofKelas = (field: 'pelatih_id' | 'hari' | 'jam_mulai'): ImportColumn => {
  const { required: _, ...column } = required(kelasImport.columns[field], field)
  return column
}

/** Reads the codes of the active classes by coach, weekday and hour. */
const readKelas = async (trx: Trx, ctx: Ctx): Promise<Map<string, string[]>> => {
  const rows = await trx
    .selectFrom('kursus_pelatih')
    .select(['kode', 'pelatih_id', 'hari', 'jam_mulai'])
    .where('status', '=', 'aktif')
    .where(scopeOf(ctx, kursusPelatihModule))
    .execute()
  return new Map(
    [...Map.groupBy(rows, (k) => `${k.pelatih_id} ${k.hari} ${k.jam_mulai}`)].map(([key, all]) => [
      key,
      all.map(({ kode }) => kode),
    ]),
  )
}
/** End of the problem of an enrolment whose coach has no class at its weekday and hour. */
export const noKelas = 'tidak punya kelas pada hari dan jam ini'
/**
 * Returns the code of the class that a row names by coach, weekday and hour. Throws 422 at the
 * column that keeps the class from being found.
 */
const kelasOf = (
  values: RowValues,
  coaches: ReadonlyMap<string, readonly { id: number }[]>,
  kelas: ReadonlyMap<string, readonly string[]>,
): string => {
  const { guru, hari, jam_mulai } = values
  const missing = Object.entries({ guru, hari, jam_mulai }).filter(([, v]) => v === undefined)
  if (missing.length > 0)
    throw invalid(
      missing.map(([field]) => ({ field, message: 'Isi guru, hari, dan jam, atau kode kelas' })),
    )
  if (typeof hari !== 'number')
    throw invalidField('hari', `Tulis ${Hari.options.map(({ label }) => label).join(', ')}`)
  const namesakes = coaches.get(fold(String(guru))) ?? []
  const quoted = `"${String(guru).slice(0, 60)}"`
  const coach = namesakes[0]
  if (!coach) throw invalidField('guru', `${quoted} tidak ditemukan`)
  if (namesakes.length > 1)
    throw invalidField('guru', `Ada lebih dari satu ${quoted}: tulis kodenya`)
  const codes = kelas.get(`${coach.id} ${String(hari)} ${String(jam_mulai)}`) ?? []
  const [kode, ...others] = codes
  if (kode === undefined) throw invalidField('jam_mulai', `${quoted} ${noKelas}`)
  if (others.length > 0)
    throw invalidField('kursus_pelatih_id', `Ada lebih dari satu: tulis ${codes.join(' atau ')}`)
  return kode
}

const { kursus_pelatih_id: _, ...ownColumns } = enrolments.columns
/** Import of enrolments, whose class a row names by its code, or by coach, weekday and hour. */
export const pendaftaranImport: ImportKind = {
  ...enrolments,
  columns: {
    ...ownColumns,
    guru: { ...ofKelas('pelatih_id'), example: 'nama atau kode' },
    hari: ofKelas('hari'),
    jam_mulai: ofKelas('jam_mulai'),
    kursus_pelatih_id: {
      ...kelasColumn,
      label: 'Kelas',
      alias: ['kode kelas', 'nama kelas'],
      example: 'pengganti guru, hari, dan jam',
    },
  },
  prepare: async (trx, ctx) => {
    const importRow = await enrolments.prepare(trx, ctx)
    const coaches = await readPeople(trx, ctx, 'pelatih')
    const kelas = await readKelas(trx, ctx)
    return (mode, { guru, hari, jam_mulai, ...values }) => {
      const kursus_pelatih_id =
        values.kursus_pelatih_id ?? kelasOf({ guru, hari, jam_mulai }, coaches, kelas)
      return importRow(mode, { ...values, kursus_pelatih_id })
    }
  },
}
