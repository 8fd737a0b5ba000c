/**
 * Scene with sixteen clients that change bills, payments and credit of a small school. Also checks
 * that locked months do not change.
 */
import { sql } from 'kysely'
import { checkMoney } from '#mocks/people/family.ts'
import type { Db } from '#server/db/schema/tables.ts'
import type { Scene, Told, Weights } from '../play.ts'
import { checkTold, remembered } from './acknowledgedWrites.ts'
import { checkAnswers } from './answers.ts'
import { atOutlet, type Arena } from './arena.ts'
import { checkByLoops } from './loops.ts'
import { makeArena } from './makeArena.ts'
import { weights } from './moves.ts'

const superadmin = 1
const many = (times: number, person: { user: number; does: Weights<Arena>; sees?: Arena }) =>
  Array.from({ length: times }, () => person)

/**
 * Returns a text for each row of a locked month that was written after the lock was acknowledged. A
 * lock is a call that changes the setting `kunci_buku_sampai`. For any other call, returns an empty
 * list.
 */
const afterLock = async (db: Db, { call, at }: Told): Promise<string[]> => {
  const { key, value } = call.body as { key?: string; value?: string }
  if (key !== 'kunci_buku_sampai') return []
  const { rows } = await sql<{ what: string; id: number }>`
    select 'pembayaran' as what, id from billing_payment where tanggal <= ${value} and (created_at > ${at} or void_at > ${at})
    union all select 'pembagian', a.id from billing_payment_alokasi a join billing_payment p on p.id = a.payment_id where p.tanggal <= ${value} and (a.created_at > ${at} or a.void_at > ${at})
    union all select 'tagihan', id from billing where tanggal_terbit <= ${value} and (diterbitkan_at > ${at} or void_at > ${at})
    union all select 'mutasi', id from mutasi_saldo where tanggal <= ${value} and created_at > ${at}`.execute(
    db,
  )
  return rows.map(({ what, id }) => `${what} ${id} berubah di bulan yang dikunci sampai ${value}`)
}

/** Paths of calls that must succeed at least once in a long run. */
const kinds = [
  '/billing/generate',
  '/billing/create',
  '/billing/terbitkan',
  '/billing/terbitkan-banyak',
  '/billing/delete',
  '/billing/update',
  '/billing/hitung-ulang-promo',
  '/promo/update',
  '/user/create',
  '/kursus-peserta/create',
  '/billing/share-kirim',
  '/pengingat/lewati',
  '/billing-payment/create',
  '/konfirmasi-pembayaran/create',
  '/konfirmasi-pembayaran/setujui',
  '/konfirmasi-pembayaran/tolak',
  '/mutasi-bank/import',
  '/mutasi-bank/cocokkan',
  '/mutasi-bank/abaikan',
  '/mutasi-bank/lepas',
  '/billing/batalkan',
  '/billing-payment/batalkan',
  '/billing/terbit-ulang',
  '/billing-payment/alih',
  '/billing/nota-kredit',
  '/billing/pakai-saldo',
  '/user/refund-saldo',
  '/user/alih-saldo',
  '/user/koreksi-saldo',
  '/pekerjaan/jalankan',
  '/billing/hapus-denda',
  '/tutup-kas/create',
  '/tutup-kas/buka',
  '/setting/update',
]
/**
 * Counts events that a successful call does not always cause. For example, the job of late fees may
 * find no overdue bill.
 */
const happened = async (db: Db): Promise<Record<string, number>> => {
  const { rows } = await sql<{ what: string; n: number }>`
    select 'tagihan dari jadwal' as what, count(*) as n from billing where sumber = 'generate'
    union all select 'baris biaya bulanan', count(*) from billing_item where biaya_id is not null
    union all select 'promo dipakai', count(*) from promo_pemakaian where dibatalkan_at is null
    union all select 'promo kembali', count(*) from promo_pemakaian where dibatalkan_at is not null
    union all select 'pengingat diantrekan', count(*) from pengingat
    union all select 'denda ditagih', count(*) from denda
    union all select 'denda diganti', count(*) from denda where status = 'diganti'
    union all select 'denda dihapus', count(*) from denda where status = 'dihapus'
    union all select 'denda gugur', count(*) from denda where status = 'gugur'
    union all select 'konfirmasi disetujui', count(*) from konfirmasi_pembayaran where status = 'disetujui'
    union all select 'konfirmasi disetujui oleh mutasi', count(*) from mutasi_bank m join billing_payment p on p.id = m.payment_id where p.konfirmasi_id is not null
    union all select 'mutasi dibukukan', count(*) from mutasi_bank where dibukukan = 1
    union all select 'mutasi dari pembayaran yang ada', count(*) from mutasi_bank where status = 'cocok' and dibukukan = 0
    union all select 'mutasi diabaikan', count(*) from mutasi_bank where status = 'diabaikan'
    union all select 'mutasi kembali karena pembayarannya batal', count(*) from audit where entitas = 'mutasi-bank' and aksi = 'tinjau-ulang'
    union all select 'pembayaran batal', count(*) from billing_payment where void_at is not null
    union all select 'tagihan pengganti', count(*) from billing where menggantikan_id is not null`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ what, n }) => [what, Number(n)]))
}

export const moneyScene: Scene<Arena> = {
  make: makeArena,
  peopleOf: (arena) => [
    ...many(2, { user: superadmin, does: weights.owner }),
    ...many(5, { user: arena.admin, does: weights.admin }),
    ...many(4, { user: arena.kasir, does: weights.admin }),
    // Five clients of the admin of the second outlet. Three of them act only on rows of that
    // outlet. Two also choose rows of the first outlet, which the server must reject.
    ...many(3, { user: arena.admin2, does: weights.admin, sees: atOutlet(arena, 1) }),
    ...many(2, { user: arena.admin2, does: weights.admin }),
  ],
  kept: { path: '/billing-payment/create', table: 'billing_payment' },
  remembers: [...remembered, '/setting/update'],
  // Ends the lease of a job that a kill of the server has interrupted. Otherwise the job could not
  // run again for a minute.
  restarted: async (db) => {
    const sewa_sampai = new Date().toISOString()
    await db
      .updateTable('pekerjaan')
      .set({ sewa_sampai })
      .where('nama', 'in', ['denda', 'pengingat'])
      .where('sewa_sampai', 'is not', null)
      .execute()
  },
  kinds,
  refusals: ['/billing/batalkan', '/billing-payment/batalkan'],
  happened,
  broken: async (after) => {
    const { db, told } = after
    const late: string[] = []
    for (const write of told) late.push(...(await afterLock(db, write)))
    return [
      ...(await checkMoney(db)),
      ...(await checkByLoops(db)),
      ...(await checkTold(after)),
      ...(await checkAnswers(after)),
      ...late,
    ]
  },
}
