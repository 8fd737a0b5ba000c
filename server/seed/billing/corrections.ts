/**
 * Makes late fees and credit notes of a generated school by calling the functions of the server.
 */
import { addDays, addMonths, firstDay } from '#contract/values/tanggal.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Author } from '#server/http/context.ts'
import { issueCreditNote } from '#server/modules/billing/corrections/creditNote.ts'
import { chargeFee, readDue, readFeeType } from '#server/modules/billing/denda/charge.ts'
import { waiveFee } from '#server/modules/billing/denda/end.ts'
import { momentOf } from '#server/seed/maker.ts'
import { setSettings } from '#server/seed/school.ts'
import { readSettings } from '#server/settings.ts'

const tier = { dari_hari: 31, sampai: null, tipe: 'nominal' as const, nilai: 25_000 }
/**
 * Maximum number of bills that get a late fee in this module. Later the nightly job of the server
 * charges the other overdue bills.
 */
const charged = 3

const readBill = (trx: Trx, id: number) =>
  trx.selectFrom('billing').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/**
 * Reads the newest bills for which a late fee is due, at most `charged`, except those of the demo
 * family. Also returns settings that turn on late fees.
 */
const readLate = async (trx: Trx, today: string, demoPayerId: number) => {
  const settings = {
    ...(await readSettings(trx)),
    denda_tier: [tier],
    denda_mulai: firstDay(addMonths(today.slice(0, 7), -12)),
  }
  const criteria = { settings, today, at: Date.now(), after: 0, most: 1000 }
  const rows = await readDue(trx, criteria)
  if (rows.length === 0) return { settings, late: [] }
  const otherBills = await trx
    .selectFrom('billing')
    .select('id')
    .where('akun_billing_id', '<>', demoPayerId)
    .where(
      'id',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('id', 'desc')
    .limit(charged)
    .execute()
  return { settings, late: rows.filter((row) => otherBills.some(({ id }) => id === row.id)) }
}

/**
 * Backdates the bill of a late fee to `day`, because the server has stored the current time. If a
 * bill of another kind is newer than `day`, uses the time of the newest such bill instead: the bill
 * of the late fee has a higher document number, so it must not be older.
 */
const backdate = async (trx: Trx, id: number, day: string): Promise<void> => {
  const { time } = await trx
    .selectFrom('billing')
    .select((eb) => eb.fn.max('created_at').as('time'))
    .where('nomor', 'is not', null)
    .where('sumber', '<>', 'denda')
    .executeTakeFirstOrThrow()
  const instant = [time, momentOf(day)].toSorted().at(-1) ?? momentOf(day)
  const times = { created_at: instant, updated_at: instant, diterbitkan_at: instant }
  await trx.updateTable('billing').set(times).where('id', '=', id).execute()
  await trx.updateTable('denda').set({ dibuat: instant }).where('tagihan_id', '=', id).execute()
}

const makeFees = async (
  trx: Trx,
  author: Author,
  day: string,
  demoPayerId: number,
): Promise<void> => {
  const jenis = await readFeeType(trx)
  const { settings, late } = await readLate(trx, day, demoPayerId)
  if (!jenis) return
  for (const [i, due] of late.entries()) {
    if (!(await chargeFee(trx, { settings, today: day, jenis }, due))) continue
    const { tagihan_id } = await trx
      .selectFrom('denda')
      .select('tagihan_id')
      .where('billing_id', '=', due.id)
      .executeTakeFirstOrThrow()
    await backdate(trx, tagihan_id, day)
    if (i === 0)
      await waiveFee(
        trx,
        author,
        await readBill(trx, tagihan_id),
        'Rekening keluarga sempat terblokir, sudah dibicarakan',
      )
  }
}

/**
 * Makes two credit notes. The first is for a paid bill of the demo family; its amount becomes saldo
 * of the family. The second is for an unpaid bill of another family.
 */
const makeCreditNotes = async (trx: Trx, author: Author, demoPayerId: number): Promise<void> => {
  const latest = (query: 'paid' | 'open') =>
    trx
      .selectFrom('billing')
      .select('id')
      .where('status', '=', 1)
      .where('void_at', 'is', null)
      .where('sumber', '=', 'generate')
      .where('total', '>', 200_000)
      .where('akun_billing_id', query === 'paid' ? '=' : '<>', demoPayerId)
      .where('payment_status', '=', query === 'paid' ? 2 : 0)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  const [paid, open] = [await latest('paid'), await latest('open')]
  const notes = [
    [paid, 50_000, 'Satu pertemuan ditiadakan sekolah, uangnya dikembalikan'],
    [open, 75_000, 'Harga lama tertagih, disesuaikan dengan harga sekarang'],
  ] as const
  for (const [bill, jumlah, alasan] of notes)
    if (bill) await issueCreditNote(trx, author, await readBill(trx, bill.id), { jumlah, alasan })
}

/**
 * Adds late fees and credit notes to a school. Also changes the settings, so that late fees apply
 * from the first day of last month on.
 */
export const makeCorrections = (db: Db, today: string): Promise<void> =>
  transaction(db, async (trx) => {
    const users = await trx
      .selectFrom('user')
      .select(['id', 'name', 'username'])
      .where('username', 'in', ['admin', 'akunbilling'])
      .execute()
    const admin = users.find((user) => user.username === 'admin')
    const demoPayer = users.find((user) => user.username === 'akunbilling')
    if (!admin || !demoPayer) return
    const author: Author = { actor: admin, ip: '127.0.0.1', agent: 'Nada' }
    await makeFees(trx, author, addDays(today, -1), demoPayer.id)
    await makeCreditNotes(trx, author, demoPayer.id)
    const from = firstDay(addMonths(today.slice(0, 7), -1))
    await setSettings(trx, { denda_tier: [tier], denda_mulai: from })
  })
