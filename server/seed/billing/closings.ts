/**
 * Makes the cash closings of one outlet of a made-up school for some recent days. On one of these
 * days, the counted cash is less than the expected cash.
 */
import { expectedCash } from '#contract/billing/rules/paper/till.ts'
import { addDays } from '#contract/values/tanggal.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import {
  cashIn,
  readTillEntries,
  readRefunds,
  type Days,
} from '#server/modules/billing/tutupKas/till.ts'
import { momentOf, stamp } from '#server/seed/maker.ts'

/** First and last day with a cash closing, as numbers of days before today. Yesterday has none. */
const [first, last] = [9, 2]
/** Cash that stays in the till overnight, in rupiah. */
const float = 300_000
const notes = [100_000, 50_000, 20_000, 10_000, 5000, 2000, 1000, 500, 200, 100] as const

/**
 * Returns the fewest notes and coins that make up an amount; a remainder below the smallest coin is
 * omitted.
 */
const notesOf = (amount: number) => {
  let remainder = amount
  return notes.flatMap((nilai) => {
    const lembar = Math.floor(remainder / nilai)
    remainder -= lembar * nilai
    return lembar > 0 ? [{ nilai, lembar }] : []
  })
}

/**
 * Input of a cash closing: id of the user who makes the closing (`by`), opening cash (`kas_awal`)
 * and missing cash (`short`). Amounts are in rupiah.
 */
interface Evening {
  by: number
  kas_awal: number
  short: number
}
/** Stores the cash closing of a day. Returns the cash that stays in the till, in rupiah. */
const closeDay = async (
  trx: Trx,
  days: Days,
  { by, kas_awal, short }: Evening,
): Promise<number> => {
  const lines = await readTillEntries(trx, days)
  const till = {
    kas_awal,
    tunai: cashIn(lines),
    pengembalian: await readRefunds(trx, days),
    kas_masuk: 0,
    kas_keluar: 0,
  }
  const seharusnya = expectedCash(till)
  const dihitung = seharusnya - Math.min(short, seharusnya)
  const selisih = dihitung - seharusnya
  const sisa_kas = Math.min(dihitung, float)
  const { id } = await trx
    .insertInto('tutup_kas')
    .values({
      ...days,
      ...till,
      ...stamp(momentOf(days.tanggal, 43_000), by),
      keterangan_kas: null,
      seharusnya,
      dihitung,
      selisih,
      alasan_selisih: selisih === 0 ? null : 'Kembalian salah dihitung, sudah dicari',
      disetor: dihitung - sisa_kas,
      sisa_kas,
      catatan: null,
      ditutup_oleh: by,
      dibuka_at: null,
      dibuka_oleh: null,
      dibuka_alasan: null,
      cari: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [i, { bank: _, penerima: __, ...line }] of lines.entries())
    await trx
      .insertInto('tutup_kas_rincian')
      .values({ tutup_kas_id: id, urutan: i + 1, ...line })
      .execute()
  const counted = notesOf(dihitung)
  if (counted.reduce((sum, n) => sum + n.nilai * n.lembar, 0) !== dihitung) return sisa_kas
  for (const note of counted)
    await trx
      .insertInto('tutup_kas_pecahan')
      .values({ tutup_kas_id: id, ...note })
      .execute()
  return sisa_kas
}

/**
 * Stores the cash closings of the second outlet for days before `today`, if there are two outlets.
 */
export const makeClosings = (db: Db, today: string): Promise<void> =>
  transaction(db, async (trx) => {
    const [admin, outlet] = [
      await trx
        .selectFrom('user')
        .select('id')
        .where('username', '=', 'admin')
        .executeTakeFirstOrThrow(),
      await trx
        .selectFrom('gedung')
        .select('id')
        .orderBy('id')
        .offset(1)
        .limit(1)
        .executeTakeFirst(),
    ]
    if (!outlet) return
    let kas_awal = float
    for (let ago = first; ago >= last; ago--) {
      const tanggal = addDays(today, -ago)
      const days = { gedung_id: outlet.id, dari: tanggal, tanggal }
      const short = ago === 4 ? 20_000 : 0
      kas_awal = await closeDay(trx, days, { by: admin.id, kas_awal, short })
    }
  })
