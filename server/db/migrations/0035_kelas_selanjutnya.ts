import { sql, type Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

const prefix = 'kursus-peserta'
const may = {
  staff: ['aktifkan', 'cuti', 'kembali', 'berhenti', 'batal-permintaan'],
  admin: ['lulus'],
  family: ['ajukan', 'batal-permintaan'],
}
/** Seeded roles, whatever they are called by now. */
const seeded: Record<number, readonly string[]> = {
  2: [...may.staff, ...may.admin],
  4: may.staff,
  5: may.family,
}

/**
 * The state of an enrolment changes by actions: who could write it keeps what that covered. What an
 * enrolment continues, leaves that are over, and what its family asks for.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await ddl(
    db,
    `
    alter table kursus_peserta add column sebelumnya_id integer references kursus_peserta(id);
    alter table kursus_peserta add column sebelumnya_selesai TEXT;
    alter table kursus_peserta add column catatan_level TEXT;
    alter table kursus_peserta add column diakhiri_at TEXT;
    alter table kursus_peserta add column cuti_lama TEXT not null default '[]';
    alter table kursus_peserta add column permintaan TEXT;
    alter table kursus_peserta add column permintaan_status TEXT;
    alter table kursus_peserta add column permintaan_mulai TEXT;
    alter table kursus_peserta add column permintaan_selesai TEXT;
    alter table kursus_peserta add column permintaan_alasan TEXT;
    alter table kursus_peserta add column permintaan_at TEXT;
    alter table kursus_peserta add column permintaan_jawaban TEXT;
    alter table kursus_pelatih add column lanjutan_dari_id integer references kursus_pelatih(id);
    alter table kursus_pelatih add column lanjutan_selesai TEXT;
    create index kursus_pelatih_lanjutan on kursus_pelatih(lanjutan_dari_id);
    create unique index kursus_peserta_sebelumnya on kursus_peserta(sebelumnya_id);
    create index kursus_peserta_permintaan on kursus_peserta(permintaan_status, gedung_id)
      where permintaan_status is not null
`,
  )
  const { rows } = await sql<{
    id: number
    accesses: string
  }>`select id, accesses from "role"`.execute(db)
  for (const { id, accesses } of rows) {
    const held: string[] = JSON.parse(accesses)
    const writes = held.includes(`${prefix}/update`)
    const gained = seeded[id] ?? (writes ? may.staff : [])
    if (held[0] === '*' || gained.length === 0) continue
    const all = JSON.stringify([...new Set([...held, ...gained.map((a) => `${prefix}/${a}`)])])
    await sql`update "role" set accesses = ${all}, versi = versi + 1 where id = ${id}`.execute(db)
  }
}
