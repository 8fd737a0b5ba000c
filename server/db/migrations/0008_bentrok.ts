import { sql, type Kysely } from 'kysely'
import { engineOf } from '#server/db/engine.ts'

/**
 * The last line of defence against double booking, for every writer (decision 0131): no coach, room
 * or student is in two lessons that take place at the same moment. Triggers, which look when a
 * lesson, a seat or a booking comes to a place or a time; what was there before may stay, end, or
 * be moved away. Writers are serialised (SQLite) or serializable (PostgreSQL), so that two of them
 * at once cannot pass each other.
 */
const takesPlace = (lesson: string) => `${lesson}.status in ('terjadwal', 'selesai')`
const meet = (a: string, b: string) =>
  `${a}.id <> ${b}.id and ${takesPlace(a)} and ${a}.mulai_at < ${b}.selesai_at and ${a}.selesai_at > ${b}.mulai_at`
/** Outlets of other zones may have another day at the same moment. */
const daysOf = {
  sqlite: (lesson: string) =>
    `(date(${lesson}.tanggal, '-1 day'), ${lesson}.tanggal, date(${lesson}.tanggal, '+1 day'))`,
  postgres: (lesson: string) =>
    `(to_char(${lesson}.tanggal::date - 1, 'YYYY-MM-DD'), ${lesson}.tanggal, to_char(${lesson}.tanggal::date + 1, 'YYYY-MM-DD'))`,
}
const hasBegun = (kp: string) =>
  `(${kp}.status not in (0, 9) or (${kp}.diakhiri_at is not null and ${kp}.selesai is not null))`
const sitsIn = (kp: string, p: string) =>
  `(${p}.untuk_pengganti = 0 and ${kp}.mulai <= ${p}.tanggal and ${p}.tanggal <= coalesce(${kp}.selesai, '9999') and ${hasBegun(kp)}
    and not ((${kp}.status = 2 or (${kp}.cuti_mulai is not null and ${kp}.cuti_selesai is not null))
      and coalesce(${kp}.cuti_mulai, '') <= ${p}.tanggal and ${p}.tanggal <= coalesce(${kp}.cuti_selesai, '9999')))`

type Engine = keyof typeof daysOf
/** A student, given as SQL, who is in another lesson while lesson `p` takes place. */
const isElsewhere = (engine: Engine, peserta: string, p: string) => `(
  exists (select 1 from kursus_peserta k2 join pertemuan o on o.kursus_pelatih_id = k2.kursus_pelatih_id and o.tanggal in ${daysOf[engine](p)}
    where k2.peserta_id = ${peserta} and ${meet('o', p)} and ${sitsIn('k2', 'o')})
  or exists (select 1 from kredit_pengganti r2 join pertemuan o on o.id = r2.pertemuan_id
    where r2.peserta_id = ${peserta} and r2.status = 'dipesan' and ${meet('o', p)}))`

interface Guard {
  name: string
  table: string
  /** Columns whose change may bring a row into the way. */
  of: string
  /** Whether a row is looked at; an update also where `changed` holds. */
  when: string
  changed: string
  /** What must not be. */
  found: string
}
const changes = (...columns: string[]) => columns.map((c) => `old.${c} <> new.${c}`).join(' or ')
const differs = (column: string) => `coalesce(old.${column}, '') <> coalesce(new.${column}, '')`
const comes = `not (${takesPlace('old')}) or ${changes('mulai_at', 'selesai_at')}`
const resource = (engine: Engine, column: string): string =>
  `exists (select 1 from pertemuan o where o.${column} = new.${column} and o.tanggal in ${daysOf[engine]('new')} and ${meet('o', 'new')})`

const guards = (engine: Engine): Guard[] => [
  ...['pelatih', 'ruang'].map((name) => ({
    name: `pertemuan_bentrok_${name}`,
    table: 'pertemuan',
    of: `status, mulai_at, selesai_at, ${name}_id`,
    when: takesPlace('new'),
    changed: `${comes} or ${changes(`${name}_id`)}`,
    found: resource(engine, `${name}_id`),
  })),
  {
    name: 'pertemuan_bentrok_peserta',
    table: 'pertemuan',
    of: 'status, mulai_at, selesai_at, untuk_pengganti',
    when: `${takesPlace('new')} and new.mulai_at > new.updated_at`,
    changed: `${comes} or ${changes('untuk_pengganti')}`,
    found: `exists (select 1 from kursus_peserta kp where kp.kursus_pelatih_id = new.kursus_pelatih_id and ${sitsIn('kp', 'new')} and ${isElsewhere(engine, 'kp.peserta_id', 'new')})
      or exists (select 1 from kredit_pengganti kr where kr.pertemuan_id = new.id and kr.status = 'dipesan' and ${isElsewhere(engine, 'kr.peserta_id', 'new')})`,
  },
  {
    name: 'kursus_peserta_bentrok',
    table: 'kursus_peserta',
    of: 'status, mulai, selesai, cuti_mulai, cuti_selesai, diakhiri_at, kursus_pelatih_id, peserta_id',
    when: hasBegun('new'),
    changed: `not ${hasBegun('old')} or ${changes('kursus_pelatih_id', 'peserta_id')} or new.mulai < old.mulai or coalesce(new.selesai, '9999') > coalesce(old.selesai, '9999')
      or (old.status = 2 and new.status <> 2) or ${differs('cuti_mulai')} or ${differs('cuti_selesai')}`,
    found: `exists (select 1 from pertemuan p where p.kursus_pelatih_id = new.kursus_pelatih_id and p.mulai_at > new.updated_at and ${takesPlace('p')} and ${sitsIn('new', 'p')} and ${isElsewhere(engine, 'new.peserta_id', 'p')})`,
  },
  {
    name: 'kredit_pengganti_bentrok',
    table: 'kredit_pengganti',
    of: 'status, pertemuan_id',
    when: `new.status = 'dipesan'`,
    changed: `old.status <> 'dipesan' or coalesce(old.pertemuan_id, 0) <> new.pertemuan_id`,
    found: `exists (select 1 from pertemuan p where p.id = new.pertemuan_id and p.mulai_at > new.updated_at and ${takesPlace('p')} and ${isElsewhere(engine, 'new.peserta_id', 'p')})`,
  },
]

const onSqlite = ({ name, table, of, when, changed, found }: Guard): string[] => {
  const body = `begin select raise(abort, '${name}') where ${found}; end`
  return [
    `create trigger ${name}_baru after insert on ${table} for each row when ${when} ${body}`,
    `create trigger ${name}_ubah after update of ${of} on ${table} for each row when (${when}) and (${changed}) ${body}`,
  ]
}
const onPostgres = ({ name, table, of, when, changed, found }: Guard): string[] => [
  `create function ${name}() returns trigger language plpgsql as $$ begin
    if ${found} then raise exception '${name}' using errcode = 'exclusion_violation', constraint = '${name}'; end if;
    return null; end $$`,
  `create trigger ${name}_baru after insert on ${table} for each row when (${when}) execute function ${name}()`,
  `create trigger ${name}_ubah after update of ${of} on ${table} for each row when ((${when}) and (${changed})) execute function ${name}()`,
]

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const engine = engineOf(db)
  for (const guard of guards(engine))
    for (const statement of engine === 'sqlite' ? onSqlite(guard) : onPostgres(guard))
      await sql.raw(statement).execute(db)
}
