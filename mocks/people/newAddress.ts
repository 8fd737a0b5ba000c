/** Stores secret links of a user, and requests new email addresses that the user must confirm. */
import { makeAkun } from '#mocks/people/family.ts'
import { must, type School } from '#mocks/school/school.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { now } from '#server/http/context.ts'

/**
 * Stores a calendar link, a requested email address and an access token of a user. Their token
 * hashes are invalid, so that no token matches.
 */
export const storeLinks = async (db: Db, user_id: number): Promise<void> => {
  const tokenRow = { user_id, token_hash: `x${user_id}`, dibuat: now(), dibuat_oleh: user_id }
  await db.insertInto('kalender').values(tokenRow).execute()
  const wish = { email: `baru.${user_id}@contoh.id`, segel: 'x', kedaluwarsa: now() }
  await db
    .insertInto('email_baru')
    .values({ ...tokenRow, ...wish })
    .execute()
  await db
    .insertInto('token_akses')
    .values({
      user_id,
      nama: 'Toko',
      awalan: 'nada_x',
      token_hash: `x${user_id}`,
      token_versi: 1,
      kode: '[]',
      gedung: '[]',
      dibuat: now(),
      terpakai: null,
      kedaluwarsa: now(),
    })
    .execute()
}

let last = 0
/**
 * Creates a payer who has logged in before. As an admin, changes the payer's email address, which
 * the payer then must confirm. Returns the old address (`before`), the new address (`email`) and
 * the token of the confirmation mail.
 */
export const newAddress = async (
  s: School,
): Promise<{ id: number; before: string; email: string; token: string }> => {
  const n = ++last
  const [before, email] = [`lama.${n}@contoh.id`, `baru.${n}@contoh.id`]
  const id = await makeAkun(s, { email: before })
  await s.db.updateTable('user').set({ last_login_at: now() }).where('id', '=', id).execute()
  const { versi } = must(await s.superadmin.get<{ versi: number }>(`/user/view?id=${id}`))
  s.outbox.length = 0
  must(await s.admin.post(`/user/update?id=${id}`, { versi, email }))
  const mail = s.outbox.find(({ to }) => to === email)
  const token = /konfirmasi=([\w-]{22})/.exec(JSON.stringify(mail))?.[1] ?? ''
  return { id, before, email, token }
}
