/** What becomes of bills when somebody else pays for a student (domain.md 3.9): drafts follow, open bills are voided and issued anew. */
import type { Selectable } from 'kysely'
import { billing } from '#contract/resources/billing.ts'
import { formatRupiah } from '#contract/rules/rupiah.ts'
import { totalTagihan } from '#contract/rules/tagihan.ts'
import { addDays, hariIni } from '#contract/rules/tanggal.ts'
import { insertMany } from '#server/db/insertMany.ts'
import type { Tables, Trx } from '#server/db/tables.ts'
import { conflict, forbidden } from '#server/errors.ts'
import { now, type Actor, type Ctx } from '#server/http/context.ts'
import { auditChange, keysOf, type AnyRow } from '#server/http/rows.ts'
import {
  auditNewBill,
  itemsOf,
  readBill,
  withBillAudit,
  type Item,
} from '#server/modules/billing/billAudit.ts'
import { publishBills } from '#server/modules/billing/publish.ts'
import { billingScope } from '#server/modules/billing/scope.ts'
import { voidBill } from '#server/modules/billing/void.ts'
import { sebut, seesOutlet, tampak } from '#server/modules/scope.ts'
import { readSettings } from '#server/settings.ts'

type Bill = Selectable<Tables['billing']>
interface Payer {
  id: number
  nama_tagihan: string
  alamat: string | null
}

