/** What a monthly generation will make, computed without writing (domain.md 3.2, 3.3): the preview shows it and the run stores it. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { PratinjauBaris } from '#contract/calls.ts'
import { deskripsiTuisi, prorata, terprorata } from '#contract/rules/prorata.ts'
import { hitungItem, tanggalGenerate } from '#contract/rules/tagihan.ts'
import { firstDay, hariIni, lastDay } from '#contract/rules/tanggal.ts'
import type { Settings } from '#contract/settings.ts'
import type { Db, Trx } from '#server/db/tables.ts'
import type { Actor } from '#server/http/context.ts'
import { outlets, seesAllOutlets } from '#server/modules/scope.ts'

export interface PlanOptions { periode: string; gedung_id?: readonly number[] | undefined; mode: Settings['mode_tagihan'] }
type Baris = z.infer<typeof PratinjauBaris>
/** A planned line: what the preview shows, and what the stored line needs besides. */
export interface PlannedLine extends Baris { kursus_id: number; harga_satuan: number; ppn_persen: number; ppn: number; jumlah_bruto: number; /** Who will be billed; only on lines that will be made. */ payer?: Payer }
export interface Payer { id: number; nama_tagihan: string; alamat: string | null }
export type MadeLine = PlannedLine & { payer: Payer }
export interface Plan { tanggal_terbit: string; jatuh_tempo: string; lines: PlannedLine[] }
/** The lines of a plan that will be stored. */
export const madeLines = (plan: Plan): MadeLine[] => plan.lines.flatMap((line) => (line.payer ? [{ ...line, payer: line.payer }] : []))

/** Key under which a generated draft collects its lines: one per payer, outlet and period (and student, in that mode). */
export const draftKey = (line: Baris, { periode, mode }: PlanOptions): string =>
  `ab:${line.akun_billing_id}:${line.gedung_id}:${periode}${mode === 'per_peserta' ? `:${line.peserta_id}` : ''}`

/** Latest price of each course on or before a day, by outlet; 0 stands for all outlets. */
const pricesOn = async (db: Db | Trx, day: string): Promise<Map<string, number>> => {
  const rows = await db.selectFrom('kursus_harga').select(['kursus_id', 'gedung_id', 'biaya_bulanan']).where('berlaku_mulai', '<=', day).orderBy('berlaku_mulai').execute()
  return new Map(rows.map((r) => [`${r.kursus_id}:${r.gedung_id ?? 0}`, r.biaya_bulanan]))
}

/** Keys of drafts that are still open and will collect the new lines, so that no bill is made for them. */
export const openDrafts = async (db: Db | Trx, keys: readonly string[]): Promise<Map<string, number>> => {
  const found = new Map<string, number>()
  for (let i = 0; i < keys.length; i += 1000)
    for (const row of await db.selectFrom('billing').select(['id', 'kunci_generate']).where('kunci_generate', 'in', keys.slice(i, i + 1000)).execute()) if (row.kunci_generate !== null) found.set(row.kunci_generate, row.id)
  return found
}

