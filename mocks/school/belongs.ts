/**
 * Decides which database rows belong to an outlet. This plain TypeScript implements the scopes of
 * docs/domain.md, section 4, independently of the server. Tests use it to check that an admin of
 * one outlet has changed no rows of another outlet.
 */
import { sql } from 'kysely'
import { marksOf, movedTable } from '#mocks/schedule/markLessons.ts'
import { ledgers } from '#server/backup/source.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { untyped } from '#server/resource/module.ts'

export type Row = Readonly<Record<string, unknown>>
/** Row with its JSON text, because comparing texts of thousands of rows is fast. */
interface RowText {
  row: Row
  text: string
}
type Rows = ReadonlyMap<string, RowText>
/** Rows of each table. The key of a row is its id, or its JSON text if it has no id. */
export type Snapshot = ReadonlyMap<string, Rows>

const seenOf = (row: Row): [string, RowText] => {
  const text = JSON.stringify(row)
  return [row.id === undefined ? text : String(row.id), { row, text }]
}
/**
 * Returns the names of all tables except those of the engine and of migrations, the table that
 * counts writes, and the tables that hold copies of texts for a search or kept sums.
 */
export const tablesOf = async (db: Db): Promise<string[]> =>
  (await db.introspection.getTables())
    .map((t) => t.name)
    .filter((name) => !ledgers.test(name) && name !== movedTable && !/_(teks|rekap)$/.test(name))
    .toSorted()
/** Rows of each table at the last read, with the table's change mark at that time. */
const tableCache = new WeakMap<Db, Map<string, { mark: number | undefined; rows: Rows }>>()
/**
 * Reads all rows of the tables. A table that has not changed since the last snapshot is not read
 * again, and its map of rows is the same object.
 */
export const snapshot = async (db: Db, tables: readonly string[]): Promise<Snapshot> => {
  const read = tableCache.get(db) ?? new Map<string, { mark: number | undefined; rows: Rows }>()
  tableCache.set(db, read)
  const marks = await marksOf(db, tables)
  await Promise.all(
    tables.map(async (name) => {
      const mark = marks.get(name)
      if (mark !== undefined && read.get(name)?.mark === mark) return
      const { rows } = await sql<Row>`select * from ${sql.table(name)}`.execute(db)
      read.set(name, { mark, rows: new Map(rows.map(seenOf)) })
    }),
  )
  return new Map(tables.map((name) => [name, read.get(name)?.rows ?? new Map<string, RowText>()]))
}

/** Returns those of `rows` that are missing or different in `otherRows`. */
const notIn = (rows: Rows, otherRows: Rows | undefined): Row[] =>
  rows === otherRows
    ? []
    : [...rows].flatMap(([key, { row, text }]) => (text === otherRows?.get(key)?.text ? [] : [row]))

/**
 * Restores the tables from their present snapshot `now` to the earlier snapshot `to`. Triggers (on
 * PostgreSQL) and foreign keys are switched off meanwhile.
 */
export const restore = async (db: Db, now: Snapshot, to: Snapshot): Promise<void> => {
  const extraRows = [...now].flatMap(([table, rows]) =>
    notIn(rows, to.get(table)).map((row) => [table, row] as const),
  )
  const back = [...to].flatMap(([table, rows]) =>
    notIn(rows, now.get(table)).map((row) => [table, row] as const),
  )
  if (extraRows.length + back.length === 0) return
  const isSqlite = engineOf(db) === 'sqlite'
  // Foreign keys are switched off, because deleting a row that is inserted again below would also
  // delete the rows that refer to it.
  if (isSqlite) await sql`pragma foreign_keys = off`.execute(db)
  await transaction(db, async (trx) => {
    if (!isSqlite) await sql`set local session_replication_role = replica`.execute(trx)
    for (const [table, row] of extraRows) {
      const keys = row.id === undefined ? Object.entries(row) : [['id', row.id] as const]
      const where = keys.map(([k, v]) =>
        v === null ? sql`${sql.ref(k)} is null` : sql`${sql.ref(k)} = ${v}`,
      )
      await sql`delete from ${sql.table(table)} where ${sql.join(where, sql` and `)}`.execute(trx)
    }
    for (const [table, row] of back) await untyped(trx).insertInto(table).values(row).execute()
  })
  if (isSqlite) await sql`pragma foreign_keys = on`.execute(db)
}

