/**
 * Makes payment confirmations of a generated school, with which families report transfers. Some are
 * approved and belong to recorded payments; others are waiting, rejected or withdrawn.
 */
import { MetodePembayaran } from '#contract/enums.ts'
import { makeRandom, type Random } from '#contract/values/random.ts'
import { addDays } from '#contract/values/tanggal.ts'
import { fromJson } from '#server/db/json.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { openAfterwards, putProof, type Afterwards } from '#server/seed/afterwards.ts'
import { momentOf, keyed, stamp } from '#server/seed/maker.ts'
import { pick } from '#server/seed/names.ts'
import { readSettings } from '#server/settings.ts'

const entitas = 'konfirmasi-pembayaran'
/** Age limit in days: only recorded transfers up to this age can get an approved confirmation. */
const days = 60
const reasons = [
  'Bukti tidak terbaca, mohon kirim foto yang lebih jelas',
  'Dana belum masuk ke rekening sekolah',
  'Jumlah pada bukti berbeda dengan yang ditulis',
] as const
const senders = ['BCA', 'Mandiri', 'BRI', 'BNI', 'Jago', null] as const
const tables = [
  'konfirmasi_pembayaran',
  'konfirmasi_tagihan',
  'berkas',
  'berkas_isi',
  'penghitung',
  'audit',
] as const

/** Transfer that a family has reported in a payment confirmation. `fate` is the outcome. */
interface Told {
  akun_billing_id: number
  nama: string
  gedung_id: number
  bank_tujuan_id: number
  bills: readonly number[]
  jumlah: number
  /** Day of the transfer. */
  day: string
  /** Time at which the family sent the confirmation. */
  time: string
  fate: 'menunggu' | 'disetujui' | 'ditolak' | 'dibatalkan'
  payment_id?: number
}
interface World extends Afterwards {
  random: Random
  admin: { id: number; name: string }
}

/** Returns the columns of a confirmation that state its outcome. */
const decisionOf = ({ random: r, admin }: World, { fate, day, payment_id }: Told) => {
  const isReviewed = fate === 'disetujui' || fate === 'ditolak'
  const isWithdrawn = fate === 'dibatalkan'
  return {
    status: fate,
    ditinjau_oleh: isReviewed ? admin.id : null,
    ditinjau_at: isReviewed ? momentOf(day, 9000) : null,
    alasan_tolak: fate === 'ditolak' ? pick(r, reasons) : null,
    dibatalkan_oleh: isWithdrawn ? admin.id : null,
    dibatalkan_at: isWithdrawn ? momentOf(day, 9000) : null,
    payment_id: payment_id ?? null,
  }
}
const verbs = { disetujui: 'setujui', ditolak: 'tolak', dibatalkan: 'batalkan' } as const

const putConfirmation = (world: World, confirmation: Told): number => {
  const { ids, put, random: r, admin, nextNumber } = world
  const { akun_billing_id, nama, gedung_id, bank_tujuan_id, bills, jumlah, day, time, fate } =
    confirmation
  const id = ids.next('konfirmasi_pembayaran')
  const decision = decisionOf(world, confirmation)
  const row = {
    id,
    ...stamp(time, akun_billing_id),
    versi: fate === 'menunggu' ? 1 : 2,
    nomor: nextNumber(day),
    akun_billing_id,
    gedung_id,
    bank_tujuan_id,
    jumlah,
    tanggal_transfer: day,
    bukti: putProof(world, r, {
      entitas,
      entitas_id: id,
      nama: `transfer-${day}.png`,
      time,
      by: akun_billing_id,
    }),
    pengirim_nama: nama,
    bank_asal: pick(r, senders),
    catatan: null,
    ...decision,
  }
  put('konfirmasi_pembayaran', keyed('konfirmasi-pembayaran', row))
  for (const billing_id of bills) put('konfirmasi_tagihan', { konfirmasi_id: id, billing_id })
  const audit = (aksi: string, by: { id: number; name: string }, when: string, sesudah: object) =>
    put('audit', {
      id: ids.next('audit'),
      ...stamp(when, by.id),
      user_nama: by.name,
      aksi,
      entitas,
      entitas_id: id,
      gedung_id,
      sebelum: null,
      sesudah: JSON.stringify(sesudah),
      alasan: aksi === 'tolak' ? decision.alasan_tolak : null,
      ip: '127.0.0.1',
      agen: 'Nada',
    })
  audit('create', { id: akun_billing_id, name: nama }, time, { nomor: row.nomor, jumlah })
  if (fate !== 'menunggu') audit(verbs[fate], admin, momentOf(day, 9000), { status: fate })
  return id
}

/**
 * Reads the transfers since `from` that pay bills. Returns a list for each transfer. The list has
 * one row for each allocation of the transfer to a bill.
 */
