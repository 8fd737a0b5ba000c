/** Database invariants of payment confirmations, checked together with the other money rules. */
import { sql } from 'kysely'
import { rulesOf, type Rules } from '#server/db/brokenRules.ts'

export const konfirmasiRules: Rules = rulesOf('konfirmasi-pembayaran', {
  'konfirmasi disetujui = satu pembayaran hidup': sql`select k.id from konfirmasi_pembayaran k
    where (select count(*) from billing_payment p where p.konfirmasi_id = k.id and p.void_at is null) <> case when k.status = 'disetujui' then 1 else 0 end
    or (k.status = 'disetujui' and not exists (select 1 from billing_payment p where p.id = k.payment_id and p.konfirmasi_id = k.id and p.void_at is null))`,
  'pembayaran konfirmasi milik akun yang sama': sql`select k.id from billing_payment p join konfirmasi_pembayaran k on k.id = p.konfirmasi_id where p.akun_billing_id <> k.akun_billing_id`,
  'konfirmasi menyebut tagihan akunnya': sql`select k.id from konfirmasi_pembayaran k
    where not exists (select 1 from konfirmasi_tagihan t where t.konfirmasi_id = k.id)
    or exists (select 1 from konfirmasi_tagihan t join billing b on b.id = t.billing_id where t.konfirmasi_id = k.id and b.akun_billing_id <> k.akun_billing_id)`,
  'bukti konfirmasi miliknya': sql`select k.id from konfirmasi_pembayaran k
    where not exists (select 1 from berkas b where b.id = k.bukti and b.entitas = 'konfirmasi-pembayaran' and b.entitas_id = k.id)`,
})
