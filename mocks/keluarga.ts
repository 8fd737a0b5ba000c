/** More of the small school for tests of money: outlets, classes and families of their own, and the check of every rule that money keeps. */
import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import type { Body, Client } from '#mocks/api.ts'
import { must, type School } from '#mocks/school.ts'

let last = 0
const make = async (by: Client, path: string, body: Body): Promise<number> => must(await by.post<{ id: number }>(`/${path}/create`, body)).id

/** An outlet of its own, so that what other tests generate does not show. */
export const makeOutlet = (s: School, more: Body = {}): Promise<number> => {
  const n = ++last
  return make(s.superadmin, 'gedung', { kode: `T${n}`, nama: `Outlet ${n}`, alamat: 'Jl. Uji 1', kota: 'Bandung', ...more })
}
/** A room of the outlet that any class fits into. */
export const makeRuang = (s: School, gedung_id: number, more: Body = {}): Promise<number> => make(s.superadmin, 'ruang', { nama: `Ruang ${++last}`, gedung_id, kapasitas: 50, ...more })
export const makePelatih = (s: School, more: Body = {}): Promise<number> => {
  const n = ++last
  return make(s.superadmin, 'user', { role_id: 3, name: `Guru ${n}`, email: `guru.${n}@contoh.id`, phone: `0814${10_000_000 + n}`, ...more })
}
/** A class on Mondays, from 2024 on; of a coach of its own, so that no two are in each other's way. */
export const makeKelas = async (s: School, gedung_id: number, more: Body = {}): Promise<number> =>
  make(s.superadmin, 'kursus-pelatih', { pelatih_id: more.pelatih_id ?? await makePelatih(s), kursus_id: s.ids.kursus, gedung_id, ruang_id: more.ruang_id ?? await makeRuang(s, gedung_id), hari: 1, jam_mulai: '09:00', mulai: '2024-01-01', ...more })
export const makeAkun = (s: School, more: Body = {}): Promise<number> => {
  const n = ++last
  return make(s.superadmin, 'user', { role_id: 5, name: `Keluarga ${n}`, email: `keluarga.${n}@contoh.id`, phone: `0813${10_000_000 + n}`, ...more })
}
export const makePeserta = (s: School, akun_billing_id: number, gedung_id: number, more: Body = {}): Promise<number> => make(s.superadmin, 'user', {
  role_id: 6, name: `Murid ${++last}`, akun_billing_id, gedung_id, sales_id: s.ids.sales, gender: 'Perempuan', tanggal_lahir: '2015-03-04', wali_nama: 'Wali', wali_phone: '081234567890', persetujuan: true, ...more,
})
export const enrol = (s: School, peserta_id: number, kursus_pelatih_id: number, more: Body = {}): Promise<number> =>
  make(s.superadmin, 'kursus-peserta', { peserta_id, kursus_pelatih_id, mulai: '2024-01-01', ...more })

export interface Keluarga { akun: number; peserta: number[]; kp: number[] }
/** A payer with students, each enrolled in the class. */
export const makeKeluarga = async (s: School, gedung_id: number, kelas: number, anak = 1, more: Body = {}): Promise<Keluarga> => {
  const akun = await makeAkun(s)
  const peserta: number[] = []
  const kp: number[] = []
  for (let i = 0; i < anak; i++) {
    const id = await makePeserta(s, akun, gedung_id)
    peserta.push(id)
    kp.push(await enrol(s, id, kelas, more))
  }
  return { akun, peserta, kp }
}

/** A manual draft of one line. */
export const makeDraft = async (s: School, akun_billing_id: number, harga_satuan: number, more: Body = {}): Promise<number> =>
  make(s.superadmin, 'billing', { akun_billing_id, gedung_id: s.ids.gedung, jatuh_tempo: '2040-12-31', items: [{ jenis_billing_id: s.ids.jenis, deskripsi: 'Uji', harga_satuan }], ...more })
/** A published bill of one line. */
export const makeBill = async (s: School, akun: number, harga: number, more: Body = {}): Promise<number> => {
  const id = await makeDraft(s, akun, harga, more)
  must(await s.superadmin.post(`/billing/terbitkan?id=${id}`))
  return id
}
export const setSetting = async (s: School, key: string, value: unknown): Promise<void> => {
  const { versi } = await s.db.selectFrom('setting').select('versi').where('key', '=', key).executeTakeFirstOrThrow()
  must(await s.superadmin.post('/setting/update', { key, value, versi, alasan: 'Keadaan untuk pengujian' }))
}