const payerOf = async (trx: Trx, id: number): Promise<Payer> => {
  const row = await trx
    .selectFrom('user')
    .innerJoin('akun_billing_profil', 'akun_billing_profil.user_id', 'user.id')
    .select(['user.id', 'user.alamat', 'nama_tagihan', 'alamat_tagihan'])
    .where('user.id', '=', id)
    .executeTakeFirst()
  if (!row) throw conflict('Akun itu belum punya profil tagihan')
  return { id, nama_tagihan: row.nama_tagihan, alamat: row.alamat_tagihan ?? row.alamat }
}
const keysFor = async (
  trx: Trx,
  bill: { nomor: string | null; nama_tagihan: string },
  items: readonly Item[],
) => {
  const ids = [...new Set(items.flatMap((i) => (i.peserta_id === null ? [] : [i.peserta_id])))]
  const students =
    ids.length === 0
      ? []
      : await trx.selectFrom('user').select('name').where('id', 'in', ids).orderBy('id').execute()
  return keysOf(billing, bill, students.map((s) => s.name).join(' '))
}
/** A draft for the payer like a bill, of these lines. */
const salin = async (
  trx: Trx,
  bill: Bill,
  payer: Payer,
  items: readonly Item[],
  more: { jatuh_tempo: string; tanggal_terbit: string | null; catatan: string | null },
  by: number,
): Promise<number> => {
  const time = now()
  const totals = totalTagihan(items)
  const head = { nomor: null, nama_tagihan: payer.nama_tagihan }
  const { nama_tagihan_kunci = '', cari = '' } = await keysFor(trx, head, items)
  const { id } = await trx
    .insertInto('billing')
    .values({
      ...head,
      ...totals,
      ...more,
      kode_promo: bill.kode_promo,
      nama_tagihan_kunci,
      cari,
      akun_billing_id: payer.id,
      alamat: payer.alamat,
      gedung_id: bill.gedung_id,
      periode: bill.periode,
      sumber: bill.sumber,
      generate_batch_id: null,
      kunci_generate: null,
      status: 0,
      payment_status: 0,
      terbayar: 0,
      sisa: totals.total,
      void_at: null,
      void_by: null,
      void_alasan: null,
      diterbitkan_at: null,
      diterbitkan_oleh: null,
      versi: 1,
      created_at: time,
      created_by: by,
      updated_at: time,
      updated_by: by,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const hitungUlang = async (trx: Trx, bill: Bill, by: number): Promise<void> => {
  const items = await itemsOf(trx, bill.id)
  for (const [i, item] of items.entries())
    if (item.urutan !== i + 1)
      await trx
        .updateTable('billing_item')
        .set({ urutan: i + 1 })
        .where('id', '=', item.id)
        .execute()
  const totals = totalTagihan(items)
  await trx
    .updateTable('billing')
    .set({
      ...totals,
      sisa: totals.total,
      ...(await keysFor(trx, bill, items)),
      versi: bill.versi + 1,
      updated_at: now(),
      updated_by: by,
    })
    .where('id', '=', bill.id)
    .execute()
}

/** Refuses what would change bills out of the actor's scope on the side. They are counted: what they are is told there. Throws 403. */
const refuseElsewhere = async (
  trx: Trx,
  actor: Actor,
  bills: readonly Pick<Bill, 'id'>[],
  what: string,
): Promise<void> => {
  const ids = bills.map((b) => b.id)
  if (ids.length === 0) return
  const seen = await trx
    .selectFrom('billing')
    .select(tampak(billingScope(actor)))
    .where('billing.id', 'in', ids)
    .execute()
  const elsewhere = seen.filter((b) => b.tampak !== 1).length
  if (elsewhere > 0)
    throw forbidden(
      `${elsewhere} ${what} yang ikut berubah ada di luar wilayah Anda. Hanya admin yang memegang semua outletnya yang dapat melakukannya.`,
    )
}

interface Move {
  peserta_id: number | null
  dari: number
  ke: number
}
/** Moves a whole draft to another payer. It no longer collects what is generated for the old one. */
const moveDraft = async (
  trx: Trx,
  bill: Bill,
  payer: Payer,
  items: readonly Item[],
  by: number,
): Promise<void> => {
  const head = { nomor: null, nama_tagihan: payer.nama_tagihan }
  await trx
    .updateTable('billing')
    .set({
      akun_billing_id: payer.id,
      alamat: payer.alamat,
      kunci_generate: null,
      nama_tagihan: payer.nama_tagihan,
      ...(await keysFor(trx, head, items)),
      versi: bill.versi + 1,
      updated_at: now(),
      updated_by: by,
    })
    .where('id', '=', bill.id)
    .execute()
}
/** Takes some lines out of a draft into a new one of another payer. */
const splitDraft = async (
  trx: Trx,
  ctx: Ctx,
  bill: Bill,
  payer: Payer,
  own: readonly Item[],
): Promise<void> => {
  const { jatuh_tempo, tanggal_terbit, catatan } = bill
  const id = await salin(
    trx,
    bill,
    payer,
    own,
    { jatuh_tempo, tanggal_terbit, catatan },
    ctx.actor.id,
  )
  for (const [i, item] of own.entries())
    await trx
      .updateTable('billing_item')
      .set({ billing_id: id, urutan: i + 1 })
      .where('id', '=', item.id)
      .execute()
  await hitungUlang(trx, bill, ctx.actor.id)
  await auditNewBill(trx, ctx, id)
}

/**
 * Moves drafts of `dari` to `ke`: the lines of one student, or (null) all. A draft that other students share is split. Each is recorded.
 * Throws 403 when one is out of the actor's scope. Answers how many drafts were touched.
 */
export const pindahDraft = async (
  trx: Trx,
  ctx: Ctx,
  { peserta_id, dari, ke }: Move,
): Promise<number> => {
  const all = trx
    .selectFrom('billing')
    .selectAll()
    .where('akun_billing_id', '=', dari)
    .where('status', '=', 0)
  const drafts = await (
    peserta_id === null
      ? all
      : all.where('id', 'in', (eb) =>
          eb.selectFrom('billing_item').select('billing_id').where('peserta_id', '=', peserta_id),
        )
  )
    .orderBy('id')
    .execute()
  if (drafts.length === 0) return 0
  await refuseElsewhere(trx, ctx.actor, drafts, 'draft tagihan')
  const payer = await payerOf(trx, ke)
  for (const bill of drafts) {
    const items = await itemsOf(trx, bill.id)
    const own = peserta_id === null ? items : items.filter((i) => i.peserta_id === peserta_id)
    await withBillAudit(trx, ctx, 'update', bill.id, () =>
      own.length === items.length
        ? moveDraft(trx, bill, payer, items, ctx.actor.id)
        : splitDraft(trx, ctx, bill, payer, own),
    )
  }
  return drafts.length
}

/** Published bills of an account that are not paid in full, oldest first. */
export const tagihanTerbuka = (trx: Trx, akun: number): Promise<Bill[]> =>
  trx
    .selectFrom('billing')
    .selectAll()
    .where('akun_billing_id', '=', akun)
    .where('status', '=', 1)
    .where('void_at', 'is', null)
    .where('sisa', '>', 0)
    .orderBy('jatuh_tempo')
    .orderBy('id')
    .execute()
/** Bills in words: `INV/2026/11/0001 (Rp500.000), …` */
export const sebutTagihan = (
  actor: Actor,
  bills: readonly Pick<Bill, 'nomor' | 'sisa' | 'gedung_id'>[],
): string =>
  sebut(
    bills.map((b) => ({
      nama: `${b.nomor} (${formatRupiah(b.sisa)})`,
      tampak: seesOutlet(actor, b.gedung_id) ? 1 : 0,
    })),
    'tagihan',
  ) ?? ''

/** A draft of the same lines for another payer, issued today, due a week from now where the old day is gone. */
const reissue = async (
  trx: Trx,
  ctx: Ctx,
  bill: Bill,
  payer: Payer,
  items: readonly Item[],
): Promise<number> => {
  const { zona_waktu } = await trx
    .selectFrom('gedung')
    .select('zona_waktu')
    .where('id', '=', bill.gedung_id)
    .executeTakeFirstOrThrow()
  const today = hariIni(zona_waktu)
  const jatuh_tempo = bill.jatuh_tempo < today ? addDays(today, 7) : bill.jatuh_tempo
  const id = await salin(
    trx,
    bill,
    payer,
    items,
    { jatuh_tempo, tanggal_terbit: today, catatan: `Pengganti ${bill.nomor}` },
    ctx.actor.id,
  )
  await insertMany(
    trx,
    'billing_item',
    items.map(({ id: _, stok_diambil: _taken, ...item }) => ({ ...item, billing_id: id })),
  )
  await auditNewBill(trx, ctx, id)
  return id
}
/**
 * Voids the open bills of `dari` and issues the same lines to `ke`; each bill is recorded as if it were voided and issued by itself. Throws 403
 * when one is out of the actor's scope; one that a receipt pays in part is refused by the void (409). Queue for the counter first. Answers the
 * new bills' ids.
 */
export const alihkanTagihan = async (
  trx: Trx,
  ctx: Ctx,
  { dari, ke, alasan }: { dari: number; ke: number; alasan: string },
): Promise<number[]> => {
  const bills = await tagihanTerbuka(trx, dari)
  if (bills.length === 0) return []
  await refuseElsewhere(trx, ctx.actor, bills, 'tagihan')
  const payer = await payerOf(trx, ke)
  const ids: number[] = []
  for (const bill of bills) {
    const items = await itemsOf(trx, bill.id)
    await withBillAudit(
      trx,
      ctx,
      'batalkan',
      bill.id,
      () => voidBill(trx, bill, alasan, ctx.actor.id),
      alasan,
    )
    ids.push(await reissue(trx, ctx, bill, payer, items))
  }
  const drafts: AnyRow[] = []
  for (const id of ids) drafts.push(await readBill(trx, ctx, id))
  const { failed } = await publishBills(trx, ids, await readSettings(trx), ctx.actor.id, {
    pengganti: true,
  })
  if (failed[0]) throw failed[0].error
  for (const draft of drafts)
    await auditChange(
      trx,
      ctx,
      'terbitkan',
      billing.name,
      draft,
      await readBill(trx, ctx, draft.id),
    )
  return ids
}
