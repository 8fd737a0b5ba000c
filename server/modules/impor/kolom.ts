import type { NamaImpor } from '#contract/imporNama.ts'
/** The columns of an import, and how what stands in their cells is read: of any sheet, by what a kind of import says of its own. */
import { fold } from '#server/db/fold.ts'
import type { Trx } from '#server/db/tables.ts'
import { invalidField } from '#server/errors.ts'
import type { Ctx } from '#server/http/context.ts'
import type { Cell, Sheet } from '#server/http/sheet.ts'
import { xmlText, type SheetColumn } from '#server/http/xlsx.ts'

/** Ways to make a cell a text; by name, so that another process can be told. */
export type Baca = 'hari' | 'jam' | 'persen' | 'kodePos'
/** How a column is read. `sel` makes a cell the text that the job keeps; `nilai` makes that text what it stands for. What is neither comes back as it was, for the rule of the field to refuse. */
export interface Kolom {
  label: string
  wajib?: true
  alias?: readonly string[]
  contoh?: string
  kind?: SheetColumn['kind']
  /** What a dash stands for, where a field is not emptied by null. */ kosong?: unknown
  sel?: Baca
  nilai?: (text: string) => unknown
}
/** What a row says, by column: a cell that holds a dash empties its field (null), empty cells are left out. */
export type Nilai = Readonly<Record<string, unknown>>
export type Mode = 'tambah' | 'perbarui'
/** `sama`: the file says of a row what is there, and nothing is written. */
export interface HasilBaris {
  hasil: 'baru' | 'diperbarui' | 'sama'
  akunBaru: boolean
}
export interface Masalah {
  kolom: string
  pesan: string
}
/** A kind of import: its columns, which rows belong together, and how one is written. */
export interface Jenis {
  nama: NamaImpor
  /** Name of its files. */ berkas: string
  /** The column that must be there, and names a row. */
  utama: string
  kolom: Readonly<Record<string, Kolom>>
  /** Marks of a row: rows that share one are tried and run together, in the order of the file. */
  tanda: (nilai: Nilai) => string[]
  /** More rows than this with one mark are no family but a number that was copied down: `kolom` is told. */
  batas?: { baris: number; kolom: string; pesan: string }
  /** Reads what the rows of a group refer to; answers what imports one. It throws HttpError naming the columns; what it had written till then is the caller's to undo. */
  siapkan: (trx: Trx, ctx: Ctx) => Promise<(mode: Mode, nilai: Nilai) => Promise<HasilBaris>>
}
/** What of a kind of import a sheet is read by. */
export interface Bentuk {
  utama: string
  kolom: Readonly<Record<string, Pick<Kolom, 'label' | 'alias' | 'sel'>>>
}
/** It without its functions, which do not cross to another process. */
export const bentukOf = ({ utama, kolom }: Jenis): Bentuk => ({
  utama,
  kolom: Object.fromEntries(
    Object.entries(kolom).map(([kunci, { label, alias, sel }]) => [kunci, { label, alias, sel }]),
  ),
})
/** Days come from a calendar as well. */
export const berhari = ({ kolom }: Bentuk): boolean => 'tanggal' in kolom && 'nama' in kolom
export const labelKolom = (jenis: Bentuk, kunci: string): string =>
  jenis.kolom[kunci]?.label ?? kunci

/** Columns that our own files add: read again, they mean nothing. */
export const kolomMasalah = 'Kesalahan'
/** A row as the job keeps it: its line in the file and its cells as text, by the file's columns. */
export interface BarisFile {
  baris: number
  sel: string[]
}
/** A column of the file; `kunci` null when it means nothing here. */
export interface Kepala {
  judul: string
  kunci: string | null
}

const bersih = (judul: string): string =>
  fold(judul)
    .replace(/\([^()]*\)|\*/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
const kenal = ({ kolom }: Bentuk): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(kolom)
      .flatMap(([kunci, { label, alias = [] }]) =>
        [kunci, kunci.replace(/_id$/, ''), label, ...alias].map((nama): [string, string] => [
          bersih(nama),
          kunci,
        ]),
      )
      .toReversed(),
  )

