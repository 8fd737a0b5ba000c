/**
 * Mails that tell a payer that a confirmation was received, approved, rejected or withdrawn. They
 * are sent after the transaction is committed.
 */
import type { ConfirmTemplateKey } from '#contract/settings/mailText.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import { formatTanggal } from '#contract/values/tanggal.ts'
import type { Db } from '#server/db/schema/tables.ts'
import type { Ctx } from '#server/http/context.ts'
import { confirmMail } from '#server/mail/mails.ts'
import { readSettings } from '#server/settings.ts'

/** Maximum number of bills that a mail names; the mail states the number of further bills. */
const mostNamed = 3

const billsInWords = async (db: Db, id: number): Promise<string> => {
  const bills = await db
    .selectFrom('konfirmasi_tagihan')
    .innerJoin('billing', 'billing.id', 'konfirmasi_tagihan.billing_id')
    .select('billing.nomor')
    .where('konfirmasi_id', '=', id)
    .orderBy('billing.jatuh_tempo')
    .orderBy('billing.id')
    .execute()
  const named = bills.slice(0, mostNamed).map(({ nomor }) => nomor ?? '–')
  const rest = bills.length - named.length
  return `${named.join(', ')}${rest > 0 ? ` dan ${rest} tagihan lain` : ''}`
}

/**
 * Sends a mail to the billing address of the payer; without a billing address, to the login
 * address. Does nothing if the payer has neither.
 */
export const mailPayer = async (
  ctx: Ctx,
  id: number,
  template: ConfirmTemplateKey,
  payment_id: number | null = null,
): Promise<void> => {
  const { db } = ctx
  const row = await db
    .selectFrom('konfirmasi_pembayaran as k')
    .innerJoin('user', 'user.id', 'k.akun_billing_id')
    .leftJoin('akun_billing_profil as p', 'p.user_id', 'k.akun_billing_id')
    .leftJoin('billing_payment as b', (join) =>
      join.on((eb) => eb('b.id', '=', payment_id ?? eb.ref('k.payment_id'))),
    )
    .select(['k.nomor', 'k.tanggal_transfer', 'k.alasan_tolak', 'user.email', 'p.email_tagihan'])
    .select(['b.nomor as kuitansi', 'b.jumlah as diterima', 'k.jumlah'])
    .where('k.id', '=', id)
    .executeTakeFirst()
  const to = row?.email_tagihan ?? row?.email
  if (!row || !to) return
  // A mail about an approval states the received amount, which may differ from the amount stated in
  // the confirmation.
  const isApproved = template === 'mail_konfirmasi_disetujui'
  const facts = {
    nomor: row.nomor,
    jumlah: formatRupiah(isApproved ? (row.diterima ?? row.jumlah) : row.jumlah),
    tanggal: formatTanggal(row.tanggal_transfer),
    tagihan: await billsInWords(db, id),
    kuitansi: row.kuitansi ?? '–',
    alasan: row.alasan_tolak ?? '–',
  }
  ctx.mail.send(confirmMail(to, await readSettings(db), template, facts))
}