/** Admin whose writes are checked, with the only outlet of this admin. */
export interface Writer {
  id: number
  outlet: number
}
type Rule = (row: Row, all: View, me: Writer) => boolean
interface View {
  rows: (table: string) => Row[]
  find: (table: string, id: unknown) => Row | undefined
}
/** Returns functions that list the rows of a table in a snapshot, and find a row by its id. */
export const viewOf = (state: Snapshot): View => ({
  rows: (table) => [...(state.get(table)?.values() ?? [])].map((entry) => entry.row),
  find: (table, id) => state.get(table)?.get(String(id))?.row,
})

const outletOf: Rule = (row, _, { outlet }) => row.gedung_id === outlet
const outletList: Rule = (row, _, { outlet }) => row.gedung === `[${outlet}]`
const nobody: Rule = () => false
const billOf: Rule = (row, all, me) => outletOf(all.find('billing', row.billing_id) ?? {}, all, me)
const accountOf: Rule = (row, all, me) => outletList(all.find('bank', row.bank_id) ?? {}, all, me)
const lessonOf: Rule = (row, all, me) =>
  outletOf(all.find('pertemuan', row.pertemuan_id) ?? {}, all, me)

const baseOf = (user: Row, all: View): unknown =>
  all.find('role', user.role_id)?.dasar_role_id ?? user.role_id
/** Whether an admin of the outlet may see a user. The rule depends on the user's base role. */
const person: Rule = (user, all, me) => {
  if (user.id === me.id) return true
  if (user.status === 0) return false
  const here = user.gedung_id === me.outlet
  const has = (table: string, column: string) =>
    all.rows(table).some((r) => r[column] === user.id && r.gedung_id === me.outlet)
  const isStudent = all.rows('peserta_profil').some((p) => p.user_id === user.id)
  switch (baseOf(user, all)) {
    case 3:
      return here || has('kursus_pelatih', 'pelatih_id') || has('user_gedung', 'user_id')
    case 4:
      return here
    case 5:
      return (
        here ||
        has('user', 'akun_billing_id') ||
        has('billing', 'akun_billing_id') ||
        (isStudent && here)
      )
    case 6:
      return here
    default:
      return false
  }
}
const personOf =
  (column: string): Rule =>
  (row, all, me) =>
    person(all.find('user', row[column]) ?? {}, all, me)
const writerOf =
  (column: string): Rule =>
  (row, _, me) =>
    row[column] === me.id

const confirmationOf: Rule = (row, all, me) =>
  outletOf(row, all, me) &&
  all.rows('konfirmasi_tagihan').every((t) => t.konfirmasi_id !== row.id || billOf(t, all, me))

/**
 * Rule of each table. A rule returns whether the writer may change a row: the row belongs only to
 * the writer's outlet, or to a person whom an admin of that outlet may see.
 */