/** Every enrolment that touches the period, with what will become of it. */
export const planGeneration = async (db: Db | Trx, actor: Actor, settings: Settings, options: PlanOptions): Promise<Plan> => {
  const { periode } = options
  const [first, last] = [firstDay(periode), lastDay(periode)]
  const chosen = options.gedung_id?.length ? sql`and kp.gedung_id in (${sql.join([...options.gedung_id])})` : sql``
  const scope = seesAllOutlets(actor) ? sql`` : sql`and kp.gedung_id in (${outlets(actor)})`
  const { rows } = await sql<{
    id: number; peserta_id: number; status: number; mulai: string; selesai: string | null; cuti_mulai: string | null; cuti_selesai: string | null; khusus: number | null; gedung_id: number; kursus_id: number
    hari: number; kursus: string; pmb: number; biaya: number; kena: number; peserta: string; akun: number | null; akun_status: number | null; akun_nama: string | null; nama_tagihan: string | null
    alamat: string | null; blokir: number | null; gedung: string; ada: number | null
  }>`
    select kp.id, kp.peserta_id, kp.status, kp.mulai, kp.selesai, kp.cuti_mulai, kp.cuti_selesai, kp.biaya_bulanan_khusus as khusus, kp.gedung_id, kp.kursus_id, kl.hari, k.nama as kursus,
      k.pertemuan_per_bulan as pmb, k.biaya_bulanan as biaya, k.ppn_kena as kena, p.name as peserta, a.id as akun, a.status as akun_status, a.name as akun_nama, ab.nama_tagihan,
      coalesce(ab.alamat_tagihan, a.alamat) as alamat, ab.blokir_tagihan as blokir, g.nama as gedung, bi.id as ada
    from kursus_peserta kp join kursus_pelatih kl on kl.id = kp.kursus_pelatih_id join kursus k on k.id = kp.kursus_id join "user" p on p.id = kp.peserta_id join gedung g on g.id = kp.gedung_id
      left join "user" a on a.id = coalesce(p.akun_billing_id, kp.akun_billing_id) left join akun_billing_profil ab on ab.user_id = a.id
      left join billing_item bi on bi.kunci_unik = 'kp:' || kp.id || ':' || ${periode}
    where (kp.status in (1, 2) or (kp.mulai <= ${last} and kp.selesai >= ${first})) ${chosen} ${scope}
    order by p.name_kunci, kp.id`.execute(db)
  const prices = await pricesOn(db, first)
  const lines = rows.map((r): PlannedLine => {
    const outletPrice = prices.get(`${r.kursus_id}:${r.gedung_id}`) ?? prices.get(`${r.kursus_id}:0`)
    const harga = r.khusus ?? outletPrice ?? r.biaya
    // Leave without dates is leave until further notice; dates of a leave that is over still cut the months that they touch.
    const onLeave = r.status === 2 || (r.cuti_mulai !== null && r.cuti_selesai !== null)
    const enrolled = { periode, hari: r.hari, mulai: r.mulai, selesai: r.selesai, pertemuanPerBulan: r.pmb, mingguKelima: settings.minggu_kelima, hariLibur: [] }
    const part = prorata({ ...enrolled, cutiMulai: onLeave ? r.cuti_mulai ?? first : null, cutiSelesai: onLeave ? r.cuti_selesai : null })
    const base = {
      kursus_peserta_id: r.id, peserta_id: r.peserta_id, peserta: r.peserta, akun_billing_id: r.akun, akun_billing: r.nama_tagihan ?? r.akun_nama, gedung_id: r.gedung_id, gedung: r.gedung, kursus: r.kursus,
      kursus_id: r.kursus_id, harga_satuan: harga, deskripsi: deskripsiTuisi(r.kursus, periode, part), prorata_pembilang: terprorata(part) ? part.pembilang : null, prorata_penyebut: terprorata(part) ? part.penyebut : null,
    }
    const skipped = (hasil: Baris['hasil']): PlannedLine => ({ ...base, hasil, jumlah: 0, jumlah_bruto: 0, ppn: 0, ppn_persen: 0 })
    if (r.ada !== null) return skipped('ada')
    if (r.status === 0 || r.status === 9) return skipped('tidak_aktif')
    if (r.mulai > last) return skipped('belum_mulai')
    if (r.selesai && r.selesai < first) return skipped('selesai')
    if (part.pembilang === 0) return skipped(onLeave && prorata(enrolled).pembilang > 0 ? 'cuti' : r.mulai > first ? 'belum_mulai' : 'selesai')
    if (r.akun === null || r.akun_status !== 10 || r.nama_tagihan === null) return skipped('tanpa_akun')
    if (r.blokir === 1) return skipped('diblokir')
    if (harga === 0) return skipped(r.khusus === null && outletPrice === undefined ? 'tanpa_harga' : 'nominal_0')
    const ppn_persen = r.kena === 1 ? settings.ppn_persen : 0
    const amounts = hitungItem({ qty: 1, harga_satuan: harga, prorata: terprorata(part) ? part : null, pembulatan: settings.pembulatan, diskon: 0, ppn_persen })
    if (amounts.jumlah === 0) return skipped('nominal_0')
    return { ...base, hasil: 'dibuat', jumlah: amounts.jumlah, jumlah_bruto: amounts.jumlah_bruto, ppn: amounts.ppn, ppn_persen, payer: { id: r.akun, nama_tagihan: r.nama_tagihan, alamat: r.alamat } }
  })
  return { ...tanggalGenerate({ periode, hari_terbit: settings.hari_terbit, jatuh_tempo_hari: settings.jatuh_tempo_hari, hariIni: hariIni() }), lines }
}
