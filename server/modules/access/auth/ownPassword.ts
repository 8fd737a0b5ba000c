/** Checks the password that callers enter again before a change of their own account. */
import { invalidField } from '#server/errors.ts'
import { countAttempt, forgetAttempt, verifyPassword } from '#server/http/auth.ts'
import type { Ctx } from '#server/http/context.ts'

/** Throws `wrong` (422) for a wrong password of the caller, and 429 after too many tries. */
export const checkOwnPassword = async (
  { db, actor }: Ctx,
  password: string,
  wrong = invalidField('password', 'Password salah'),
): Promise<void> => {
  const { password_hash } = await db
    .selectFrom('user')
    .select('password_hash')
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow()
  const key = `sandi:${actor.id}`
  await countAttempt(db, { [key]: 5 })
  if (!(await verifyPassword(password_hash, password))) throw wrong
  await forgetAttempt(db, key)
}
