/** Actions on the money of a school, each as a single call of the API. */
import { BillingStatus } from '#contract/enums.ts'
import { addDays, addMonths, currentDay } from '#contract/values/tanggal.ts'
import type { Weights } from '../play.ts'
import type { Random } from '../random.ts'
import type { Arena } from './arena.ts'
import { closeTill, lockBooks, reopenTill } from './closing.ts'
import { chargeFees, voidFined, waiveFee } from './late.ts'
import { markOf } from './loops.ts'
import { addStudent, enrol } from './people.ts'
import { queueReminders, sendReminder, skipReminder } from './reminders.ts'
import {
  alasan,
  billsOf,
  how,
  matchedPayments,
  monthsBack,
  openBills,
  paymentsOf,
  published,
  someDay,
  someSaldo,
  thisMonth,
  type Field,
  type Move,
} from './rows.ts'
import { changeNumbers, changeTiers, turnAutoSaldo } from './settings.ts'
import { importLines, matchLine, ignoreLine, releaseLine } from './statements.ts'

const generate: Move = async ({ r, arena }) => ({
  path: '/billing/generate',
  body: {
    periode: addMonths(thisMonth(), r.int(-monthsBack, 1)),
    gedung_id: [r.pick(arena.gedung)],
    mode: r.pick(['per_akun', 'per_peserta']),
  },
})
const draft: Move = async ({ r, arena }) => {
  const product = r.chance(0.3) && { produk_jasa_id: arena.produk }
  return {
    path: '/billing/create',
    body: {
      akun_billing_id: r.pick(arena.akun),
      gedung_id: r.pick(arena.gedung),
      jatuh_tempo: addDays(currentDay(), r.int(0, 20)),
      ...(r.chance(0.3) && { tanggal_terbit: someDay(r) }),
      ...(r.chance(0.3) && { kode_promo: r.pick(arena.kode) }),
      items: Array.from({ length: r.int(1, 3) }, () => ({
        jenis_billing_id: arena.jenis,
        deskripsi: 'Uji acak',
        qty: r.int(1, 2),
        harga_satuan: 1 + r.long(900_000),
        ...product,
      })),
    },
  }
}
const publish: Move = async (field) => {
  const bill = field.r.some(await billsOf(field, BillingStatus.draft))
  return bill && { path: `/billing/terbitkan?id=${bill.id}`, body: {} }
}
const publishMany: Move = async (field) => {
  const ids = (await billsOf(field, BillingStatus.draft)).map((bill) => bill.id)
  return ids.length > 0 ? { path: '/billing/terbitkan-banyak', body: { ids } } : undefined
}
/**
 * Picks a draft, or sometimes a published bill. For a published bill, the server rejects the call.
 */
const someBill = async (field: Field) => {
  const { draft, terbit } = BillingStatus
  return field.r.some(await billsOf(field, field.r.chance(0.9) ? draft : terbit))
}
const removeDraft: Move = async (field) => {
  const bill = await someBill(field)
  return bill && { path: `/billing/delete?id=${bill.id}`, body: {} }
}
const recomputePromos: Move = async (field) => {
  const bill = await someBill(field)
  return bill && { path: `/billing/hitung-ulang-promo?id=${bill.id}`, body: {} }
}
/**
 * Returns the lines of a bill with changed prices, as input for `/billing/update`. The lines have
 * the fields that the app's bill form sends.
 */
const repriced = ({ db, r }: Field, billing_id: number) =>
  db
    .selectFrom('billing_item')
    .select(['id', 'jenis_billing_id', 'biaya_id', 'produk_jasa_id', 'peserta_id'])
    .select(['kursus_peserta_id', 'deskripsi', 'qty'])
    .where('billing_id', '=', billing_id)
    .orderBy('urutan')
    .execute()
    .then((items) =>
      items.map((item) => ({
        ...item,
        harga_satuan: r.long(900_000),
        diskon: 0,
        ...(item.kursus_peserta_id !== null && { alasan_manual: alasan }),
      })),
    )
/**
 * Changes the note of a bill. For most drafts, also changes all prices and may remove the first
 * line. A published bill allows only a change of the note.
 */
