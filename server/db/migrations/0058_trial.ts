import { sql, type Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

const gained = ['lead/trial', 'lead/batal-trial']
/** The seeded roles of admins and sales people, whatever they are called by now. */
const seeded = [2, 4]

/**
 * Trial lessons of leads (domain.md 2.3): whose each lesson is, with what its coach marked, and of
 * each lead the one that counts now.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await ddl(
    db,
    `
  alter table lead add column trial_pertemuan_id integer references pertemuan(id);
  create unique index lead_trial on lead(trial_pertemuan_id) where trial_pertemuan_id is not null;
  create table trial_lead (BASE, pertemuan_id integer not null unique references pertemuan(id), lead_id integer not null references lead(id), kode_absensi TEXT, catatan TEXT,
    ditandai_at TEXT, ditandai_oleh integer, check ((kode_absensi is null) = (ditandai_at is null)));
  create index trial_lead_lead on trial_lead(lead_id)
`,
  )
  const { rows } = await sql<{
    id: number
    accesses: string
  }>`select id, accesses from "role"`.execute(db)
  for (const { id, accesses } of rows) {
    const held: string[] = JSON.parse(accesses)
    if (held[0] === '*' || !seeded.includes(id)) continue
    const all = JSON.stringify([...new Set([...held, ...gained])])
    await sql`update "role" set accesses = ${all}, versi = versi + 1 where id = ${id}`.execute(db)
  }
}
