/** Labels for the keys of the lines of a report. */
import { sql } from 'kysely'
import { methodNames, methodNameSettings } from '#contract/billing/rules/methodNames.ts'
import { noKey } from '#contract/report/report.ts'
import { KategoriPengeluaran } from '#contract/sales/expenseEnums.ts'
import { formatPeriode } from '#contract/values/tanggal.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { readSome } from '#server/settings.ts'

type Names = (db: Db, keys: readonly string[]) => Promise<Map<string, string>>
/** Maximum number of ids per statement. */
const batch = 500

const rowsCalled =
  (table: string, name: string): Names =>
  async (db, keys) => {
    const nameById = new Map<string, string>()
    const ids = keys.map(Number).filter(Number.isInteger)
    for (let i = 0; i < ids.length; i += batch) {
      const { rows } = await sql<{ id: number; nama: string }>`
        select id, ${sql.raw(name)} as nama from ${sql.table(table)} where id in (${sql.join(ids.slice(i, i + batch))})`.execute(
        db,
      )
      for (const row of rows) nameById.set(String(row.id), row.nama)
    }
    return nameById
  }
const said =
  (say: (key: string) => string): Names =>
  async (_, keys) =>
    new Map(keys.map((key) => [key, say(key)]))
const labelsOf = (options: readonly { value: number | string; label: string }[]): Names => {
  const labels = new Map(options.map((o) => [String(o.value), o.label]))
  return said((key) => labels.get(key) ?? key)
}
const kinds = rowsCalled('jenis_billing', 'nama')
const kategori = labelsOf(KategoriPengeluaran.options)

/**
 * Reads the labels of profit and loss lines: kinds of income, categories of expenses, and fixed
 * lines.
 */
const pos: Names = async (db, keys) => {
  const of = (prefix: string) =>
    keys.filter((k) => k.startsWith(prefix)).map((k) => k.slice(prefix.length))
  const jenis = await kinds(db, of('pendapatan:'))
  const spent = await kategori(db, of('pengeluaran:'))
  return new Map([
    ...[...jenis].map(([k, nama]) => [`pendapatan:${k}`, nama] as const),
    ...[...spent].map(([k, nama]) => [`pengeluaran:${k}`, nama] as const),
    ['diskon', 'Diskon'],
    ['nota_kredit', 'Nota kredit'],
    ['honor', 'Honor guru'],
  ])
}
const people = rowsCalled('user', 'name')
const names: Readonly<Record<string, Names>> = {
  bulan: said(formatPeriode),
  gedung: rowsCalled('gedung', 'nama'),
  jenis: kinds,
  'kategori-kursus': rowsCalled('kategori_kursus', 'nama'),
  kursus: rowsCalled('kursus', 'nama'),
  bank: rowsCalled('bank', `nama_bank || ' ' || no_rekening`),
  metode: async (db, keys) =>
    labelsOf(methodNames(await readSome(db, methodNameSettings)).options)(db, keys),
  sales: people,
  akun: people,
  pos,
  pengeluaran: kategori,
  sumber: said((key) => key),
}
/** Labels of the line that contains the rows without a key, by group. */
const without: Readonly<Record<string, string>> = {
  kategori: 'Tanpa kursus',
  kursus: 'Tanpa kursus',
  metode: 'Saldo',
  bank: 'Tunai dan saldo',
  sales: 'Tanpa sales',
  sumber: 'Tidak diketahui',
}
/**
 * Returns the function that reads the labels of a group's keys. The keys of the group `kategori`
 * are expense categories in the expense report, and course categories in all other reports.
 */
const namesOf = (report: string, kelompok: string): Names | undefined =>
  kelompok === 'kategori'
    ? names[report === 'pengeluaran' ? 'pengeluaran' : 'kategori-kursus']
    : names[kelompok]

/** Reads the labels of a group's keys. Returns a function from a key to its label. */
export const readLabels = async (
  db: Db,
  { report, kelompok }: { report: string; kelompok: string },
  keys: readonly string[],
): Promise<(key: string) => string> => {
  const nameByKey = await namesOf(report, kelompok)?.(
    db,
    keys.filter((k) => k !== noKey),
  )
  return (key) =>
    key === noKey ? (without[kelompok] ?? 'Lainnya') : (nameByKey?.get(key) ?? `#${key}`)
}
