import { sql, type Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'
import { engineOf } from '#server/db/engine.ts'

/**
 * Indexes for a search in part of a word (decision 0257). For each large table, another table holds
 * each text of the column `cari` once, with a trigram index; triggers keep it. Codes, such as the
 * numbers of documents, leave `cari`, because otherwise no two texts would be equal. They have
 * trigram indexes of their own.
 */
interface Searched {
  table: string
  /** Columns of the index by text. */
  index: string
  codes: readonly string[]
}
const searched: readonly Searched[] = [
  { table: 'billing', index: 'cari, gedung_id', codes: ['nomor'] },
  { table: 'billing_payment', index: 'cari, gedung_id', codes: ['nomor', 'referensi'] },
  { table: 'konfirmasi_pembayaran', index: 'cari', codes: ['nomor'] },
  ...['kursus_peserta', 'lead', 'mutasi_bank', 'pengingat', 'user'].map((table) => ({
    table,
    index: 'cari',
    codes: [],
  })),
]

/** Statements of the triggers that keep the texts of a table. */
const textsOf = (table: string) => ({
  add: `insert into ${table}_teks (teks) select new.cari where not exists (select 1 from ${table}_teks where teks = new.cari);`,
  remove: `delete from ${table}_teks where teks = old.cari and not exists (select 1 from "${table}" where cari = old.cari);`,
})

/**
 * Trigram index of columns on SQLite, a table of FTS5 that triggers keep. It has an entry for each
 * row, even for a row without codes, because FTS5 reports damage when a row leaves that never came.
 */
const trigramsOnSqlite = (table: string, columns: readonly string[]): string[] => {
  const index = `${table}_trigram`
  const list = columns.join(', ')
  const values = (row: string) => columns.map((c) => `${row}.${c}`).join(', ')
  const add = `insert into ${index} (rowid, ${list}) values (new.id, ${values('new')});`
  const remove = `insert into ${index} (${index}, rowid, ${list}) values ('delete', old.id, ${values('old')});`
  const isChanged = columns.map((c) => `old.${c} is not new.${c}`).join(' or ')
  return [
    `create virtual table ${index} using fts5(${list}, content='${table}', content_rowid='id', tokenize='trigram', detail='none', columnsize=0)`,
    // Erased names leave the index at once, and not only when FTS5 merges its parts.
    `insert into ${index} (${index}, rank) values ('secure-delete', 1)`,
    `insert into ${index} (${index}) values ('rebuild')`,
    `create trigger ${index}_tambah after insert on ${table} begin ${add} end`,
    `create trigger ${index}_ubah after update of ${list} on ${table} when ${isChanged} begin ${remove} ${add} end`,
    `create trigger ${index}_hapus after delete on ${table} begin ${remove} end`,
  ]
}
const onSqlite = ({ table, codes }: Searched): string[] => {
  const { add, remove } = textsOf(table)
  return [
    ...trigramsOnSqlite(`${table}_teks`, ['teks']),
    ...(codes.length > 0 ? trigramsOnSqlite(table, codes) : []),
    `create trigger ${table}_teks_tambah after insert on "${table}" begin ${add} end`,
    `create trigger ${table}_teks_ubah after update of cari on "${table}" when old.cari <> new.cari begin ${remove} ${add} end`,
    `create trigger ${table}_teks_hapus after delete on "${table}" begin ${remove} end`,
  ]
}
/**
 * The trigger reads the table of texts before it writes, so that serializable transactions notice
 * when one of them deletes a text that the other one uses.
 */
const onPostgres = ({ table, codes }: Searched): string[] => {
  const { add, remove } = textsOf(table)
  const call = `for each row execute function ${table}_teks_jaga()`
  const trigrams = codes.map((column) => `lower(${column}) gin_trgm_ops`)
  return [
    `create index ${table}_teks_trigram on ${table}_teks using gin (teks gin_trgm_ops)`,
    // Leaves out drafts, which have no number yet.
    ...(codes.length > 0
      ? [
          `create index ${table}_trigram on ${table} using gin (${trigrams.join(', ')}) where ${codes.map((c) => `${c} is not null`).join(' or ')}`,
        ]
      : []),
    `create function ${table}_teks_jaga() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' then ${remove} end if;
      if tg_op <> 'DELETE' then ${add} end if;
      return null; end $$`,
    `create trigger ${table}_teks_ada after insert or delete on "${table}" ${call}`,
    `create trigger ${table}_teks_ubah after update of cari on "${table}" for each row when (old.cari <> new.cari) execute function ${table}_teks_jaga()`,
  ]
}

/** Removes the number at the beginning of `cari`, and the reference of a payment at its end. */
const removeCodes = `
  update billing set cari = substr(cari, length(nomor) + 2)
    where nomor is not null and substr(cari, 1, length(nomor)) = lower(nomor);
  update konfirmasi_pembayaran set cari = substr(cari, length(nomor) + 2)
    where substr(cari, 1, length(nomor)) = lower(nomor);
  update billing_payment set cari = substr(cari, length(nomor) + 2)
    where substr(cari, 1, length(nomor)) = lower(nomor);
  update billing_payment set cari = substr(cari, 1, length(cari) - length(referensi) - 1)
    where length(referensi) > 0
      and substr(cari, length(cari) - length(referensi)) = ' ' || lower(referensi)`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const engine = engineOf(db)
  await ddl(db, removeCodes)
  if (engine === 'postgres') await sql.raw('create extension if not exists pg_trgm').execute(db)
  for (const each of searched) {
    const { table, index } = each
    await ddl(
      db,
      `create table ${table}_teks (id ID, teks TEXT not null unique);
      insert into ${table}_teks (teks) select distinct cari from "${table}";
      create index ${table}_cari on "${table}"(${index})`,
    )
    for (const statement of engine === 'sqlite' ? onSqlite(each) : onPostgres(each))
      await sql.raw(statement).execute(db)
  }
}
