/**
 * Mails that tell applicants about a completed step. Callers send a mail after the transaction of
 * the step is committed (domain.md 2.3).
 */
import type { Ctx } from '#server/http/context.ts'
import { applicantMail, type ApplicantStep } from '#server/mail/mails.ts'
import { readSettings } from '#server/settings.ts'

/**
 * Mails an applicant about a step. If the applicant's mail address has become the payer's address,
 * the mail goes to the payer.
 */
export const mailApplicant = async (ctx: Ctx, id: number, step: ApplicantStep): Promise<void> => {
  const row = await ctx.db
    .selectFrom('user')
    .leftJoin('user as akun', 'akun.id', 'user.akun_billing_id')
    .select(['user.email', 'akun.email as email_akun'])
    .where('user.id', '=', id)
    .executeTakeFirst()
  const to = row?.email ?? row?.email_akun
  if (!to) return
  ctx.mail.send(applicantMail(to, await readSettings(ctx.db), step))
}
