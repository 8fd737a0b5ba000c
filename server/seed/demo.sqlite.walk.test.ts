import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import { openSqlite } from '#server/db/engine.ts'
import { migrate } from '#server/db/migrate/migrate.ts'
import { seedDemo } from '#server/seed/demo.ts'

test('has on each day of a week a make-up that the demo student can cancel', async () => {
  for (let n = 0; n < 7; n++) {
    const day = addDays(currentDay(), n)
    const { db } = openSqlite(':memory:')
    await migrate(db)
    await seedDemo(db, () => undefined, day)
    const { rows } = await sql`
      select k.id from kredit_pengganti k
      join "user" u on u.id = k.peserta_id join pertemuan p on p.id = k.pertemuan_id
      where u.username = 'peserta' and k.status = 'dipesan'
        and p.status = 'terjadwal' and p.tanggal >= ${addDays(day, 2)}`.execute(db)
    expect(rows.length, day).toBeGreaterThan(0)
    await db.destroy()
  }
}, 60_000)
