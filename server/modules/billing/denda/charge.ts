/**
 * Charges late fees (domain.md 3.12): finds the overdue bills for which a fee is due, and makes the
 * bills of the fees.
 */
import { sql, type RawBuilder } from 'kysely'
import { feeOf, feeText, tuitionLeft } from '#contract/billing/rules/denda.ts'
import { computeItem } from '#contract/billing/rules/tagihan.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { addDays } from '#contract/values/tanggal.ts'
import { fold } from '#server/db/fold.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { systemAuthor, now } from '#server/http/context.ts'
import { insertDraft, insertDraftLines } from '#server/modules/billing/bills/insertDraft.ts'
import { open } from '#server/modules/billing/bills/scope.ts'
import { endFee } from '#server/modules/billing/denda/end.ts'
import { isPaused } from '#server/modules/billing/pengingat/steps.ts'
import { publishBills } from '#server/modules/billing/publish/publish.ts'
import { auditChange } from '#server/resource/auditLog.ts'

/** Number of days between the issue date and the due date of a late fee's bill. */
const daysToPay = 7
const earliest = '0000-01-01'

/**
 * Returns an SQL expression for the tier that a bill has reached on the date `today`. The value of
 * the expression is `dari_hari` of the tier, the number of days overdue at which the tier begins;
 * null if the bill has reached no tier.
 */
const tierOn = ({ denda_tier }: Settings, today: string): RawBuilder<number | null> => {
  const cases = denda_tier.map(({ dari_hari, sampai }) => {
    const from = sampai === null ? earliest : addDays(today, -sampai)
    return sql`when billing.jatuh_tempo between ${from} and ${addDays(today, -dari_hari)} then ${sql.lit(dari_hari)}`
  })
  return sql`case ${sql.join(cases, sql` `)} end`
}

interface DueQuery {
  settings: Settings
  today: string
  at: number
  after: number
  most: number
}
/**
 * Returns at most `most` bills with an id above `after`, sorted by id, for which a late fee is due
 * but not yet charged. Each row has the tier of the bill and the sum of its tuition lines. While a
 * recent payment confirmation for a bill waits for a decision, no fee is due for the bill;
 * reminders pause at the same time.
 */
export const readDue = async (db: Db | Trx, { settings, today, at, after, most }: DueQuery) => {
  const { denda_tier, denda_mulai } = settings
  if (denda_tier.length === 0 || denda_mulai === null) return []
  const tier = tierOn(settings, today)
  const { rows } = await sql<{
    id: number
    dari_hari: number
    kursus: number
    terbayar: number
  }>`select billing.id, ${tier} as dari_hari, sum(i.jumlah) as kursus, billing.terbayar
    from billing join billing_item i on i.billing_id = billing.id
      join jenis_billing j on j.id = i.jenis_billing_id
    where ${open} and billing.jatuh_tempo >= ${denda_mulai} and billing.jatuh_tempo < ${today}
      and billing.id > ${after} and j.sifat = 'kursus' and ${tier} is not null
      and not exists (select 1 from denda d where d.billing_id = billing.id and d.dari_hari >= ${tier})
      and not (${isPaused(sql`billing.id`, at)})
    group by billing.id, billing.terbayar, billing.jatuh_tempo
    having sum(i.jumlah) > billing.terbayar order by billing.id limit ${sql.lit(most)}`.execute(db)
  return rows.map((row) => ({ ...row, kursus: Number(row.kursus) }))
}
export type Due = Awaited<ReturnType<typeof readDue>>[number]

/** Returns the kind of line for late fees: the first active kind with `sifat` `denda`. */
export const readFeeType = (db: Db | Trx) =>
  db
    .selectFrom('jenis_billing')
    .select(['id', 'ppn_kena'])
    .where('sifat', '=', 'denda')
    .where('status', '=', 'aktif')
    .orderBy('urutan')
    .orderBy('id')
    .executeTakeFirst()
type FeeType = NonNullable<Awaited<ReturnType<typeof readFeeType>>>

