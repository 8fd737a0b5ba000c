/**
 * Invariants of money data. They are SQL queries over all rows, and do not use the code that they
 * check. Used by tests, and by the checks of a database and of its backups.
 */
import { sql } from 'kysely'
import { BillingStatus, PaymentStatus } from '#contract/enums.ts'
import {
  findBroken,
  inWords,
  rulesOf,
  type Finding,
  type Pause,
  type Rules,
} from '#server/db/brokenRules.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { konfirmasiRules } from '#server/modules/billing/konfirmasi/invariants.ts'
import { mutasiBankRules } from '#server/modules/billing/mutasiBank/invariants.ts'
import { findGaps, numberRules } from '#server/modules/billing/publish/numberGaps.ts'
import { closingRules } from '#server/modules/billing/tutupKas/invariants.ts'
import { expenseRules } from '#server/modules/sales/expenses/invariants.ts'
import { keptRules } from '#server/resource/kept/keptTables.ts'

const rules: Rules = {
  ...rulesOf('billing', {
    'jumlah terbayar cocok dengan pembayarannya': sql`select b.id from billing b where b.terbayar <> (select coalesce(sum(a.jumlah), 0) from billing_payment_alokasi a where a.billing_id = b.id and a.void_at is null)`,
    'sisa tagihan = total dikurangi terbayar': sql`select id from billing where sisa <> total - terbayar or terbayar > total or total < 0`,
    'status bayar': sql`select id from billing where payment_status <> case when status = ${sql.lit(BillingStatus.terbit)} and terbayar >= total then ${sql.lit(PaymentStatus.lunas)} when terbayar = 0 then ${sql.lit(PaymentStatus.belum)} else ${sql.lit(PaymentStatus.sebagian)} end`,
    'total tagihan = jumlah barisnya': sql`select b.id from billing b where b.total <> (select coalesce(sum(i.jumlah), 0) from billing_item i where i.billing_id = b.id) or b.total <> b.subtotal - b.total_diskon + b.total_ppn`,
    'tagihan tanpa baris': sql`select id from billing where not exists (select 1 from billing_item i where i.billing_id = billing.id)`,
    'draft tanpa nomor dan pembayaran': sql`select id from billing where status = ${sql.lit(BillingStatus.draft)} and (nomor is not null or terbayar <> 0 or void_at is not null)`,
    'tagihan batal tanpa alokasi dan kunci': sql`select b.id from billing b where b.void_at is not null and (b.terbayar <> 0 or exists (select 1 from billing_item i where i.billing_id = b.id and i.kunci_unik is not null))`,
    'pengganti menggantikan tagihan batal di outlet yang sama': sql`select b.id from billing b join billing v on v.id = b.menggantikan_id where v.void_at is null or v.gedung_id <> b.gedung_id`,
    'nota kredit paling banyak total, tidak ada pada tagihan batal': sql`select b.id from billing b join mutasi_saldo m on m.billing_id = b.id and m.jenis = 'nota_kredit' group by b.id, b.total, b.void_at having sum(m.jumlah) > b.total or sum(m.jumlah) < 0 or (b.void_at is not null and sum(m.jumlah) <> 0)`,
    'alokasi milik akun yang sama': sql`select b.id from billing_payment_alokasi a join billing b on b.id = a.billing_id left join billing_payment p on p.id = a.payment_id left join mutasi_saldo m on m.id = a.mutasi_id
    where b.akun_billing_id <> coalesce(p.akun_billing_id, m.akun_billing_id) or (m.id is not null and m.jumlah <> -a.jumlah)`,
    'promo adalah bagian diskon, diskon bagian baris': sql`select billing_id as id from billing_item where diskon < 0 or diskon > jumlah_bruto or promo_diskon + promo_kedua_diskon > diskon or (promo_id is null) <> (promo_diskon = 0) or (promo_kedua_id is null) <> (promo_kedua_diskon = 0)`,
    'pemakaian promo = promo pada tagihan terbit': sql`select b.id from billing b where
    (select coalesce(sum(u.diskon), 0) from promo_pemakaian u join billing_item i on i.id = u.billing_item_id where i.billing_id = b.id and u.dibatalkan_at is null and u.akun_billing_id = b.akun_billing_id)
    <> (select coalesce(sum(i.promo_diskon + i.promo_kedua_diskon), 0) from billing_item i where i.billing_id = b.id and b.status = ${sql.lit(BillingStatus.terbit)} and b.void_at is null)`,
    'satu baris kursus per bulan, selain tagihan batal': sql`select min(i.billing_id) as id from billing_item i join billing b on b.id = i.billing_id where b.void_at is null and i.kursus_peserta_id is not null group by i.kursus_peserta_id, i.periode having count(*) > 1`,
    'stok diambil hanya oleh tagihan yang tidak batal': sql`select b.id from billing_item i join billing b on b.id = i.billing_id where i.stok_diambil is not null and (b.status = ${sql.lit(BillingStatus.draft)} or b.void_at is not null or i.stok_diambil <> i.qty)`,
    'denda: satu yang ditagih per tagihan, tidak untuk tagihan batal': sql`select f.id from denda d join billing f on f.id = d.tagihan_id join billing b on b.id = d.billing_id
    where f.sumber <> 'denda' or f.status <> ${sql.lit(BillingStatus.terbit)} or (d.status = 'ditagih' and (f.void_at is not null or b.void_at is not null))
    union all select d.billing_id as id from denda d where d.status = 'ditagih' group by d.billing_id having count(*) > 1`,
    'denda: jumlahnya baris tagihannya, yang berakhir tidak ditagih lagi': sql`select f.id from denda d join billing f on f.id = d.tagihan_id where d.jumlah <> f.subtotal - f.total_diskon
    or (d.status <> 'ditagih' and f.void_at is null and (select coalesce(sum(m.jumlah), 0) from mutasi_saldo m where m.billing_id = f.id and m.jenis = 'nota_kredit') <> f.total)`,
    // Checks only lines with a month, because these are the tuition lines. A registration line also
    // refers to an enrolment, but has no month.
    'baris kursus punya kunci, selain tagihan batal': sql`select b.id from billing_item i join billing b on b.id = i.billing_id where b.void_at is null and i.kursus_peserta_id is not null and i.periode is not null and i.kunci_unik is null`,
  }),
  ...rulesOf('user', {
    'saldo = mutasi, tidak negatif': sql`select p.user_id as id from akun_billing_profil p where p.saldo_kredit < 0 or p.saldo_kredit <> (select coalesce(sum(m.jumlah), 0) from mutasi_saldo m where m.akun_billing_id = p.user_id)`,
    'uang masuk = alokasi + saldo': sql`select u.id from (select user_id as id from akun_billing_profil) u where
    (select coalesce(sum(p.jumlah), 0) from billing_payment p where p.akun_billing_id = u.id and p.void_at is null) <>
    (select coalesce(sum(b.terbayar), 0) from billing b where b.akun_billing_id = u.id) + (select coalesce(sum(m.jumlah), 0) from mutasi_saldo m where m.akun_billing_id = u.id)
      - (select coalesce(sum(m.jumlah), 0) from mutasi_saldo m where m.akun_billing_id = u.id and m.jenis in ('pengembalian', 'koreksi', 'transfer', 'nota_kredit', 'saldo_awal'))`,
  }),
  ...rulesOf('billing-payment', {
    'pembayaran = alokasi + saldo': sql`select p.id from billing_payment p where p.jumlah <> p.dialokasikan + p.ke_saldo
    or p.dialokasikan <> (select coalesce(sum(a.jumlah), 0) from billing_payment_alokasi a where a.payment_id = p.id and (a.void_at is null or a.void_at = p.void_at))
    or p.ke_saldo <> (select coalesce(sum(m.jumlah), 0) from mutasi_saldo m where m.payment_id = p.id and m.jenis in ('lebih_bayar', 'alih'))`,
    'pembayaran batal tidak membayar tagihan': sql`select p.id from billing_payment p where p.void_at is not null and exists (select 1 from billing_payment_alokasi a where a.payment_id = p.id and a.void_at is null)`,
  }),
  ...rulesOf('mutasi-saldo', {
    'hanya saldo yang dikembalikan keluar dari kas outlet': sql`select m.id from mutasi_saldo m where m.gedung_id is not null and m.jenis <> 'pengembalian'`,
    'saldo yang dialihkan berpasangan': sql`select m.id from mutasi_saldo m where m.jenis = 'transfer' and not exists (select 1 from mutasi_saldo o where o.id = m.lawan_id and o.lawan_id = m.id and o.jumlah = -m.jumlah and o.akun_billing_id <> m.akun_billing_id)`,
    'saldo dikembalikan dengan bukti': sql`select m.id from mutasi_saldo m where m.jenis = 'pengembalian' and (m.jumlah >= 0 or m.metode is null or not exists (select 1 from berkas b where b.id = m.bukti and b.entitas = 'mutasi-saldo' and b.entitas_id = m.id))`,
  }),
  ...rulesOf('promo', {
    'kuota promo': sql`select p.id from promo p where (select count(*) from promo_pemakaian u where u.promo_id = p.id and u.dibatalkan_at is null) > p.kuota`,
    'kuota promo per akun': sql`select p.id from promo p join promo_pemakaian u on u.promo_id = p.id where u.dibatalkan_at is null group by p.id, p.kuota_per_akun, u.akun_billing_id having count(*) > p.kuota_per_akun`,
  }),
  ...rulesOf('produk-jasa', {
    'stok tidak negatif': sql`select id from produk_jasa where stok < 0`,
  }),
  ...expenseRules,
  ...konfirmasiRules,
  ...closingRules,
  ...mutasiBankRules,
  ...keptRules,
}

/**
 * Names of all rules that `findBrokenMoney` checks: the SQL rules above and, for each kind of
 * document, a rule that its numbers have no gaps.
 */
export const moneyRules = [...Object.keys(rules), ...Object.values(numberRules)]

/** Returns the violations of the money rules, in the shape of `server/db/brokenRules.ts`. */
export const findBrokenMoney = async (db: Db, pause?: Pause): Promise<Finding[]> => [
  ...(await findBroken(db, rules, pause)),
  ...(await findGaps(db, pause)),
]
/** Returns the violations of the money rules as text, with one line for each violation. */
export const brokenMoney = async (db: Db, pause?: Pause): Promise<string[]> =>
  (await findBrokenMoney(db, pause)).map(inWords)
