/**
 * Calls of an activation (domain.md 2.3, 3.11): the handlers of its steps. Some handlers also send
 * a mail to the applicant.
 */
import type { Handlers } from '#server/http/calls.ts'
import type { Ctx } from '#server/http/context.ts'
import type { Body } from '#server/http/routes.ts'
import type { ApplicantStep } from '#server/mail/mails.ts'
import { addEnrolment, previewEnrolment } from '#server/modules/sales/activation/course.ts'
import { freeSlots } from '#server/modules/sales/activation/search.ts'
import { activationState, saveActivation } from '#server/modules/sales/activation/state.ts'
import { addStudent } from '#server/modules/sales/activation/student.ts'
import { undoActivation } from '#server/modules/sales/activation/undo.ts'
import { mailApplicant } from '#server/modules/sales/applicants/applicantMails.ts'

/** Wraps the handler of a step so that a self-registered applicant gets one mail about the step. */
const withApplicantMail =
  <I, Q extends { id: number; sumber?: string | undefined }, A extends { sudah: boolean }>(
    run: (ctx: Ctx, input: I, query: Q, body: Body) => Promise<A | Response>,
    step: ApplicantStep,
  ) =>
  async (ctx: Ctx, input: I, query: Q, body: Body) => {
    const answer = await run(ctx, input, query, body)
    const isDone = !(answer instanceof Response) && !answer.sudah
    if (isDone && query.sumber === 'mandiri') await mailApplicant(ctx, query.id, step)
    return answer
  }

export const activationCalls: Pick<
  Handlers,
  | 'activationState'
  | 'saveActivation'
  | 'addStudent'
  | 'addEnrolment'
  | 'previewEnrolment'
  | 'undoActivation'
  | 'freeSlots'
> = {
  activationState,
  saveActivation,
  addStudent: withApplicantMail(addStudent, 'terdaftar'),
  addEnrolment: withApplicantMail(addEnrolment, 'kursus'),
  previewEnrolment,
  undoActivation,
  freeSlots,
}
