import { sql, type Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'
import { engineOf } from '#server/db/engine.ts'

/**
 * Kept counts and sums of bills and payments (decision 0261). For each large table, another table
 * holds the number of rows and the sums for each combination of outlet, month and state. Triggers
 * keep them in the transaction of the writer.
 */
interface Kept {
  table: string
  /** Columns with a type, by which rows are grouped. `void_at` is `batal` in all void rows. */
  keys: readonly (readonly [name: string, type: string])[]
  sums: readonly string[]
}
const kept: readonly Kept[] = [
  {
    table: 'billing',
    keys: [
      ['gedung_id', 'integer not null'],
      ['periode', 'TEXT'],
      ['status', 'integer not null'],
      ['payment_status', 'integer not null'],
      ['sumber', 'TEXT not null'],
      ['void_at', 'TEXT'],
    ],
    sums: ['total', 'terbayar', 'sisa'],
  },
  {
    table: 'billing_payment',
    keys: [
      ['gedung_id', 'integer not null'],
      ['metode', 'integer not null'],
      ['bank_id', 'integer'],
      ['void_at', 'TEXT'],
    ],
    sums: ['jumlah'],
  },
]

/** Returns the value of a key column in a row of the table. */
const keyIn = (row: string, name: string): string =>
  name === 'void_at'
    ? `case when ${row}.void_at is null then null else 'batal' end`
    : `${row}.${name}`

const listsOf = ({ keys, sums }: Kept) => {
  const names = keys.map(([name]) => name)
  return { names, numbers: ['jumlah_baris', ...sums], all: [...names, 'jumlah_baris', ...sums] }
}

/**
 * Triggers of SQLite. They change the row of a group, or insert it if the group is new. There is at
 * most one writer, so that no group can get two rows.
 */
const onSqlite = (each: Kept): string[] => {
  const { table, sums } = each
  const { names, numbers, all } = listsOf(each)
  const add = (row: string, sign: '+' | '-') => {
    const amounts = ['1', ...sums.map((name) => `${row}.${name}`)]
    const changes = numbers.map((name, i) => `${name} = ${name} ${sign} ${amounts[i]}`)
    const group = names.map((name) => `${name} is ${keyIn(row, name)}`)
    const values = [
      ...names.map((name) => keyIn(row, name)),
      ...amounts.map((amount) => `${sign}${amount}`),
    ]
    return `update ${table}_rekap set ${changes.join(', ')} where ${group.join(' and ')};
      insert into ${table}_rekap (${all.join(', ')}) select ${values.join(', ')} where changes() = 0;`
  }
  const columns = [...names, ...sums]
  const isChanged = columns.map((name) => `old.${name} is not new.${name}`).join(' or ')
  return [
    `create trigger ${table}_rekap_tambah after insert on ${table} begin ${add('new', '+')} end`,
    `create trigger ${table}_rekap_ubah after update of ${columns.join(', ')} on ${table} when ${isChanged} begin ${add('old', '-')} ${add('new', '+')} end`,
    `create trigger ${table}_rekap_hapus after delete on ${table} begin ${add('old', '-')} end`,
  ]
}

/**
 * Triggers of PostgreSQL. They insert the differences that a statement makes, at most one row per
 * group, and change no row, so that writers do not wait for each other. A job adds the differences
 * up.
 */
const onPostgres = (each: Kept): string[] => {
  const { table, sums } = each
  const { names, numbers, all } = listsOf(each)
  const rowsOf = (rows: string, sign: '+' | '-') => {
    const keys = names.map((name) => `${keyIn('r', name)} as ${name}`)
    const amounts = sums.map((name) => `${sign}r.${name} as ${name}`)
    return `select ${keys.join(', ')}, ${sign}1 as jumlah_baris, ${amounts.join(', ')} from ${rows} r`
  }
  const added = (rows: string) => {
    const totals = numbers.map((name) => `sum(d.${name})`)
    return `insert into ${table}_rekap (${all.join(', ')})
      select ${[...names.map((name) => `d.${name}`), ...totals].join(', ')} from (${rows}) d
      group by ${names.map((name) => `d.${name}`).join(', ')}
      having ${totals.map((total) => `${total} <> 0`).join(' or ')};`
  }
  const call = `for each statement execute function ${table}_rekap_jaga()`
  return [
    `create function ${table}_rekap_jaga() returns trigger language plpgsql as $$ begin
      if tg_op = 'INSERT' then ${added(rowsOf('baru', '+'))}
      elsif tg_op = 'DELETE' then ${added(rowsOf('lama', '-'))}
      else ${added(`${rowsOf('lama', '-')} union all ${rowsOf('baru', '+')}`)} end if;
      return null; end $$`,
    `create trigger ${table}_rekap_tambah after insert on ${table} referencing new table as baru ${call}`,
    `create trigger ${table}_rekap_ubah after update on ${table} referencing old table as lama new table as baru ${call}`,
    `create trigger ${table}_rekap_hapus after delete on ${table} referencing old table as lama ${call}`,
  ]
}

/**
 * Indexes that sort lists. They contain the columns of the usual conditions, so that a deep page
 * skips rows without reading them.
 */
const sortedLists = `
  drop index billing_baru;
  create index billing_baru on billing(created_at, id, gedung_id);
  drop index billing_bayar;
  create index billing_bayar on billing(payment_status, created_at, id, gedung_id)
    where status = 1 and void_at is null;
  drop index billing_payment_baru;
  create index billing_payment_baru on billing_payment(created_at, id, gedung_id);
  create index mutasi_saldo_baru on mutasi_saldo(created_at, id);
  drop index user_nama;
  create index user_nama on "user"(name_kunci, id, status, role_id, gedung_id)`

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const engine = engineOf(db)
  await ddl(db, sortedLists)
  for (const each of kept) {
    const { table, keys, sums } = each
    const { names, all } = listsOf(each)
    const columns = keys.map(([name, type]) => `${name} ${type}`)
    await ddl(
      db,
      `create table ${table}_rekap (id ID, ${columns.join(', ')},
        jumlah_baris integer not null, ${sums.map((name) => `${name} RUPIAH not null`).join(', ')});
      insert into ${table}_rekap (${all.join(', ')})
        select ${names.map((name) => keyIn('b', name)).join(', ')}, count(*),
          ${sums.map((name) => `sum(b.${name})`).join(', ')}
        from ${table} b group by ${names.map((_, i) => i + 1).join(', ')};
      create index ${table}_rekap_kelompok on ${table}_rekap(${names.join(', ')})`,
    )
    for (const statement of engine === 'sqlite' ? onSqlite(each) : onPostgres(each))
      await sql.raw(statement).execute(db)
  }
}
