import { sql, type Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'
import { engineOf } from '#server/db/engine.ts'
import { fold } from '#server/db/fold.ts'

interface Old {
  ruang: {
    id: number
    nama: string
    nama_kunci: string
    gedung_id: number
    kapasitas: number
    fasilitas: string
    status: string
    cari: string
    created_at: string
    updated_at: string
  }
  kursus_pelatih: {
    id: number
    gedung_id: number
    ruang: string
    ruang_id: number | null
    kapasitas: number | null
    status: string
  }
}
const kelas = `BASE, kode TEXT not null unique, nama TEXT not null, nama_kunci TEXT not null, pelatih_id integer not null references "user"(id),
  kursus_id integer not null references kursus(id), gedung_id integer not null references gedung(id), ruang_id integer not null references ruang(id), hari integer not null,
  jam_mulai TEXT not null, jam_selesai TEXT not null, mulai TEXT not null, selesai TEXT, kapasitas integer, status TEXT not null, catatan TEXT, cari TEXT not null, check (hari between 1 and 7)`
const kolom = `id, versi, created_at, created_by, updated_at, updated_by, kode, nama, nama_kunci, pelatih_id, kursus_id, gedung_id, ruang_id, hari, jam_mulai, jam_selesai, mulai, selesai, kapasitas, status, catatan, cari`

/**
 * Logos, rooms and days without lessons. A class's room was text: each text of an outlet becomes a
 * room that its largest class fits into.
 */
export const up = async (db: Kysely<Old>): Promise<void> => {
  const run = (text: string) => ddl(db as never, text)
  await run(`
    alter table gedung add column logo integer;
    create table ruang (BASE, nama TEXT not null, nama_kunci TEXT not null, gedung_id integer not null references gedung(id), kapasitas integer not null, fasilitas TEXT not null, status TEXT not null,
      cari TEXT not null, unique (nama_kunci, gedung_id), check (kapasitas >= 1));
    create index ruang_gedung on ruang(gedung_id);
    create table hari_libur (BASE, nama TEXT not null, nama_kunci TEXT not null, tanggal TEXT not null, gedung_id integer references gedung(id), jenis TEXT not null, prorata BIT not null, cari TEXT not null,
      unique (tanggal, gedung_id));
    create unique index hari_libur_umum on hari_libur(tanggal) where gedung_id is null;
    create index billing_payment_bank on billing_payment(bank_id);
    alter table kursus_pelatih add column ruang_id integer
  `)
  const classes = await db
    .selectFrom('kursus_pelatih')
    .select(['id', 'gedung_id', 'ruang', 'kapasitas', 'status'])
    .orderBy('id')
    .execute()
  const time = new Date().toISOString()
  for (const own of Map.groupBy(classes, (k) => `${k.gedung_id} ${fold(k.ruang)}`).values()) {
    const [{ gedung_id, ruang: nama }] = own as [Old['kursus_pelatih']]
    const { id } = await db
      .insertInto('ruang')
      .values({
        nama,
        nama_kunci: fold(nama),
        gedung_id,
        kapasitas: Math.max(1, ...own.map((k) => k.kapasitas ?? 1)),
        fasilitas: '[]',
        status: 'aktif',
        cari: fold(nama),
        created_at: time,
        updated_at: time,
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    for (let at = 0; at < own.length; at += 500)
      await db
        .updateTable('kursus_pelatih')
        .set({ ruang_id: id })
        .where(
          'id',
          'in',
          own.slice(at, at + 500).map((k) => k.id),
        )
        .execute()
  }
  if (engineOf(db) === 'postgres')
    await run(
      'alter table kursus_pelatih drop column ruang; alter table kursus_pelatih alter column ruang_id set not null; alter table kursus_pelatih add foreign key (ruang_id) references ruang(id)',
    )
  else {
    // SQLite adds no constraint to a column: the table is made anew. What refers to it finds its
    // rows there again before the migration ends, and ids that were used stay used.
    const last = await sql<{
      seq: number
    }>`select seq from sqlite_sequence where name = 'kursus_pelatih'`.execute(db)
    await sql`pragma defer_foreign_keys = on`.execute(db)
    await sql
      .raw(`create table kursus_pelatih_lama as select ${kolom} from kursus_pelatih`)
      .execute(db)
    await run(`drop table kursus_pelatih; create table kursus_pelatih (${kelas})`)
    await sql
      .raw(`insert into kursus_pelatih (${kolom}) select ${kolom} from kursus_pelatih_lama`)
      .execute(db)
    await run(
      `drop table kursus_pelatih_lama; create index kursus_pelatih_pelatih on kursus_pelatih(pelatih_id); create index kursus_pelatih_gedung on kursus_pelatih(gedung_id, hari); create index kursus_pelatih_kursus on kursus_pelatih(kursus_id)`,
    )
    await sql`delete from sqlite_sequence where name = 'kursus_pelatih'`.execute(db)
    for (const { seq } of last.rows)
      await sql`insert into sqlite_sequence (name, seq) values ('kursus_pelatih', ${seq})`.execute(
        db,
      )
  }
  await run('create index kursus_pelatih_ruang on kursus_pelatih(ruang_id, hari)')
}
