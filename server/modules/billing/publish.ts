/** Publishing drafts: number, status, automatic use of saldo (domain.md 2.6, 3.1). */
import { sql } from 'kysely'
import { metaOf } from '#contract/fields.ts'
import { billing } from '#contract/resources/billing.ts'
import { windowIssues } from '#contract/rules/dateWindow.ts'
import { statusBayar } from '#contract/rules/tagihan.ts'
import { hariIni } from '#contract/rules/tanggal.ts'
import type { Settings } from '#contract/settings.ts'
import { fold } from '#server/db/fold.ts'
import type { Trx } from '#server/db/tables.ts'
import { conflict, HttpError } from '#server/errors.ts'
import { now } from '#server/http/context.ts'
import { windowOf } from '#server/http/dateWindow.ts'
import { checkBookOpen, deriveBills, paySaldo } from '#server/modules/billing/ledger.ts'
import { takeNumbers } from '#server/modules/billing/numbers.ts'
import { rencanaStok } from '#server/modules/billing/stok.ts'
import { catatPemakaian, rencanaPromo } from '#server/modules/promo/pakai.ts'

const columns = [
  'billing.id',
  'billing.status',
  'billing.void_at',
  'billing.total',
  'billing.jatuh_tempo',
  'billing.tanggal_terbit',
  'billing.akun_billing_id',
  'billing.gedung_id',
  'billing.cari',
  'gedung.kode',
  'gedung.zona_waktu',
] as const

/** A draft may be older than the window that the school has set since. */
const checkDates = (
  settings: Settings,
  dates: { tanggal_terbit: string; jatuh_tempo: string },
): void => {
  const [issue] = windowIssues(billing.fields, windowOf(settings), dates)
  if (issue)
    throw conflict(
      `${metaOf(billing.fields[issue.field === 'jatuh_tempo' ? 'jatuh_tempo' : 'tanggal_terbit'])?.label}: ${issue.message}`,
    )
}

/** Drafts with tuition that names neither an enrolment nor a reason: written before it had to, it may be a second bill of a month. */
const readBareTuition = async (trx: Trx, ids: readonly number[]): Promise<ReadonlySet<number>> => {
  if (ids.length === 0) return new Set()
  const rows = await trx
    .selectFrom('billing_item')
    .innerJoin('jenis_billing', 'jenis_billing.id', 'billing_item.jenis_billing_id')
    .select('billing_id')
    .distinct()
    .where('billing_id', 'in', ids)
    .where('sifat', '=', 'kursus')
    .where('kursus_peserta_id', 'is', null)
    .where('biaya_id', 'is', null)
    .where('produk_jasa_id', 'is', null)
    .where('alasan_manual', 'is', null)
    .execute()
  return new Set(rows.map((r) => r.billing_id))
}

/**
 * Publishes drafts, each for itself: answers why those that cannot be published were left. Numbers and stock are taken only for those that can,
 * in the order of their ids, so that a series has no gaps. A promo that no longer holds, or is used up, keeps its bill a draft: amounts do not change
 * here. `pengganti`: the bills take the place of published ones, which keep what they had.
 */
