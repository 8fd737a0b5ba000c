/** The columns of an import of students, and how what stands in their cells is read. */
import { Citizenship, Gender, InformationSource, Religion, type Enum } from '#contract/enums.ts'
import { metaOf } from '#contract/fields.ts'
import { user } from '#contract/resources/user.ts'
import { normalizePhone } from '#contract/rules/telepon.ts'
import { fold } from '#server/db/fold.ts'
import { invalidField } from '#server/errors.ts'
import type { Cell, Sheet } from '#server/http/sheet.ts'

type Jenis = 'teks' | 'telepon' | 'hari' | 'ya' | 'kode_pos'
interface Kolom { label: string; jenis: Jenis; wajib?: true; pilihan?: Enum<string | number>; alias?: readonly string[]; contoh?: string }
const own = { ...user.fields, ...user.extra }
const dari = (field: keyof typeof own, more: Partial<Kolom> = {}): Kolom => ({ label: metaOf(own[field])?.label ?? field, jenis: 'teks', ...more })

/** By key, in the order of the template. Keys are names of inputs where there is one. */
export const kolomImpor = {
  name: dari('name', { label: 'Nama', wajib: true, alias: ['nama peserta', 'nama lengkap'], contoh: 'Contoh: Sari Wijaya (hapus baris ini)' }),
  nama_panggilan: dari('nama_panggilan', { contoh: 'Sari' }),
  gender: dari('gender', { wajib: true, pilihan: Gender, contoh: 'Perempuan' }),
  tempat_lahir: dari('tempat_lahir'),
  tanggal_lahir: dari('tanggal_lahir', { jenis: 'hari', wajib: true, contoh: '2015-03-04' }),
  phone: dari('phone', { jenis: 'telepon', label: 'No. HP Peserta', alias: ['phone', 'no hp', 'no. hp / whatsapp'] }),
  email: dari('email', { label: 'Email Peserta', alias: ['email'] }),
  outlet: { label: 'Outlet', jenis: 'teks', wajib: true, alias: ['gedung_kode', 'kode outlet', 'gedung'], contoh: 'kode atau nama outlet' },
  akun_nama: { label: 'Nama Akun Billing', jenis: 'teks', alias: ['akun_billing_nama', 'akun billing'], contoh: 'Budi Wijaya' },
  akun_phone: { label: 'No. HP Akun Billing', jenis: 'telepon', wajib: true, alias: ['akun_billing_phone'], contoh: '081234567890' },
  akun_email: { label: 'Email Akun Billing', jenis: 'teks', wajib: true, alias: ['akun_billing_email'], contoh: 'budi@contoh.id' },
  wali_nama: dari('wali_nama', { alias: ['wali'], contoh: 'Budi Wijaya' }),
  wali_hubungan: dari('wali_hubungan', { contoh: 'Ayah' }),
  wali_phone: dari('wali_phone', { jenis: 'telepon', contoh: '081234567890' }),
  persetujuan: { label: 'Persetujuan Wali', jenis: 'ya', alias: ['persetujuan'], contoh: 'ya' },
  sales: { label: 'Sales', jenis: 'teks', alias: ['sales_kode', 'kode sales'] },
  kursus: { label: 'Kursus yang Diminati', jenis: 'teks', alias: ['kursus_kode', 'kode kursus', 'kursus'], contoh: 'kode atau nama, dipisah titik koma' },
  information_source: dari('information_source', { pilihan: InformationSource, contoh: 'Media Sosial' }),
  sekolah: dari('sekolah'), instrumen_dimiliki: dari('instrumen_dimiliki'),
  alamat: dari('alamat'), kota: dari('kota'), kode_pos: dari('kode_pos', { jenis: 'kode_pos' }),
  religion: dari('religion', { pilihan: Religion }), citizenship: dari('citizenship', { pilihan: Citizenship }),
  catatan: dari('catatan'),
  no_induk: { label: 'No. Induk', jenis: 'teks', alias: ['no_induk', 'nomor induk'] },
} satisfies Record<string, Kolom>
export type KunciKolom = keyof typeof kolomImpor
const semua: [KunciKolom, Kolom][] = Object.entries(kolomImpor).flatMap(([kunci, kolom]): [KunciKolom, Kolom][] => (isKunci(kunci) ? [[kunci, kolom]] : []))
function isKunci(kunci: string): kunci is KunciKolom { return Object.hasOwn(kolomImpor, kunci) }
export const labelKolom = (kunci: string): string => (isKunci(kunci) ? kolomImpor[kunci].label : kunci)

/** Columns that our own files add: read again, they mean nothing. */
export const kolomMasalah = 'Kesalahan'
/** A row as the job keeps it: its line in the file and its cells as text, by the file's columns. */
export interface BarisFile { baris: number; sel: string[] }
/** A column of the file; `kunci` null when it means nothing here. */
export interface Kepala { judul: string; kunci: KunciKolom | null }

const kenal = new Map<string, KunciKolom>(semua.flatMap(([kunci, kolom]) => [kunci, kolom.label, ...kolom.alias ?? []].map((nama): [string, KunciKolom] => [bersih(nama), kunci])))
function bersih(judul: string): string { return fold(judul).replace(/\(.*?\)|\*/g, '').replace(/[^a-z0-9]+/g, ' ').trim() }

