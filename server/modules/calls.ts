/**
 * Handlers of the API calls that belong to no resource. The type of the record makes a missing
 * handler a compile error.
 */
import type { Handlers } from '#server/http/calls.ts'
import { imporCalls } from '#server/import/calls.ts'
import { pindahanCalls } from '#server/import/pindahan/calls.ts'
import { pekerjaanCalls } from '#server/jobs/calls.ts'
import { auditCalls } from '#server/modules/access/audit.ts'
import { authCalls } from '#server/modules/access/auth/calls.ts'
import { invitationCalls } from '#server/modules/access/auth/invitation.ts'
import { otpCalls } from '#server/modules/access/auth/otp.ts'
import { profileCalls } from '#server/modules/access/auth/profile.ts'
import { registerCalls } from '#server/modules/access/auth/register.ts'
import { secondFactorCalls } from '#server/modules/access/auth/secondFactor/secondFactor.ts'
import { tokenCalls } from '#server/modules/access/auth/token/token.ts'
import { menuCountCalls } from '#server/modules/access/menuCounts.ts'
import { noticeCalls } from '#server/modules/access/notices.ts'
import { userCalls } from '#server/modules/access/user/calls.ts'
import { newEmailCalls } from '#server/modules/access/user/save/newEmail.ts'
import { secretLinkCalls } from '#server/modules/access/user/secretLinks.ts'
import { waitingCalls } from '#server/modules/access/waiting.ts'
import { billingFormCalls } from '#server/modules/billing/bills/formCalls.ts'
import { generateCalls } from '#server/modules/billing/generate/calls.ts'
import { mutasiBankCalls } from '#server/modules/billing/mutasiBank/import.ts'
import { pengingatCalls } from '#server/modules/billing/pengingat/calls.ts'
import { payerPortalCalls } from '#server/modules/billing/portal/portal.ts'
import { promoCalls } from '#server/modules/billing/promo/calls.ts'
import { publishCalls } from '#server/modules/billing/publish/publishMany.ts'
import { saldoCalls } from '#server/modules/billing/saldo/saldo.ts'
import { statementCalls } from '#server/modules/billing/saldo/statement.ts'
import { statementMailCalls } from '#server/modules/billing/saldo/statementMail.ts'
import { shareCalls } from '#server/modules/billing/share/calls.ts'
import { tutupKasCalls } from '#server/modules/billing/tutupKas/calls.ts'
import { holidayCalls } from '#server/modules/catalog/holidayCalls.ts'
import { hargaCalls } from '#server/modules/catalog/kursusHarga.ts'
import { letterheadCalls } from '#server/modules/catalog/letterhead.ts'
import { fileCalls } from '#server/modules/files/calls.ts'
import { moduleOf } from '#server/modules/registry.ts'
import { reportCalls } from '#server/modules/report/calls.ts'
import { trendCalls } from '#server/modules/report/trend.ts'
import { activationCalls } from '#server/modules/sales/activation/calls.ts'
import { applicantCalls } from '#server/modules/sales/applicants/applicants.ts'
import { completionCalls } from '#server/modules/sales/applicants/completion.ts'
import { leadCalls } from '#server/modules/sales/leads/leadCalls.ts'
import { portalSalesCalls } from '#server/modules/sales/portal/portal.ts'
import { slotCalls } from '#server/modules/sales/slots/slots.ts'
import { attendanceCalls } from '#server/modules/schedule/attendance/calls.ts'
import { calendarCalls } from '#server/modules/schedule/calendar/calendar.ts'
import { feedCalls } from '#server/modules/schedule/calendar/feed.ts'
import { portalCalls } from '#server/modules/schedule/calendar/portal.ts'
import { substituteCalls } from '#server/modules/schedule/coaches/substitutes.ts'
import { conflictCalls } from '#server/modules/schedule/conflicts/conflictCalls.ts'
import { jadwalCalls } from '#server/modules/schedule/conflicts/freeSlots.ts'
import { enrolmentReads } from '#server/modules/schedule/enrolments/enrolmentDetail.ts'
import { enrolmentPreviews } from '#server/modules/schedule/enrolments/enrolmentPreviews.ts'
import { honorCalls } from '#server/modules/schedule/honor/calls.ts'
import { makeUpCalls } from '#server/modules/schedule/makeUps/calls.ts'
import { proposalCalls } from '#server/modules/schedule/nextClass/graduationProposal.ts'
import { nextClassCalls } from '#server/modules/schedule/nextClass/nextClassCalls.ts'
import { searchCalls } from '#server/modules/search/search.ts'
import { integrityCalls } from '#server/modules/settings/integrity.ts'
import { lockCalls } from '#server/modules/settings/openBefore.ts'
import { settingCalls } from '#server/modules/settings/setting.ts'
import { setupCalls } from '#server/modules/settings/setup.ts'

export const handlers: Handlers = {
  ...authCalls,
  ...invitationCalls,
  ...tokenCalls,
  ...secretLinkCalls,
  ...newEmailCalls,
  ...otpCalls,
  ...registerCalls,
  ...profileCalls,
  ...secondFactorCalls,
  ...auditCalls,
  ...userCalls,
  ...waitingCalls,
  ...jadwalCalls,
  ...calendarCalls,
  ...enrolmentPreviews,
  ...enrolmentReads,
  ...nextClassCalls,
  ...attendanceCalls,
  ...feedCalls,
  ...portalCalls,
  ...proposalCalls,
  ...makeUpCalls,
  ...honorCalls,
  ...conflictCalls,
  ...substituteCalls,
  ...hargaCalls,
  ...letterheadCalls,
  ...holidayCalls,
  ...billingFormCalls,
  ...saldoCalls,
  ...statementCalls,
  ...statementMailCalls,
  ...tutupKasCalls,
  ...generateCalls,
  ...publishCalls,
  ...mutasiBankCalls,
  ...settingCalls,
  ...setupCalls,
  ...lockCalls,
  ...integrityCalls(moduleOf),
  ...pekerjaanCalls,
  ...searchCalls,
  ...fileCalls(moduleOf),
  ...imporCalls,
  ...pindahanCalls,
  ...promoCalls,
  ...shareCalls,
  ...pengingatCalls,
  ...menuCountCalls,
  ...trendCalls,
  ...noticeCalls,
  ...leadCalls,
  ...slotCalls,
  ...activationCalls,
  ...applicantCalls,
  ...completionCalls,
  ...payerPortalCalls,
  ...portalSalesCalls,
  ...reportCalls,
}