export const publishBills = async (
  trx: Trx,
  ids: readonly number[],
  settings: Settings,
  by: number,
  { pengganti = false } = {},
): Promise<{ published: number[]; failed: { id: number; error: HttpError }[] }> => {
  if (ids.length === 0) return { published: [], failed: [] }
  const bills = await trx
    .selectFrom('billing')
    .innerJoin('gedung', 'gedung.id', 'billing.gedung_id')
    .select(columns)
    .where('billing.id', 'in', ids)
    .orderBy('billing.id')
    .execute()
  const failed: { id: number; error: HttpError }[] = []
  const open = bills.flatMap((bill) => {
    const tanggal_terbit = bill.tanggal_terbit ?? hariIni(bill.zona_waktu)
    try {
      if (bill.status !== 0)
        throw conflict(bill.void_at ? 'Tagihan sudah dibatalkan' : 'Tagihan sudah terbit')
      if (bill.jatuh_tempo < tanggal_terbit)
        throw conflict('Jatuh tempo sebelum tanggal terbit. Ubah jatuh temponya dahulu.')
      checkBookOpen(settings, tanggal_terbit)
      if (!pengganti) checkDates(settings, { tanggal_terbit, jatuh_tempo: bill.jatuh_tempo })
      return [{ ...bill, tanggal_terbit }]
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      failed.push({ id: bill.id, error })
      return []
    }
  })
  const promo = pengganti ? undefined : await rencanaPromo(trx, open)
  const bare = pengganti
    ? new Set<number>()
    : await readBareTuition(
        trx,
        open.map((b) => b.id),
      )
  const stok = await rencanaStok(
    trx,
    open.map((b) => b.id),
  )
  // A bill takes of its promos and of the stock together, or of neither: what one leaves is there for the next.
  const ready = open.filter((bill) => {
    const alasan = bare.has(bill.id)
      ? 'Ada baris kursus tanpa jadwal dan tanpa alasan. Ubah draft ini: pilih kursusnya atau tulis alasannya.'
      : promo?.kurang(bill)
    const error = alasan === undefined ? stok.kurang(bill.id) : conflict(alasan)
    if (error) {
      failed.push({ id: bill.id, error })
      return false
    }
    promo?.pakai(bill)
    stok.sisihkan(bill.id)
    return true
  })
  const series = Map.groupBy(ready, (b) => `${b.gedung_id} ${b.tanggal_terbit.slice(0, 7)}`)
  const time = now()
  const payers = settings.auto_pakai_saldo ? [...new Set(ready.map((b) => b.akun_billing_id))] : []
  const saldoOf = new Map(
    payers.length === 0
      ? []
      : (
          await trx
            .selectFrom('akun_billing_profil')
            .select(['user_id', 'saldo_kredit'])
            .where('user_id', 'in', payers)
            .where('saldo_kredit', '>', 0)
            .execute()
        ).map((r) => [r.user_id, r.saldo_kredit]),
  )
  for (const group of series.values()) {
    const [first] = group
    if (!first) continue
    const numbers = await takeNumbers(trx, 'tagihan', {
      format: settings.format_nomor_tagihan,
      outlet: first,
      date: first.tanggal_terbit,
      count: group.length,
    })
    const numbered = group.map((bill, i) => ({ ...bill, nomor: numbers[i] ?? '' }))
    // One statement for all of them: on PostgreSQL each would be a round trip.
    const rows = numbered.map(
      (b) =>
        sql`(${b.id}, ${b.nomor}, ${b.tanggal_terbit}, ${`${fold(b.nomor)} ${b.cari}`}, ${statusBayar({ status: 1, total: b.total, terbayar: 0 })})`,
    )
    await sql`with v(id, nomor, terbit, cari, bayar) as (values ${sql.join(rows)})
      update billing set nomor = v.nomor, status = 1, tanggal_terbit = v.terbit, payment_status = cast(v.bayar as integer), kunci_generate = null, diterbitkan_at = ${time}, diterbitkan_oleh = ${by},
        cari = v.cari, versi = versi + 1, updated_at = ${time}, updated_by = ${by} from v where billing.id = cast(v.id as integer)`.execute(
      trx,
    )
    await stok.ambil(numbered, by)
    for (const bill of numbered) {
      const saldo = saldoOf.get(bill.akun_billing_id) ?? 0
      const used = Math.min(saldo, bill.total)
      if (used === 0) continue
      await paySaldo(trx, bill, used, by)
      await deriveBills(trx, [bill.id], by)
      saldoOf.set(bill.akun_billing_id, saldo - used)
    }
  }
  await catatPemakaian(trx, ready, time)
  return { published: ready.map((b) => b.id), failed }
}