const dayMs = 86_400_000
const bulan = ['januari', 'februari', 'maret', 'april', 'mei', 'juni', 'juli', 'agustus', 'september', 'oktober', 'november', 'desember']
const hari = (y: number, m: number, d: number): string => `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`
/** A day however it was written: as a spreadsheet counts it, `2015-03-04`, `4/3/2015`, `4 Maret 2015`. What is none comes back as it was, for the rule of the field to refuse. */
const bacaHari = (cell: Cell, epoch: number): string => {
  if (typeof cell === 'number' && cell > 366 && cell < 100_000) return new Date(Math.floor(cell + epoch) * dayMs).toISOString().slice(0, 10)
  const text = String(cell).trim()
  const angka = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text)
  if (angka) return hari(Number(angka[3]), Number(angka[2]), Number(angka[1]))
  const kata = /^(\d{1,2})[\s-]+([a-z]+)[\s-]+(\d{4})$/i.exec(text)
  const ke = bulan.findIndex((nama) => kata?.[2] !== undefined && kata[2].length >= 3 && nama.startsWith(kata[2].toLowerCase().replace(/^agt/, 'agu').replace(/^may/, 'mei').replace(/^oct/, 'okt').replace(/^dec/, 'des').replace(/^aug/, 'agu')))
  return kata && ke >= 0 ? hari(Number(kata[3]), ke + 1, Number(kata[1])) : text
}
const bacaTeks = (cell: Cell): string => (typeof cell === 'boolean' ? (cell ? 'ya' : 'tidak') : String(cell))
const bacaSel = (cell: Cell, jenis: Jenis | undefined, epoch: number): string =>
  (jenis === 'hari' ? bacaHari(cell, epoch) : jenis === 'kode_pos' && typeof cell === 'number' ? String(cell).padStart(5, '0') : bacaTeks(cell))

/** Head and rows of a sheet. Throws 422 when it is no import: no head that we know, no rows, a column twice. */
export const bacaLembar = ({ rows, epoch }: Sheet): { kepala: Kepala[]; isi: BarisFile[] } => {
  const [head, ...rest] = rows
  if (!head) throw invalidField('file', 'Berkas kosong')
  const lebar = Math.max(...head.cells.keys()) + 1
  const kepala = Array.from({ length: lebar }, (_, i): Kepala => { const judul = bacaTeks(head.cells.get(i) ?? ''); return { judul, kunci: kenal.get(bersih(judul)) ?? null } })
  if (!kepala.some((k) => k.kunci === 'name')) throw invalidField('file', 'Kolom "Nama" tidak ada. Baris pertama harus berisi judul kolom seperti pada template.')
  const ganda = kepala.find((k, i) => k.kunci !== null && kepala.findIndex((other) => other.kunci === k.kunci) !== i)
  if (ganda) throw invalidField('file', `Kolom "${ganda.judul}" ada dua kali`)
  const isi = rest.map(({ line, cells }) => ({ baris: line, sel: kepala.map(({ kunci }, i) => bacaSel(cells.get(i) ?? '', kunci === null ? undefined : kolomImpor[kunci].jenis, epoch)) }))
    .filter(({ sel }) => !sel.some((s, i) => kepala[i]?.kunci === 'name' && /^contoh:/i.test(s)) && sel.some((s, i) => s !== '' && kepala[i]?.kunci !== null))
  if (isi.length === 0) throw invalidField('file', 'Tidak ada baris untuk diimpor')
  return { kepala, isi }
}

/** What a row says, by column; empty cells are left out, choices and yes are what they stand for. */
export const nilaiBaris = (kepala: readonly Kepala[], { sel }: BarisFile): Partial<Record<KunciKolom, string | number | boolean>> => Object.fromEntries(kepala.flatMap(({ kunci }, i): [KunciKolom, string | number | boolean][] => {
  const text = sel[i]?.trim() ?? ''
  if (kunci === null || text === '') return []
  const kolom: Kolom = kolomImpor[kunci]
  if (kolom.jenis === 'ya') return [[kunci, /^(ya|y|yes|1|true|x|v|setuju|benar)$/i.test(text)]]
  if (!kolom.pilihan) return [[kunci, text]]
  const folded = fold(text)
  const singkat = kunci === 'gender' ? { l: 'laki-laki', laki: 'laki-laki', pria: 'laki-laki', p: 'perempuan', wanita: 'perempuan' }[folded] ?? folded : folded
  return [[kunci, kolom.pilihan.options.find((o) => fold(o.label) === singkat || fold(String(o.value)) === singkat)?.value ?? text]]
}))

/** What makes rows one family, or the same person: they are imported together. */
export const tandaKeluarga = (nilai: ReturnType<typeof nilaiBaris>): string[] => [
  ...(typeof nilai.akun_phone === 'string' ? [`hp:${normalizePhone(nilai.akun_phone)}`] : []),
  ...[nilai.akun_email, nilai.email].flatMap((mail) => (typeof mail === 'string' ? [`mail:${mail.toLowerCase()}`] : [])), ...(typeof nilai.no_induk === 'string' ? [`induk:${nilai.no_induk.toUpperCase()}`] : []),
]

/** Head and example of the template. */
export const isiTemplate = () => ({
  kolom: semua.map(([, k]) => ({ label: k.wajib ? `${k.label} *` : k.label, kind: k.jenis === 'hari' ? 'hari' as const : 'teks' as const, width: Math.max(14, k.label.length + 5) })), contoh: semua.map(([, k]) => k.contoh ?? ''),
})