const dayMs = 86_400_000
const bulan = [
  'januari',
  'februari',
  'maret',
  'april',
  'mei',
  'juni',
  'juli',
  'agustus',
  'september',
  'oktober',
  'november',
  'desember',
]
const hari = (y: number, m: number, d: number): string =>
  `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`
/** A day however it was written: as a spreadsheet counts it, `2015-03-04`, `4/3/2015`, `4 Maret 2015`. */
const selHari = (cell: Cell, epoch: number): string => {
  if (typeof cell === 'number' && cell > 366 && cell < 100_000)
    return new Date(Math.floor(cell + epoch) * dayMs).toISOString().slice(0, 10)
  const text = String(cell)
    .trim()
    .replace(/^(\d{4}-\d\d-\d\d)[T ]00:00(:00(\.0+)?)?Z?$/, '$1')
  const angka = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text)
  if (angka) return hari(Number(angka[3]), Number(angka[2]), Number(angka[1]))
  const kata = /^(\d{1,2})[\s-]+([a-z]+)[\s-]+(\d{4})$/i.exec(text)
  const ke = bulan.findIndex(
    (nama) =>
      kata?.[2] !== undefined &&
      kata[2].length >= 3 &&
      nama.startsWith(
        kata[2]
          .toLowerCase()
          .replace(/^agt/, 'agu')
          .replace(/^may/, 'mei')
          .replace(/^oct/, 'okt')
          .replace(/^dec/, 'des')
          .replace(/^aug/, 'agu'),
      ),
  )
  return kata && ke >= 0 ? hari(Number(kata[3]), ke + 1, Number(kata[1])) : text
}
/** Percent as a spreadsheet keeps it: 11 % is 0.11. */
const selPersen = (cell: Cell): string =>
  typeof cell === 'number' && cell > 0 && cell < 1
    ? `${Math.round(cell * 10_000) / 100}`
    : String(cell)
/** A postal code that a spreadsheet took for a number. */
const selKodePos = (cell: Cell): string =>
  typeof cell === 'number' ? String(cell).padStart(5, '0') : String(cell)
/** A time of day: as a spreadsheet counts it, `8.00`, `8:00`, `08:00:00`. */
const selJam = (cell: Cell): string => {
  const menit =
    typeof cell === 'number' && cell >= 0 && cell < 1 ? Math.round(cell * 1440) : undefined
  const found = /^(\d{1,2})[.:](\d\d)(?::\d\d)?$/.exec(
    String(typeof cell === 'number' && cell >= 1 ? cell.toFixed(2) : cell).trim(),
  )
  return menit !== undefined
    ? `${String(Math.floor(menit / 60)).padStart(2, '0')}:${String(menit % 60).padStart(2, '0')}`
    : found
      ? `${found[1]?.padStart(2, '0')}:${found[2]}`
      : String(cell)
}
const selTeks = (cell: Cell): string =>
  typeof cell === 'boolean' ? (cell ? 'ya' : 'tidak') : String(cell)
const pembaca: Record<Baca, (cell: Cell, epoch: number) => string> = {
  hari: selHari,
  jam: selJam,
  persen: selPersen,
  kodePos: selKodePos,
}
/** Yes in the ways that people tick a box. */
export const isYa = (text: string): boolean => /^(ya|y|yes|1|true|x|v|setuju|benar)$/i.test(text)