interface ChargeOptions {
  settings: Settings
  today: string
  jenis: FeeType
}
type Origin = Awaited<ReturnType<typeof readOrigin>>
const readOrigin = (trx: Trx, id: number) =>
  trx.selectFrom('billing').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Makes a draft with the fee as its only line. Returns the id of the draft. */
const makeFeeBill = async (
  trx: Trx,
  { settings, today, jenis }: ChargeOptions,
  origin: Origin,
  { jumlah, text }: { jumlah: number; text: string },
): Promise<number> => {
  const { pembulatan, ppn_persen } = settings
  const rate = jenis.ppn_kena === 1 ? ppn_persen : 0
  const amounts = computeItem({
    qty: 1,
    harga_satuan: jumlah,
    pembulatan,
    diskon: 0,
    ppn_persen: rate,
  })
  const { akun_billing_id, gedung_id, nama_tagihan, alamat, nomor } = origin
  const payer = { id: akun_billing_id, nama_tagihan, alamat }
  const id = await insertDraft(trx, null, payer, [amounts], {
    gedung_id,
    cari: fold(`${nama_tagihan} ${nomor}`),
    tanggal_terbit: today,
    jatuh_tempo: addDays(today, daysToPay),
    sumber: 'denda',
  })
  const line = { jenis_billing_id: jenis.id, deskripsi: text, harga_satuan: jumlah }
  await insertDraftLines(trx, id, [{ ...line, ...amounts, ppn_persen: rate }])
  return id
}

/**
 * Charges the late fee for an overdue bill, and ends the active fee that was charged earlier for
 * the same bill. Returns whether a fee was charged. Throws 409 if the bill of the fee cannot be
 * published. The transaction must first wait for the queue of the number counter (`queueFor:
 * ['penghitung']`).
 */
export const chargeFee = async (trx: Trx, charging: ChargeOptions, due: Due): Promise<boolean> => {
  const { settings, today } = charging
  const origin = await readOrigin(trx, due.id)
  const tier = settings.denda_tier.find((t) => t.dari_hari === due.dari_hari)
  const dasar = tuitionLeft({ kursus: due.kursus, terbayar: origin.terbayar })
  const jumlah = tier ? feeOf(tier, dasar, settings.pembulatan) : 0
  if (!tier || jumlah === 0 || origin.void_at !== null) return false
  const former = await trx
    .selectFrom('denda')
    .select('tagihan_id')
    .where('billing_id', '=', origin.id)
    .where('status', '=', 'ditagih')
    .executeTakeFirst()
  if (former)
    await endFee(trx, systemAuthor, former.tagihan_id, {
      status: 'diganti',
      alasan: `Diganti denda mulai hari ke-${tier.dari_hari}`,
    })
  const text = `Denda keterlambatan ${origin.nomor}, ${feeText(tier, dasar)}`
  const tagihan_id = await makeFeeBill(trx, charging, origin, { jumlah, text })
  const { failed } = await publishBills(trx, [tagihan_id], settings, null)
  if (failed[0]) throw failed[0].error
  await trx
    .insertInto('denda')
    .values({
      billing_id: origin.id,
      dari_hari: tier.dari_hari,
      tagihan_id,
      tanggal: today,
      tier: JSON.stringify(tier),
      dasar,
      jumlah,
      status: 'ditagih',
      alasan: null,
      selesai_at: null,
      selesai_oleh: null,
      dibuat: now(),
    })
    .execute()
  const after = await readOrigin(trx, tagihan_id)
  await auditChange(trx, systemAuthor, { aksi: 'denda', entitas: 'billing', after })
  return true
}

/**
 * Reads a bill again inside the transaction. Returns undefined if no late fee is due for the bill
 * any more.
 */
export const findDue = async (trx: Trx, query: Omit<DueQuery, 'after' | 'most'>, id: number) =>
  (await readDue(trx, { ...query, after: id - 1, most: 1 })).find((due) => due.id === id)