const rules: Record<string, ReturnType<typeof sql>> = {
  'terbayar = alokasi hidup': sql`select b.id from billing b where b.terbayar <> (select coalesce(sum(a.jumlah), 0) from billing_payment_alokasi a where a.billing_id = b.id and a.void_at is null)`,
  'sisa = total - terbayar': sql`select id from billing where sisa <> total - terbayar or terbayar > total or total < 0`,
  'status bayar': sql`select id from billing where payment_status <> case when status = 1 and terbayar >= total then 2 when terbayar = 0 then 0 else 1 end`,
  'total tagihan = baris': sql`select b.id from billing b where b.total <> (select coalesce(sum(i.jumlah), 0) from billing_item i where i.billing_id = b.id) or b.total <> b.subtotal - b.total_diskon + b.total_ppn`,
  'tagihan tanpa baris': sql`select id from billing where not exists (select 1 from billing_item i where i.billing_id = billing.id)`,
  'draft tanpa nomor dan pembayaran': sql`select id from billing where status = 0 and (nomor is not null or terbayar <> 0 or void_at is not null)`,
  'tagihan batal tanpa alokasi dan kunci': sql`select b.id from billing b where b.void_at is not null and (b.terbayar <> 0 or exists (select 1 from billing_item i where i.billing_id = b.id and i.kunci_unik is not null))`,
  'saldo = mutasi, tidak negatif': sql`select p.user_id as id from akun_billing_profil p where p.saldo_kredit < 0 or p.saldo_kredit <> (select coalesce(sum(m.jumlah), 0) from mutasi_saldo m where m.akun_billing_id = p.user_id)`,
  'pembayaran = alokasi + saldo': sql`select p.id from billing_payment p where p.jumlah <> p.dialokasikan + p.ke_saldo
    or p.dialokasikan <> (select coalesce(sum(a.jumlah), 0) from billing_payment_alokasi a where a.payment_id = p.id)
    or p.ke_saldo <> (select coalesce(sum(m.jumlah), 0) from mutasi_saldo m where m.payment_id = p.id and m.jenis = 'lebih_bayar')`,
  'pembayaran batal tanpa alokasi hidup': sql`select p.id from billing_payment p where exists (select 1 from billing_payment_alokasi a where a.payment_id = p.id and (a.void_at is null) = (p.void_at is not null))`,
  'alokasi milik akun yang sama': sql`select a.id from billing_payment_alokasi a join billing b on b.id = a.billing_id left join billing_payment p on p.id = a.payment_id left join mutasi_saldo m on m.id = a.mutasi_id
    where b.akun_billing_id <> coalesce(p.akun_billing_id, m.akun_billing_id) or (m.id is not null and m.jumlah <> -a.jumlah)`,
  'uang masuk = alokasi + saldo': sql`select u.id from (select user_id as id from akun_billing_profil) u where
    (select coalesce(sum(p.jumlah), 0) from billing_payment p where p.akun_billing_id = u.id and p.void_at is null) <>
    (select coalesce(sum(b.terbayar), 0) from billing b where b.akun_billing_id = u.id) + (select coalesce(sum(m.jumlah), 0) from mutasi_saldo m where m.akun_billing_id = u.id)
      - (select coalesce(sum(m.jumlah), 0) from mutasi_saldo m where m.akun_billing_id = u.id and m.jenis in ('pengembalian', 'koreksi'))`,
  'promo adalah bagian diskon, diskon bagian baris': sql`select id from billing_item where diskon < 0 or diskon > jumlah_bruto or promo_diskon + promo_kedua_diskon > diskon or (promo_id is null) <> (promo_diskon = 0) or (promo_kedua_id is null) <> (promo_kedua_diskon = 0)`,
  'pemakaian promo = promo pada tagihan terbit': sql`select b.id from billing b where
    (select coalesce(sum(u.diskon), 0) from promo_pemakaian u join billing_item i on i.id = u.billing_item_id where i.billing_id = b.id and u.dibatalkan_at is null and u.akun_billing_id = b.akun_billing_id)
    <> (select coalesce(sum(i.promo_diskon + i.promo_kedua_diskon), 0) from billing_item i where i.billing_id = b.id and b.status = 1 and b.void_at is null)`,
  'kuota promo': sql`select p.id from promo p where (select count(*) from promo_pemakaian u where u.promo_id = p.id and u.dibatalkan_at is null) > p.kuota`,
  'kuota promo per akun': sql`select p.id from promo p join promo_pemakaian u on u.promo_id = p.id where u.dibatalkan_at is null group by p.id, p.kuota_per_akun, u.akun_billing_id having count(*) > p.kuota_per_akun`,
  'satu baris kursus hidup per periode': sql`select min(i.id) as id from billing_item i join billing b on b.id = i.billing_id where b.void_at is null and i.kursus_peserta_id is not null group by i.kursus_peserta_id, i.periode having count(*) > 1`,
  'stok tidak negatif, diambil hanya oleh tagihan hidup': sql`select i.id from billing_item i join billing b on b.id = i.billing_id where i.stok_diambil is not null and (b.status = 0 or b.void_at is not null or i.stok_diambil <> i.qty)
    union all select id from produk_jasa where stok < 0`,
  'baris kursus hidup punya kunci': sql`select i.id from billing_item i join billing b on b.id = i.billing_id where b.void_at is null and i.kursus_peserta_id is not null and i.kunci_unik is null`,
}
/** Every broken rule, with the rows that break it; empty when the money is right. */
export const checkMoney = async (db: Db): Promise<string[]> => {
  const broken: string[] = []
  for (const [name, query] of Object.entries(rules)) {
    const { rows } = await (query as ReturnType<typeof sql<{ id: number }>>).execute(db)
    if (rows.length > 0) broken.push(`${name}: ${rows.slice(0, 5).map((r) => r.id).join(', ')}`)
  }
  for (const table of ['billing', 'billing_payment'] as const) broken.push(...await numberGaps(db, table))
  return broken
}
/** Series whose numbers, all but the last group of digits being alike, are not 1, 2, 3 … */
export const numberGaps = async (db: Db, table: 'billing' | 'billing_payment'): Promise<string[]> => {
  const { rows } = await sql<{ nomor: string }>`select nomor from ${sql.table(table)} where nomor is not null`.execute(db)
  return [...Map.groupBy(rows, (r) => r.nomor.replace(/\d+$/, ''))].flatMap(([series, own]) => {
    const numbers = own.map((r) => Number(/\d+$/.exec(r.nomor)?.[0])).toSorted((a, b) => a - b)
    return numbers.every((n, i) => n === i + 1) ? [] : [`nomor ${series} tidak urut: ${numbers.join(' ')}`]
  })
}
