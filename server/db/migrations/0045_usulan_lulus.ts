import { sql, type Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/** Whoever holds the first code gains the second. */
const gains = [
  ['portal/pelatih', 'kursus-peserta/usulkan-lulus'],
  ['kursus-peserta/lulus', 'kursus-peserta/tolak-usulan'],
] as const

/** A coach proposes that a student graduates, and an admin decides. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await ddl(
    db,
    `
    alter table kursus_peserta add column usulan_status TEXT;
    alter table kursus_peserta add column usulan_catatan TEXT;
    alter table kursus_peserta add column usulan_at TEXT;
    alter table kursus_peserta add column usulan_oleh integer;
    alter table kursus_peserta add column usulan_jawaban TEXT;
    create index kursus_peserta_usulan on kursus_peserta(usulan_status, gedung_id)
      where usulan_status is not null
`,
  )
  const { rows } = await sql<{
    id: number
    accesses: string
  }>`select id, accesses from "role"`.execute(db)
  for (const { id, accesses } of rows) {
    const held: string[] = JSON.parse(accesses)
    const gained = gains.flatMap(([has, gets]) => (held.includes(has) ? [gets] : []))
    if (held[0] === '*' || gained.length === 0) continue
    const all = JSON.stringify([...new Set([...held, ...gained])])
    await sql`update "role" set accesses = ${all}, versi = versi + 1 where id = ${id}`.execute(db)
  }
}