const rules: Record<string, Rule> = {
  gedung: (row, _, { outlet }) => row.id === outlet,
  ruang: outletOf,
  kursus_pelatih: outletOf,
  kursus_pelatih_versi: (row, all, me) =>
    outletOf(all.find('kursus_pelatih', row.kursus_pelatih_id) ?? {}, all, me),
  kursus_peserta: outletOf,
  daftar_tunggu: outletOf,
  pertemuan: outletOf,
  absensi: lessonOf,
  absensi_pelatih: lessonOf,
  kredit_pengganti: outletOf,
  pelatih_libur: personOf('pelatih_id'),
  tarif_honor: outletOf,
  honor_periode: outletOf,
  honor_baris: (row, all, me) =>
    outletOf(all.find('honor_periode', row.honor_periode_id) ?? {}, all, me),
  lead: outletOf,
  slot_ditahan: outletOf,
  trial_lead: (row, all, me) => outletOf(all.find('lead', row.lead_id) ?? {}, all, me),
  aktivasi: (row, all, me) =>
    row.lead_id === null
      ? personOf('peserta_id')(row, all, me)
      : outletOf(all.find('lead', row.lead_id) ?? {}, all, me),
  lead_aktivitas: (row, all, me) => outletOf(all.find('lead', row.lead_id) ?? {}, all, me),
  billing: outletOf,
  tautan_tagihan: billOf,
  kode_tautan: (row, all, me) => billOf(all.find('tautan_tagihan', row.tautan_id) ?? {}, all, me),
  pesan_keluar: (row, all, me) =>
    row.billing_id === null ? personOf('akun_billing_id')(row, all, me) : billOf(row, all, me),
  pengingat: billOf,
  denda: billOf,
  pengeluaran_sales: outletOf,
  tutup_kas: outletOf,
  tutup_kas_rincian: (row, all, me) =>
    outletOf(all.find('tutup_kas', row.tutup_kas_id) ?? {}, all, me),
  tutup_kas_pecahan: (row, all, me) =>
    outletOf(all.find('tutup_kas', row.tutup_kas_id) ?? {}, all, me),
  konfirmasi_pembayaran: confirmationOf,
  mutasi_bank: accountOf,
  impor_mutasi: accountOf,
  konfirmasi_tagihan: (row, all, me) =>
    confirmationOf(all.find('konfirmasi_pembayaran', row.konfirmasi_id) ?? {}, all, me),
  kursus_harga: outletOf,
  hari_libur: outletOf,
  kursus: outletList,
  biaya: outletList,
  produk_jasa: outletList,
  promo: outletList,
  bank: outletList,
  kategori_kursus: nobody,
  course_level: nobody,
  jenis_billing: nobody,
  role: nobody,
  access: nobody,
  setting: nobody,
  billing_item: billOf,
  billing_payment_alokasi: billOf,
  billing_payment: (row, all, me) =>
    outletOf(row, all, me) &&
    all.rows('billing_payment_alokasi').every((a) => a.payment_id !== row.id || billOf(a, all, me)),
  promo_pemakaian: (row, all, me) =>
    billOf(all.find('billing_item', row.billing_item_id) ?? {}, all, me),
  mutasi_saldo: (row, all, me) => {
    const of =
      row.billing_id === null
        ? all.find('billing_payment', row.payment_id)
        : all.find('billing', row.billing_id)
    return of ? outletOf(of, all, me) : personOf('akun_billing_id')(row, all, me)
  },
  user: person,
  sesi: personOf('user_id'),
  otp: personOf('user_id'),
  email_baru: personOf('user_id'),
  perangkat: personOf('user_id'),
  token_akses: personOf('user_id'),
  rahasia: personOf('user_id'),
  dua_langkah: personOf('user_id'),
  kode_pemulihan: personOf('user_id'),
  kalender: personOf('user_id'),
  peserta_profil: personOf('user_id'),
  akun_billing_profil: personOf('user_id'),
  akun_billing_kontak: personOf('user_id'),
  pelatih_profil: personOf('user_id'),
  pelatih_bidang: personOf('user_id'),
  sales_profil: personOf('user_id'),
  jadwal_kosong_pelatih: personOf('pelatih_id'),
  jadwal_kosong_versi: personOf('pelatih_id'),
  user_gedung: (row, all, me) => outletOf(row, all, me) && personOf('user_id')(row, all, me),
  berkas: (row, all, me) => {
    if (row.entitas === null) return row.created_by === me.id
    const table = String(row.entitas).replaceAll('-', '_')
    return rules[table]?.(all.find(table, row.entitas_id) ?? {}, all, me) ?? false
  },
  berkas_isi: (row, all, me) =>
    rules.berkas?.(all.find('berkas', row.berkas_id) ?? {}, all, me) ?? false,
  saved_view: writerOf('user_id'),
  import_job: writerOf('created_by'),
  generate_batch: writerOf('oleh'),
}
/**
 * Tables to which any write may add rows, but in which no write may change existing rows. The value
 * of each entry is the reason.
 */
export const appendOnly: Readonly<Record<string, string>> = {
  audit: 'says what was done, also what was refused',
  idempotensi: 'answers of calls, by user and key',
}
/**
 * Tables whose rows belong to no outlet and may be changed by any write. The value of each entry is
 * the reason or the purpose of the table.
 */