const update: Move = async (field) => {
  const { r, number } = field
  const isDraft = r.chance(0.7)
  const { draft: unpublished, terbit } = BillingStatus
  const bill = r.some(await billsOf(field, isDraft ? unpublished : terbit))
  if (!bill) return undefined
  const items = isDraft && r.chance(0.8) ? await repriced(field, bill.id) : []
  return {
    path: `/billing/update?id=${bill.id}`,
    body: {
      versi: bill.versi,
      catatan: `Catatan ${number}`,
      ...(items.length > 0 && { items: items.length > 1 && r.chance() ? items.slice(1) : items }),
    },
  }
}
/** Deactivates or activates a promo. */
const turnPromo: Move = async ({ db, arena, r }) => {
  const promo = await db
    .selectFrom('promo')
    .select(['id', 'versi'])
    .where('id', '=', r.pick(arena.promo))
    .executeTakeFirstOrThrow()
  const status = r.chance(0.3) ? 'nonaktif' : 'aktif'
  return { path: `/promo/update?id=${promo.id}`, body: { versi: promo.versi, status } }
}
const pay: Move = async (field) => {
  const { r, arena, number } = field
  return {
    path: '/billing-payment/create',
    body: {
      akun_billing_id: r.pick(arena.akun),
      gedung_id: r.pick(arena.gedung),
      tanggal: someDay(r),
      jumlah: 1 + r.long(1_500_000),
      catatan: markOf(number),
      ...how(field),
      ...(r.chance(0.1) && { alokasi: [] }),
    },
  }
}
const payBill: Move = async (field) => {
  const { r, number } = field
  const bill = r.some(await openBills(field))
  if (!bill) return undefined
  // Pays mostly the whole unpaid amount, otherwise a smaller or a larger amount. The server rejects
  // the larger amount.
  const part = r.chance() ? r.int(1, bill.sisa) : bill.sisa + 1 + r.long(1000)
  const jumlah = r.chance(0.7) ? bill.sisa : part
  return {
    path: '/billing-payment/create',
    body: {
      akun_billing_id: bill.akun_billing_id,
      gedung_id: bill.gedung_id,
      tanggal: someDay(r),
      jumlah,
      catatan: markOf(number),
      ...how(field),
      alokasi: [{ billing_id: bill.id, jumlah }],
    },
  }
}
const confirm: Move = async (field) => {
  const { r, arena, upload } = field
  const open = await openBills(field)
  const bill = r.some(open)
  if (!bill) return undefined
  const bukti = await upload()
  const accountBills = open.filter(
    (candidate) => candidate.akun_billing_id === bill.akun_billing_id,
  )
  return {
    path: '/konfirmasi-pembayaran/create',
    body: {
      akun_billing_id: bill.akun_billing_id,
      billing_ids: (r.chance(0.3) ? accountBills : [bill]).map(({ id }) => id),
      bank_tujuan_id: r.pick([arena.bank, ...arena.banks]),
      jumlah: r.chance(0.7) ? bill.sisa : 1 + r.long(900_000),
      tanggal_transfer: someDay(r),
      pengirim_nama: 'Ibu Uang',
      bukti,
      bukan_kembar: r.chance(0.9),
    },
  }
}
/**
 * Approves or rejects one of the six newest waiting payment confirmations. The number is small, so
 * that two users often decide the same confirmation at the same time. Sometimes picks a
 * confirmation that is already approved.
 */
