import { sql, type Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * The activation of leads and applicants (domain.md 2.3, 3.11): how far it has come and what was
 * typed and not sent yet, one row for each of them. A lead becomes one student and one enrolment.
 * `tunggu_at`: an enrolment that keeps its seat although it has not begun, until the registration is
 * paid or the coach has agreed.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await ddl(
    db,
    `
  alter table "user" add column lead_id integer references lead(id);
  create unique index user_lead on "user"(lead_id) where lead_id is not null;
  alter table kursus_peserta add column lead_id integer references lead(id);
  alter table kursus_peserta add column tunggu_at TEXT;
  create unique index kursus_peserta_lead on kursus_peserta(lead_id) where lead_id is not null;
  alter table lead add column user_id integer references "user"(id);
  create index lead_user on lead(user_id) where user_id is not null;
  create table aktivasi (BASE, lead_id integer unique references lead(id), peserta_id integer unique references "user"(id), langkah TEXT, isian TEXT,
    kelas_baru_id integer, check ((lead_id is null) <> (peserta_id is null)), check (langkah is null or langkah in ('peserta', 'kursus')))
`,
  )
  const { rows } = await sql<{
    id: number
    accesses: string
  }>`select id, accesses from "role"`.execute(db)
  for (const { id, accesses } of rows) {
    const held: string[] = JSON.parse(accesses)
    if (!held.includes('lead/serahkan') || held.includes('lead/urungkan-aktivasi')) continue
    const all = JSON.stringify([...held, 'lead/urungkan-aktivasi'])
    await sql`update "role" set accesses = ${all}, versi = versi + 1 where id = ${id}`.execute(db)
  }
}