/** Head and rows of a sheet. Throws 422 when it is no import: no head that we know, no rows, a column twice. */
export const bacaLembar = (
  jenis: Bentuk,
  { rows, epoch }: Sheet,
): { kepala: Kepala[]; isi: BarisFile[] } => {
  const [head, ...rest] = rows
  if (!head) throw invalidField('file', 'Berkas kosong')
  const names = kenal(jenis)
  const lebar = Math.max(...head.cells.keys()) + 1
  const kepala = Array.from({ length: lebar }, (_, i): Kepala => {
    const judul = selTeks(head.cells.get(i) ?? '')
    return { judul, kunci: names.get(bersih(judul)) ?? null }
  })
  if (!kepala.some((k) => k.kunci === jenis.utama))
    throw invalidField(
      'file',
      `Kolom "${labelKolom(jenis, jenis.utama)}" tidak ada. Baris pertama harus berisi judul kolom seperti pada template.`,
    )
  const ganda = kepala.find(
    (k, i) => k.kunci !== null && kepala.findIndex((other) => other.kunci === k.kunci) !== i,
  )
  if (ganda) throw invalidField('file', `Kolom "${ganda.judul}" ada dua kali`)
  const isi = rest
    .map(({ line, cells }) => ({
      baris: line,
      sel: kepala.map(({ kunci }, i) => {
        const cell = cells.get(i) ?? ''
        const sel = kunci === null ? undefined : jenis.kolom[kunci]?.sel
        return (sel ? pembaca[sel] : selTeks)(cell, epoch)
      }),
    }))
    .filter(
      ({ sel }) =>
        !sel.some((s, i) => kepala[i]?.kunci === jenis.utama && /^contoh:/i.test(s)) &&
        sel.some((s, i) => s !== '' && kepala[i]?.kunci !== null),
    )
  if (isi.length === 0) throw invalidField('file', 'Tidak ada baris untuk diimpor')
  return { kepala, isi }
}

/** A cell that people write for nothing: a dash, however their spreadsheet draws it. */
export const isStrip = (text: string): boolean => /^[-–—]$/.test(text)
/** What a row says, by column. */
export const nilaiBaris = (jenis: Jenis, kepala: readonly Kepala[], { sel }: BarisFile): Nilai =>
  Object.fromEntries(
    kepala.flatMap(({ kunci }, i): [string, unknown][] => {
      const text = sel[i]?.trim() ?? ''
      const kolom = kunci === null ? undefined : jenis.kolom[kunci]
      return kunci === null || !kolom || text === ''
        ? []
        : [[kunci, isStrip(text) ? (kolom.kosong ?? null) : kolom.nilai ? kolom.nilai(text) : text]]
    }),
  )

/** A text as a file of ours can say it: one sign for a break of a line, without the signs that XML has not. */
const terbaca = (value: unknown): unknown =>
  typeof value === 'string' ? xmlText(value).trim() : value
/** Whether what a cell says, read by the rules of its field, is what is there already. */
export const isSama = (lama: unknown, baru: unknown): boolean =>
  // Somebody once wrote a dash for nothing: it comes back as what empties.
  (baru === null && typeof lama === 'string' && isStrip(lama)) ||
  JSON.stringify(terbaca(lama ?? null)) === JSON.stringify(terbaca(baru ?? null))

/**
 * The parts of a cell that holds several, split at semicolons. One that has a semicolon itself stands in quotes, as our
 * own files write it.
 */
export const pisah = (text: string): string[] => {
  const parts: string[] = []
  let [open, quotes] = ['', 0]
  for (const piece of text.split(';')) {
    open = open === '' ? piece.trim() : `${open};${piece}`
    quotes += piece.split('"').length - 1
    // What begins with a quote ends with one.
    if (open.startsWith('"') && quotes % 2 === 1) continue
    parts.push(open.trim())
    open = ''
    quotes = 0
  }
  if (open !== '') parts.push(...open.split(';').map((t) => t.trim()))
  return parts
    .map((t) => (/^".*"$/s.test(t) ? t.slice(1, -1).replaceAll('""', '"') : t))
    .filter((t) => t !== '')
}

/** Said in the template's own words; such rows are not imported. */
const petunjuk =
  'Contoh: saat memperbarui, sel kosong dibiarkan dan sel berisi tanda - dikosongkan (hapus baris ini)'
/** Head and examples of the template. */
export const isiTemplate = (jenis: Jenis) => {
  const semua = Object.values(jenis.kolom)
  return {
    kolom: semua.map((k): SheetColumn => ({
      label: k.wajib ? `${k.label} *` : k.label,
      kind: k.kind ?? 'teks',
      width: Math.max(14, k.label.length + 5),
    })),
    contoh: [
      semua.map((k) => k.contoh ?? ''),
      Object.keys(jenis.kolom).map((k) => (k === jenis.utama ? petunjuk : '')),
    ],
  }
}