export const shared: Readonly<Record<string, string>> = {
  penghitung: 'numbers of documents, by outlet if the format names it; whose turn a lead is',
  batas_laju: 'counts attempts, by address and name',
  berkas_objek: 'names of objects in a store of files, which the tests of outlets do not have',
  berkas_hapus: 'objects to delete from the store of files',
  cadangan: 'when the last backup was made',
  pekerjaan: 'how the jobs of the server went',
  jam_server: 'the time that the jobs have last seen',
  pemberitahuan: 'tells whoever it concerns; see server/notices/notices.sqlite.test.ts',
  integritas: 'what the check of the data has found',
  uji_tulis: 'written and taken away again to see whether writing goes',
}
/**
 * Columns that any write may change, even in rows that the writer may not change otherwise. Each
 * table has a list of columns and a reason (`why`).
 */
const counted: Readonly<Record<string, { columns: readonly string[]; why: string }>> = {
  produk_jasa: {
    columns: ['stok', 'versi', 'updated_at', 'updated_by'],
    why: 'publishing takes what a bill sells from the stock of all outlets, voiding gives it back',
  },
}
/** Returns the tables that are missing in `rules`, `appendOnly` and `shared`. Must be empty. */
export const unruled = (tables: readonly string[]): string[] =>
  tables.filter((t) => !(t in rules) && !(t in appendOnly) && !(t in shared))
const without = (row: Row, columns: readonly string[]): string =>
  JSON.stringify(Object.fromEntries(Object.entries(row).filter(([k]) => !columns.includes(k))))
/** Returns the rows of a table that the writer may not change. */
export const outsideOf = (state: Snapshot, table: string, me: Writer): Row[] => {
  const all = viewOf(state)
  return all.rows(table).filter((row) => !rules[table]?.(row, all, me))
}

const inWords = (was: Row | undefined, is: Row | undefined): string => {
  if (!is) return 'removed'
  if (!was) return `added ${JSON.stringify(is).slice(0, 200)}`
  const columns = Object.keys(is).filter((k) => was[k] !== is[k])
  return `changed (${columns.map((k) => `${k}: ${String(was[k])} -> ${String(is[k])}`).join(', ')})`
}
/**
 * Returns the rows of a table that differ between two snapshots. `was` is undefined for an added
 * row, and `is` for a deleted row.
 */
const changesOf = (before: Rows = new Map(), after: Rows = new Map()) =>
  before === after
    ? []
    : [...new Set([...before.keys(), ...after.keys()])]
        .filter((key) => before.get(key)?.text !== after.get(key)?.text)
        .map((key) => ({ key, was: before.get(key)?.row, is: after.get(key)?.row }))
/** Whether only columns of `counted` have changed in a row. */
const isOnlyCounted = (table: string, was: Row | undefined, is: Row | undefined): boolean => {
  const columns = counted[table]?.columns
  return Boolean(was && is && columns && without(was, columns) === without(is, columns))
}
/**
 * Returns a text for each forbidden change between two snapshots. A change is forbidden if the
 * writer may not change the row as it is before the change, or as it is after the change.
 */
export const foreignChanges = (before: Snapshot, after: Snapshot, me: Writer): string[] => {
  const [old, now] = [viewOf(before), viewOf(after)]
  const changes = Object.keys(appendOnly).flatMap((table) =>
    notIn(before.get(table) ?? new Map<string, RowText>(), after.get(table)).map(
      (row) => `${table} ${String(row.id ?? row.kunci)}: changed or removed`,
    ),
  )
  for (const [table, rule] of Object.entries(rules))
    for (const { key, was, is } of changesOf(before.get(table), after.get(table))) {
      if (isOnlyCounted(table, was, is)) continue
      // Deleting a user sets its status to 0, with which no admin sees the user. The rule is
      // therefore applied with the status before the change.
      const rowAfter = table === 'user' && was && is ? { ...is, status: was.status } : is
      const owned = (!was || rule(was, old, me)) && (!rowAfter || rule(rowAfter, now, me))
      if (!owned) changes.push(`${table} ${key.slice(0, 80)} ${inWords(was, is)}`)
    }
  return changes
}
