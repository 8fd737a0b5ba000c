/**
 * Makes the coach pay of a generated school: rates of some coaches, and payslips. The payslips of
 * the month before last are paid. Most payslips of last month are final. All other payslips are
 * drafts.
 */
import { MetodePembayaran } from '#contract/enums.ts'
import { addMonths, firstDay } from '#contract/values/tanggal.ts'
import { insertMany } from '#server/db/insertMany.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Author } from '#server/http/context.ts'
import { computeMonth } from '#server/modules/schedule/honor/compute.ts'
import { planHonor } from '#server/modules/schedule/honor/planPayslips.ts'
import { repriceLessons } from '#server/modules/schedule/honor/rates.ts'
import { momentOf, stamp } from '#server/seed/maker.ts'

/**
 * Stores rates that begin in the month before last: a raise for the demo coach, and a rate for
 * every coach who is paid in percent.
 */
const putRates = async (trx: Trx, author: Author, month: string): Promise<void> => {
  const coaches = await trx
    .selectFrom('pelatih_profil')
    .innerJoin('user', 'user.id', 'pelatih_profil.user_id')
    .select(['user_id', 'jenis_honor', 'username'])
    .orderBy('user_id')
    .execute()
  const time = momentOf(firstDay(addMonths(month, -3)))
  const base = { ...stamp(time, author.actor?.id ?? 1), kursus_id: null, gedung_id: null, cari: '' }
  for (const { user_id, jenis_honor, username } of coaches) {
    const isDemo = username === 'pelatih'
    if (!isDemo && jenis_honor !== 'persen') continue
    const amount = isDemo
      ? { jenis: 'per_pertemuan' as const, tarif: 75_000, persen: null }
      : { jenis: 'persen' as const, tarif: null, persen: 4000 }
    const berlaku_mulai = firstDay(addMonths(month, -2))
    await trx
      .insertInto('tarif_honor')
      .values({ ...base, ...amount, pelatih_id: user_id, berlaku_mulai })
      .execute()
    await repriceLessons(trx, author, user_id, berlaku_mulai)
  }
}

/**
 * Sets all payslips of a month to paid if `paid` is true. Otherwise sets them to final, except
 * about every third one, which stays a draft.
 */
const close = async (
  trx: Trx,
  periode: string,
  { by, paid }: { by: number; paid: boolean },
): Promise<void> => {
  const drafts = await trx
    .selectFrom('honor_periode')
    .selectAll()
    .where('periode', '=', periode)
    .orderBy('id')
    .execute()
  const end = firstDay(addMonths(periode, 1))
  for (const row of drafts) {
    if (!paid && row.id % 3 === 0) continue
    const { baris, total, jumlah_pertemuan } = await planHonor(trx, row)
    await insertMany(
      trx,
      'honor_baris',
      baris.map((line, urutan) => ({
        ...line,
        urutan,
        honor_periode_id: row.id,
        pelatih_id: row.pelatih_id,
      })),
    )
    await trx
      .updateTable('honor_periode')
      .set({
        total,
        jumlah_pertemuan,
        status: paid ? 'dibayar' : 'final',
        final_at: momentOf(end),
        final_oleh: by,
        ...(paid && {
          tanggal_bayar: end,
          metode: MetodePembayaran.tunai,
          dibayar_at: momentOf(end),
          dibayar_oleh: by,
        }),
      })
      .where('id', '=', row.id)
      .execute()
  }
}

/** Stores rates and the payslips of three months, computed from the lessons up to `today`. */
export const makeHonor = (db: Db, today: string): Promise<void> =>
  transaction(db, async (trx) => {
    const admin = await trx
      .selectFrom('user')
      .select(['id', 'name'])
      .where('username', '=', 'admin')
      .executeTakeFirstOrThrow()
    const author: Author = { actor: admin, ip: '', agent: 'contoh' }
    const month = today.slice(0, 7)
    const outlets = (await trx.selectFrom('gedung').select('id').orderBy('id').execute()).map(
      (outlet) => outlet.id,
    )
    await putRates(trx, author, month)
    for (const back of [2, 1, 0]) {
      const periode = addMonths(month, -back)
      await computeMonth(trx, author, periode, outlets)
      if (back > 0) await close(trx, periode, { by: admin.id, paid: back === 2 })
    }
  })
