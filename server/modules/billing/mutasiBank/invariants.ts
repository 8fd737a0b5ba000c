/** Invariants of statement lines in the database, which are part of the money rules. */
import { sql } from 'kysely'
import { rulesOf, type Rules } from '#server/db/brokenRules.ts'

export const mutasiBankRules: Rules = rulesOf('mutasi-bank', {
  'baris mutasi dipakai sekali, untuk pembayaran yang hidup': sql`select m.id from mutasi_bank m left join billing_payment p on p.id = m.payment_id
    where (m.status = 'cocok') <> (m.payment_id is not null)
    or (m.payment_id is not null and (p.id is null or p.void_at is not null))
    or (m.payment_id is not null and exists (select 1 from mutasi_bank o where o.payment_id = m.payment_id and o.id <> m.id))`,
  'pembayaran sebesar baris mutasinya, di rekening yang sama': sql`select m.id from mutasi_bank m join billing_payment p on p.id = m.payment_id
    where p.jumlah <> m.masuk or p.bank_id <> m.bank_id or (m.dibukukan = 1 and p.tanggal <> m.tanggal)`,
})
