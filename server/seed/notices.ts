/**
 * Makes notices for the accounts of the demo school about their latest bills, payments and other
 * events, by calling `notify` of the server.
 */
import type { Db } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { now } from '#server/http/context.ts'
import { notify } from '#server/notices/notify.ts'

/** Maximum number of notices of each kind. */
const most = 3

export const makeNotices = (db: Db): Promise<void> =>
  transaction(db, async (trx) => {
    const users = await trx
      .selectFrom('user')
      .select(['id', 'username'])
      .where('username', 'in', ['pelatih', 'sales', 'akunbilling'])
      .execute()
    const idOf = (name: string) => users.find((user) => user.username === name)?.id ?? 0
    const bills = await trx
      .selectFrom('billing')
      .select('id')
      .where('akun_billing_id', '=', idOf('akunbilling'))
      .where('nomor', 'is not', null)
      .where('void_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(most)
      .execute()
    const payments = await trx
      .selectFrom('billing_payment')
      .select('id')
      .where('akun_billing_id', '=', idOf('akunbilling'))
      .where('void_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(most)
      .execute()
    const waiting = await trx
      .selectFrom('konfirmasi_pembayaran')
      .select('id')
      .where('status', '=', 'menunggu')
      .orderBy('id', 'desc')
      .limit(most)
      .execute()
    const honours = await trx
      .selectFrom('honor_periode')
      .select('id')
      .where('pelatih_id', '=', idOf('pelatih'))
      .where('status', '<>', 'draft')
      .orderBy('id')
      .execute()
    const leads = await trx
      .selectFrom('lead')
      .select('id')
      .where('sales_id', '=', idOf('sales'))
      .orderBy('id', 'desc')
      .limit(most)
      .execute()
    const events = (entitas: string, aksi: string, rows: readonly { id: number }[]) =>
      rows.map(({ id }) => ({ entitas, aksi, entitas_id: id }))
    await notify(
      trx,
      [
        ...events('billing', 'terbitkan', bills),
        ...events('billing-payment', 'create', payments),
        ...events('konfirmasi-pembayaran', 'create', waiting),
        ...events('honor-periode', 'finalkan', honours),
        ...events('lead', 'create', leads),
      ],
      { time: now(), by: null },
    )
  })
