/** Sixteen people at one school's money, and nothing of a locked month that has changed since. */
import { sql } from 'kysely'
import { checkMoney } from '#mocks/family.ts'
import type { Db } from '#server/db/tables.ts'
import type { Scene, Told, Weights } from '../play.ts'
import { makeArena, type Arena } from './arena.ts'
import { weights } from './moves.ts'

const superadmin = 1
const many = (times: number, who: { user: number; does: Weights<Arena> }) =>
  Array.from({ length: times }, () => who)

/** What was written into a locked month after the lock was acknowledged. */
const afterLock = async (db: Db, { call, at }: Told): Promise<string[]> => {
  const { key, value } = call.body as { key: string; value: string }
  if (key !== 'kunci_buku_sampai') return []
  const { rows } = await sql<{ what: string; id: number }>`
    select 'pembayaran' as what, id from billing_payment where tanggal <= ${value} and (created_at > ${at} or void_at > ${at})
    union all select 'tagihan', id from billing where tanggal_terbit <= ${value} and (diterbitkan_at > ${at} or void_at > ${at})
    union all select 'mutasi', id from mutasi_saldo where tanggal <= ${value} and created_at > ${at}`.execute(
    db,
  )
  return rows.map(({ what, id }) => `${what} ${id} berubah di bulan yang dikunci sampai ${value}`)
}

export const moneyScene: Scene<Arena> = {
  make: makeArena,
  peopleOf: ({ admin, admin2 }) => [
    ...many(2, { user: superadmin, does: weights.owner }),
    ...many(9, { user: admin, does: weights.admin }),
    ...many(5, { user: admin2, does: weights.admin }),
  ],
  kept: { path: '/billing-payment/create', table: 'billing_payment' },
  remembers: '/setting/update',
  broken: async (db, told) => {
    const late: string[] = []
    for (const one of told) late.push(...(await afterLock(db, one)))
    return [...(await checkMoney(db)), ...late]
  },
}