const decide: Move = async (field) => {
  const { r, db, arena } = field
  const rows = await db
    .selectFrom('konfirmasi_pembayaran')
    .select(['id', 'jumlah'])
    .where('akun_billing_id', 'in', arena.akun)
    .where('status', '=', r.chance(0.9) ? 'menunggu' : 'disetujui')
    .orderBy('id', 'desc')
    .limit(6)
    .execute()
  const row = r.some(rows)
  if (!row) return undefined
  if (r.chance(0.2)) return { path: `/konfirmasi-pembayaran/tolak?id=${row.id}`, body: { alasan } }
  const body = {
    bukan_kembar: r.chance(0.9),
    ...(r.chance(0.2) && { jumlah: 1 + r.long(900_000) }),
    ...(r.chance(0.3) && { tanggal: currentDay() }),
    ...(r.chance(0.1) && { alokasi: [] }),
  }
  return { path: `/konfirmasi-pembayaran/setujui?id=${row.id}`, body }
}
const voidPayment: Move = async (field) => {
  const { r } = field
  const payment = r.some(await (r.chance(0.2) ? matchedPayments(field) : paymentsOf(field)))
  return payment && { path: `/billing-payment/batalkan?id=${payment.id}`, body: { alasan } }
}
const movePayment: Move = async (field) => {
  const { r } = field
  const payment = r.some(await paymentsOf(field))
  if (!payment) return undefined
  // Picks mostly unpaid bills. The server rejects an allocation to a paid bill.
  const all = r.chance(0.9) ? await openBills(field) : await published(field)
  const bills = all.filter((bill) => bill.akun_billing_id === payment.akun_billing_id && r.chance())
  const share = Math.max(1, Math.floor(payment.jumlah / Math.max(1, bills.length)))
  const alokasi = bills.map((bill) => ({
    billing_id: bill.id,
    jumlah: Math.min(share, Math.max(1, bill.sisa)),
  }))
  return { path: `/billing-payment/alih?id=${payment.id}`, body: { alokasi, alasan } }
}
const onBill =
  (verb: string, body: (r: Random) => object): Move =>
  async (field) => {
    const bill = field.r.some(await published(field))
    return bill && { path: `/billing/${verb}?id=${bill.id}`, body: body(field.r) }
  }
const voidBill = onBill('batalkan', () => ({ alasan }))
const reissue = onBill('terbit-ulang', () => ({ alasan }))
const creditNote = onBill('nota-kredit', (r) => ({ jumlah: 1 + r.long(300_000), alasan }))
/** Pays a bill with credit of its payer. Mostly picks a bill of a payer with much credit. */
const useSaldo: Move = async (field) => {
  const { r } = field
  const { akun } = await someSaldo(field)
  const bills = await openBills(field)
  const accountBills = bills.filter((bill) => bill.akun_billing_id === akun)
  const bill = r.some(accountBills.length > 0 && r.chance(0.8) ? accountBills : bills)
  const body = r.chance() ? {} : { jumlah: r.int(1, 200_000) }
  return bill && { path: `/billing/pakai-saldo?id=${bill.id}`, body }
}

const refund: Move = async (field) => {
  const { r, arena, upload } = field
  const { akun, jumlah } = await someSaldo(field)
  const body = { jumlah, tanggal: someDay(r), alasan, bukti: await upload() }
  return {
    path: `/user/refund-saldo?id=${akun}`,
    body: { ...body, ...how(field), gedung_id: r.pick(arena.gedung) },
  }
}
const transferSaldo: Move = async (field) => {
  const { akun, jumlah } = await someSaldo(field)
  const [, ke_id] = field.arena.pairs.find(([from]) => from === akun) ?? []
  return { path: `/user/alih-saldo?id=${akun}`, body: { ke_id, jumlah, alasan } }
}
const correct: Move = async ({ r, arena }) => ({
  path: `/user/koreksi-saldo?id=${r.pick(arena.akun)}`,
  body: { arah: r.pick(['tambah', 'kurang']), jumlah: 1 + r.long(100_000), alasan },
})

/** Actions with their weights, by role. A higher weight makes an action more frequent. */
export const weights = {
  admin: [
    [generate, 3],
    [draft, 14],
    [publish, 14],
    [publishMany, 3],
    [removeDraft, 5],
    [update, 6],
    [recomputePromos, 4],
    [turnPromo, 2],
    [addStudent, 2],
    [enrol, 3],
    [pay, 10],
    [payBill, 14],
    [confirm, 8],
    [decide, 14],
    [voidPayment, 7],
    [movePayment, 6],
    [voidBill, 5],
    [reissue, 3],
    [creditNote, 5],
    [useSaldo, 8],
    [refund, 4],
    [transferSaldo, 4],
    [importLines, 2],
    [matchLine, 14],
    [ignoreLine, 2],
    [releaseLine, 3],
    [waiveFee, 4],
    [voidFined, 4],
    [sendReminder, 3],
    [skipReminder, 3],
    [closeTill, 2],
  ],
  owner: [
    [decide, 10],
    [chargeFees, 9],
    [correct, 4],
    [pay, 4],
    [reopenTill, 3],
    [lockBooks, 1],
    [turnAutoSaldo, 1],
    [changeTiers, 1],
    [changeNumbers, 1],
    [queueReminders, 4],
  ],
} as const satisfies Record<string, Weights<Arena>>
