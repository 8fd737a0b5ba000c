import { sql, type Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'
import { fold } from '#server/db/fold.ts'

interface Named {
  id: number
  name: string
  key: string
}
interface Kind {
  /** What the audit log calls it. */
  entity: string
  table: string
  column: string
  /** What rows that are the same have in common. */
  same: (row: Named & { number: string }) => string
  /** A second column that is part of it. */
  number?: string
}
const byName = (row: Named) => row.key
const kinds: readonly Kind[] = [
  { entity: 'gedung', table: 'gedung', column: 'nama', same: byName },
  { entity: 'kategori-kursus', table: 'kategori_kursus', column: 'nama', same: byName },
  { entity: 'jenis-billing', table: 'jenis_billing', column: 'nama', same: byName },
  {
    entity: 'bank',
    table: 'bank',
    column: 'nama_bank',
    number: 'no_rekening',
    same: ({ key, number }) => `${key}\n${number.toLowerCase().replace(/[ .-]/g, '')}`,
  },
]

const reason = 'Dibedakan dari yang bernama sama saat pembaruan aplikasi'
/** Room for ` (99)` in the shortest name that a form takes. */
const longest = 55

/** Gives a row another name, in its copies and in the log too. */
const rename = async (
  db: Kysely<unknown>,
  { entity, table, column }: Kind,
  row: Named,
  name: string,
) => {
  const key = fold(name)
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${name}, ${sql.ref(`${column}_kunci`)} = ${key},
    cari = ${key} || ' ' || cari, versi = versi + 1 where id = ${row.id}`.execute(db)
  const time = new Date().toISOString()
  await sql`insert into audit (versi, created_at, updated_at, aksi, entitas, entitas_id, sebelum, sesudah, alasan)
    values (1, ${time}, ${time}, 'update', ${entity}, ${row.id}, ${JSON.stringify({ [column]: row.name })}, ${JSON.stringify({ [column]: name })}, ${reason})`.execute(
    db,
  )
  if (table !== 'kategori_kursus') return
  const { rows: levels } = await sql<{
    id: number
    nama: string
    urutan: number
  }>`select id, nama, urutan
    from course_level where kategori_kursus_id = ${row.id}`.execute(db)
  for (const level of levels) {
    const title = `${name} – ${level.nama}`
    await sql`update course_level set judul = ${title}, judul_kunci = ${`${key} ${String(level.urutan).padStart(3, '0')}`},
      cari = ${fold(title)}, versi = versi + 1 where id = ${level.id}`.execute(db)
  }
}

/** Of rows that are the same by meaning the eldest keeps its name; the others get a number. */
const tellApart = async (db: Kysely<unknown>, kind: Kind) => {
  const { table, column, number } = kind
  const { rows } = await sql<Named & { number: string }>`select id, ${sql.ref(column)} as name,
    ${sql.ref(`${column}_kunci`)} as key, ${number ? sql.ref(number) : sql`''`} as number
    from ${sql.table(table)} order by id`.execute(db)
  const taken = new Set(rows.map(kind.same))
  const seen = new Set<string>()
  for (const row of rows) {
    const same = kind.same(row)
    if (!seen.has(same)) {
      seen.add(same)
      continue
    }
    const named = (n: number) => `${row.name.slice(0, longest)} (${n})`
    const sameAs = (n: number) => kind.same({ ...row, key: fold(named(n)) })
    let n = 2
    while (taken.has(sameAs(n))) n++
    taken.add(sameAs(n))
    await rename(db, kind, row, named(n))
  }
}

/**
 * "piano" beside "Piano" is the same category, and "bca 0880112233" beside "BCA 0880 112 233" the
 * same account. Where both are there already, what refers to them stays, and the younger is told
 * apart by a number in its name, which the log says; whoever maintains them decides which goes.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const kind of kinds) await tellApart(db, kind)
  await ddl(
    db,
    `
  create unique index gedung_nama on gedung(nama_kunci);
  create unique index kategori_kursus_nama on kategori_kursus(nama_kunci);
  create unique index jenis_billing_nama on jenis_billing(nama_kunci);
  create unique index bank_rekening on bank(nama_bank_kunci, lower(replace(replace(replace(no_rekening, ' ', ''), '.', ''), '-', '')))
`,
  )
}
