import { sql, type Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'
import { engineOf } from '#server/db/engine.ts'

/**
 * Indexes for a search in part of a word (decision 0257). `teks_cari` holds each text of the column
 * `cari` once, with a trigram index; triggers keep it. Document numbers leave `cari`, because
 * otherwise no two texts would be equal; they have trigram indexes of their own.
 */
const texts: Readonly<Record<string, string>> = {
  billing: 'cari, gedung_id',
  billing_payment: 'cari, gedung_id',
  konfirmasi_pembayaran: 'cari',
  kursus_peserta: 'cari',
  lead: 'cari',
  mutasi_bank: 'cari',
  pengingat: 'cari',
  user: 'cari',
}
const numbers = ['billing', 'billing_payment', 'konfirmasi_pembayaran']
const beginWithNumber = [...numbers, 'pengeluaran_sales']

const isUnused = `not exists (${Object.keys(texts)
  .map((table) => `select 1 from "${table}" where cari = old.cari`)
  .join(' union all ')})`
const removeText = `delete from teks_cari where teks = old.cari and ${isUnused};`
const addText =
  'insert into teks_cari (teks) select new.cari where not exists (select 1 from teks_cari where teks = new.cari);'

/** Trigram index of a column on SQLite, a table of FTS5 that triggers keep. */
const trigramsOnSqlite = (table: string, column: string): string[] => {
  const index = `${table}_trigram`
  const add = `insert into ${index} (rowid, ${column}) select new.id, new.${column} where new.${column} is not null;`
  const remove = `insert into ${index} (${index}, rowid, ${column}) select 'delete', old.id, old.${column} where old.${column} is not null;`
  return [
    `create virtual table ${index} using fts5(${column}, content='${table}', content_rowid='id', tokenize='trigram', detail='none', columnsize=0)`,
    // Erased names leave the index at once, and not only when FTS5 merges its parts.
    `insert into ${index} (${index}, rank) values ('secure-delete', 1)`,
    `insert into ${index} (rowid, ${column}) select id, ${column} from ${table} where ${column} is not null`,
    `create trigger ${index}_tambah after insert on ${table} begin ${add} end`,
    `create trigger ${index}_ubah after update of ${column} on ${table} when old.${column} is not new.${column} begin ${remove} ${add} end`,
    `create trigger ${index}_hapus after delete on ${table} begin ${remove} end`,
  ]
}
const onSqlite = (): string[] => [
  ...trigramsOnSqlite('teks_cari', 'teks'),
  ...numbers.flatMap((table) => trigramsOnSqlite(table, 'nomor')),
  ...Object.keys(texts).flatMap((table) => [
    `create trigger ${table}_cari_tambah after insert on "${table}" begin ${addText} end`,
    `create trigger ${table}_cari_ubah after update of cari on "${table}" when old.cari <> new.cari begin ${removeText} ${addText} end`,
    `create trigger ${table}_cari_hapus after delete on "${table}" begin ${removeText} end`,
  ]),
]
/**
 * Both statements first read `teks_cari`, so that serializable transactions notice when one of them
 * deletes a text that the other one uses.
 */
const onPostgres = (): string[] => [
  'create extension if not exists pg_trgm',
  'create index teks_cari_trigram on teks_cari using gin (teks gin_trgm_ops)',
  ...numbers.map(
    (table) =>
      `create index ${table}_trigram on ${table} using gin (lower(nomor) gin_trgm_ops) where nomor is not null`,
  ),
  `create function jaga_teks_cari() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' then ${removeText} end if;
    if tg_op <> 'DELETE' then ${addText} end if;
    return null; end $$`,
  ...Object.keys(texts).flatMap((table) => [
    `create trigger ${table}_cari after insert or delete on "${table}" for each row execute function jaga_teks_cari()`,
    `create trigger ${table}_cari_ubah after update of cari on "${table}" for each row when (old.cari <> new.cari) execute function jaga_teks_cari()`,
  ]),
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const all = Object.entries(texts)
  await ddl(
    db,
    [
      ...beginWithNumber.map(
        (table) =>
          `update ${table} set cari = substr(cari, length(nomor) + 2)
            where nomor is not null and substr(cari, 1, length(nomor) + 1) in (lower(nomor) || ' ', lower(nomor))`,
      ),
      'create table teks_cari (id ID, teks TEXT not null unique)',
      ...all.map(
        ([table]) =>
          `insert into teks_cari (teks) select distinct cari from "${table}" where cari not in (select teks from teks_cari)`,
      ),
      ...all.map(([table, columns]) => `create index ${table}_cari on "${table}"(${columns})`),
    ].join(';'),
  )
  for (const statement of engineOf(db) === 'sqlite' ? onSqlite() : onPostgres())
    await sql.raw(statement).execute(db)
}
