/** Invariants of cash closings in the database, which are part of the money rules. */
import { sql } from 'kysely'
import { methodsWith } from '#contract/billing/rules/paymentMethod.ts'
import { rulesOf, type Rules } from '#server/db/brokenRules.ts'

const cash = sql`(${sql.join(methodsWith('isCash').map((metode) => sql.lit(metode)))})`
export const closingRules: Rules = rulesOf('tutup-kas', {
  'tutup kas: tunai = pembayaran tunai harinya': sql`select t.id from tutup_kas t where t.dibuka_at is null
    and t.tunai <> (select coalesce(sum(p.jumlah), 0) from billing_payment p where p.gedung_id = t.gedung_id and p.tanggal between t.dari and t.tanggal and p.metode in ${cash} and p.void_at is null)`,
  'tutup kas: pengembalian = saldo dikembalikan tunai': sql`select t.id from tutup_kas t where t.dibuka_at is null
    and t.pengembalian <> (select coalesce(-sum(m.jumlah), 0) from mutasi_saldo m where m.gedung_id = t.gedung_id and m.tanggal between t.dari and t.tanggal and m.jenis = 'pengembalian' and m.metode in ${cash})`,
  'tutup kas: kas awal = sisa sebelumnya': sql`select s.id from (select t.id, t.kas_awal, t.dari, t.tanggal, lag(t.sisa_kas) over w as sisa, lag(t.tanggal) over w as sebelum
    from tutup_kas t where t.dibuka_at is null window w as (partition by t.gedung_id order by t.tanggal)) s where s.sisa is not null and (s.kas_awal <> s.sisa or s.dari <= s.sebelum)`,
  'tutup kas: pecahan = dihitung': sql`select t.id from tutup_kas t where exists (select 1 from tutup_kas_pecahan p where p.tutup_kas_id = t.id)
    and t.dihitung <> (select sum(p.nilai * p.lembar) from tutup_kas_pecahan p where p.tutup_kas_id = t.id)`,
})