const readTransfers = async (trx: Trx, from: string) => {
  const rows = await trx
    .selectFrom('billing_payment as p')
    .innerJoin('billing_payment_alokasi as a', 'a.payment_id', 'p.id')
    .innerJoin('user as u', 'u.id', 'p.akun_billing_id')
    .select(['p.id', 'p.akun_billing_id', 'p.gedung_id', 'p.bank_id', 'p.jumlah', 'p.tanggal'])
    .select(['u.name', 'u.username', 'a.billing_id'])
    .where('p.void_at', 'is', null)
    .where('p.metode', '=', MetodePembayaran.transfer)
    .where('p.tanggal', '>=', from)
    .orderBy('p.id')
    .orderBy('a.id')
    .execute()
  return [...Map.groupBy(rows, (row) => row.id).values()]
}
/** Reads the newest open bill of each family, except the demo family. */
const readOpen = async (trx: Trx) => {
  const rows = await trx
    .selectFrom('billing as b')
    .innerJoin('user as u', 'u.id', 'b.akun_billing_id')
    .select(['b.id', 'b.akun_billing_id', 'b.gedung_id', 'b.sisa', 'u.name', 'u.username'])
    .where('b.status', '=', 1)
    .where('b.void_at', 'is', null)
    .where('b.sisa', '>', 0)
    .orderBy('b.id', 'desc')
    .execute()
  const byPayer = Map.groupBy(
    rows.filter(({ username }) => username !== 'akunbilling'),
    (row) => row.akun_billing_id,
  )
  return [...byPayer.values()].flatMap(([first]) => (first ? [first] : []))
}
/**
 * Returns a function that returns the id of the first bank account for transfers to an outlet;
 * undefined if the outlet has none.
 */
const readBanks = async (trx: Trx) => {
  const banks = await trx
    .selectFrom('bank')
    .select(['id', 'gedung'])
    .where('metode', '=', MetodePembayaran.transfer)
    .where('status', '=', 'aktif')
    .orderBy('urutan')
    .orderBy('id')
    .execute()
  return (gedung: number): number | undefined =>
    banks.find((b) => {
      const offered = fromJson<number[]>(b.gedung)
      return offered.length === 0 || offered.includes(gedung)
    })?.id
}

/** Number of confirmations of open bills, by outcome. */
const fates = [
  ['menunggu', 9],
  ['ditolak', 4],
  ['dibatalkan', 3],
] as const

/**
 * Returns approved confirmations of recorded transfers: of all transfers of the demo family, and of
 * about 30 % of the transfers of other families.
 */
const approved = async (trx: Trx, random: Random, from: string): Promise<Told[]> =>
  (await readTransfers(trx, from)).flatMap((rows) => {
    const [first] = rows
    if (!first?.bank_id || first.gedung_id === null) return []
    if (first.username !== 'akunbilling' && !random.chance(0.3)) return []
    return {
      ...first,
      gedung_id: first.gedung_id,
      nama: first.name,
      bank_tujuan_id: first.bank_id,
      bills: [...new Set(rows.map((row) => row.billing_id))],
      day: first.tanggal,
      time: momentOf(first.tanggal, random.int(0, 6000)),
      fate: 'disetujui' as const,
      payment_id: first.id,
    }
  })
/**
 * Returns waiting, rejected and withdrawn confirmations. Each reports a transfer for an open bill.
 */
const undecided = async (trx: Trx, random: Random, today: string): Promise<Told[]> => {
  const bankOf = await readBanks(trx)
  const open = (await readOpen(trx)).values()
  return fates.flatMap(([fate, count]) =>
    Array.from({ length: count }, (_, i): Told[] => {
      const bill = open.next().value
      const bank_tujuan_id = bill && bankOf(bill.gedung_id)
      if (!bill || bank_tujuan_id === undefined) return []
      const day = addDays(today, -1 - (i % (fate === 'menunggu' ? 3 : 10)))
      return [
        {
          ...bill,
          nama: bill.name,
          bank_tujuan_id,
          bills: [bill.id],
          jumlah: i % 4 === 3 ? Math.ceil(bill.sisa / 2) : bill.sisa,
          day,
          time: momentOf(day, random.int(0, 6000)),
          fate,
        },
      ]
    }).flat(),
  )
}

/** Stores the confirmations of the weeks before `today`. */
export const makeConfirmations = (db: Db, today: string): Promise<void> =>
  transaction(db, async (trx) => {
    const { format_nomor_konfirmasi: format } = await readSettings(trx)
    const counted = ['konfirmasi_pembayaran', 'berkas', 'audit'] as const
    const later = await openAfterwards(trx, tables, counted, { paper: 'konfirmasi', format })
    const admin = await trx
      .selectFrom('user')
      .select(['id', 'name'])
      .where('username', '=', 'admin')
      .executeTakeFirstOrThrow()
    const random = makeRandom(2034)
    const world: World = { ...later, random, admin }
    const all = [
      ...(await undecided(trx, random, today)),
      ...(await approved(trx, random, addDays(today, -days))),
    ].toSorted((a, b) => (a.time < b.time ? -1 : 1))
    const confirmations = all.map((confirmation) => ({
      ...confirmation,
      konfirmasi_id: putConfirmation(world, confirmation),
    }))
    await world.store()
    for (const { konfirmasi_id, payment_id } of confirmations)
      if (payment_id !== undefined)
        await trx
          .updateTable('billing_payment')
          .set({ konfirmasi_id })
          .where('id', '=', payment_id)
          .execute()
  })
