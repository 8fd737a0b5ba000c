/**
 * Manual tuition lines without an enrolment. No unique key prevents the same month from being
 * billed a second time through an enrolment. Therefore users are warned of these lines.
 */
import { sql } from 'kysely'
import { formatRupiah } from '#contract/values/rupiah.ts'
import { lastDay } from '#contract/values/tanggal.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import type { Actor } from '#server/http/context.ts'
import { seesOutlet } from '#server/modules/scope.ts'

/**
 * Returns the number of a bill, or the payer of a draft, as text. The text has no details if the
 * actor may not see the outlet of the bill.
 */
export const describeBill = (
  actor: Actor,
  bill: { nomor: string | null; nama_tagihan: string; gedung_id: number },
): string => {
  if (!seesOutlet(actor, bill.gedung_id)) return 'tagihan di outlet lain'
  return bill.nomor ?? `draft ${bill.nama_tagihan}`
}

interface Row {
  peserta_id: number
  billing_id: number
  nomor: string | null
  nama_tagihan: string
  gedung_id: number
  deskripsi: string
  jumlah: number
  alasan_manual: string | null
}
/**
 * Tuition line without an enrolment. The description, reason and bill id are null if the actor may
 * not see the outlet of the bill.
 */
export interface UntiedLine {
  billing_id: number | null
  tagihan: string
  deskripsi: string | null
  jumlah: number
  alasan: string | null
}

/**
 * Returns the tuition lines of a month that refer to no enrolment, by student. Omits void bills. A
 * bill without a month counts for the month of its issue date or, without an issue date, for the
 * month of its creation.
 */
export const readTuitionWithoutEnrolment = async (
  db: Db | Trx,
  actor: Actor,
  periode: string,
  peserta_id?: number,
): Promise<ReadonlyMap<number, UntiedLine[]>> => {
  const studentClause = peserta_id === undefined ? sql`` : sql`and i.peserta_id = ${peserta_id}`
  const day = sql`coalesce(b.tanggal_terbit, substr(b.created_at, 1, 10))`
  const { rows } = await sql<Row>`
    select i.peserta_id, i.billing_id, b.nomor, b.nama_tagihan, b.gedung_id, i.deskripsi, i.jumlah,
      i.alasan_manual
    from billing b join billing_item i on i.billing_id = b.id
      join jenis_billing j on j.id = i.jenis_billing_id
    where b.void_at is null and (b.periode = ${periode} or (b.periode is null
      and ${day} >= ${`${periode}-01`} and ${day} <= ${lastDay(periode)}))
      and i.kursus_peserta_id is null and i.biaya_id is null and i.produk_jasa_id is null
      and i.peserta_id is not null and j.sifat = 'kursus' ${studentClause}
    order by i.id`.execute(db)
  const lines = rows.map(({ peserta_id: student, ...r }): [number, UntiedLine] => {
    const isVisible = seesOutlet(actor, r.gedung_id)
    return [
      student,
      {
        billing_id: isVisible ? r.billing_id : null,
        tagihan: describeBill(actor, r),
        deskripsi: isVisible ? r.deskripsi : null,
        jumlah: r.jumlah,
        alasan: isVisible ? r.alasan_manual : null,
      },
    ]
  })
  return new Map(
    [...Map.groupBy(lines, ([id]) => id)].map(([id, pairs]) => [id, pairs.map(([, line]) => line)]),
  )
}

/** Formats a line as text: `Piano ekstra Rp500.000 di INV/2026/12/0003`. */
export const describeUntied = ({ tagihan, deskripsi, jumlah }: UntiedLine): string =>
  `${deskripsi ?? 'Baris kursus'} ${formatRupiah(jumlah)} di ${tagihan}`
