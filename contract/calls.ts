/**
 * Collects every call that one of the imported files exports. The server implements these calls,
 * and the API document describes them. Two kinds of calls are missing: those generated from
 * resources (contract/resource.ts), and those of imports (contract/import/importJob.ts).
 */
import * as auditCalls from '#contract/access/auditCalls.ts'
import * as authCalls from '#contract/access/authCalls.ts'
import * as linkCalls from '#contract/access/linkCalls.ts'
import * as menuCounts from '#contract/access/menuCounts.ts'
import * as noticeCalls from '#contract/access/noticeCalls.ts'
import * as profileCalls from '#contract/access/profileCalls.ts'
import * as secondFactorCalls from '#contract/access/secondFactorCalls.ts'
import * as tokenCalls from '#contract/access/tokenCalls.ts'
import * as userCalls from '#contract/access/userCalls.ts'
import * as waitingCalls from '#contract/access/waitingCalls.ts'
import * as formCalls from '#contract/billing/formCalls.ts'
import * as generateCalls from '#contract/billing/generateCalls.ts'
import * as mutasiBankCalls from '#contract/billing/mutasiBank/mutasiBankCalls.ts'
import * as pengingatCalls from '#contract/billing/pengingat/pengingatCalls.ts'
import * as payerPortalCalls from '#contract/billing/portalCalls.ts'
import * as promoCalls from '#contract/billing/promoCalls.ts'
import * as saldoCalls from '#contract/billing/saldoCalls.ts'
import * as shareCalls from '#contract/billing/shareCalls.ts'
import * as tutupKasCalls from '#contract/billing/tutupKasCalls.ts'
import type { AnyCall } from '#contract/call.ts'
import * as holidayCalls from '#contract/catalog/holidayCalls.ts'
import * as letterheadCalls from '#contract/catalog/letterheadCalls.ts'
import * as priceCalls from '#contract/catalog/priceCalls.ts'
import * as fileCalls from '#contract/files/fileCalls.ts'
import * as pindahanCalls from '#contract/import/pindahanCalls.ts'
import { reportCalls } from '#contract/report/reports.ts'
import * as trendCalls from '#contract/report/trendCalls.ts'
import * as activationCalls from '#contract/sales/activationCalls.ts'
import * as applicantCalls from '#contract/sales/applicantCalls.ts'
import * as leadCalls from '#contract/sales/leadCalls.ts'
import * as salesPortalCalls from '#contract/sales/portalCalls.ts'
import * as slotCalls from '#contract/sales/slotCalls.ts'
import * as trialCalls from '#contract/sales/trialCalls.ts'
import * as attendanceCalls from '#contract/schedule/attendanceCalls.ts'
import * as calendarCalls from '#contract/schedule/calendarCalls.ts'
import * as conflictCalls from '#contract/schedule/conflictCalls.ts'
import * as enrolmentCalls from '#contract/schedule/enrolmentCalls.ts'
import * as feedCalls from '#contract/schedule/feedCalls.ts'
import * as honorCalls from '#contract/schedule/honorCalls.ts'
import * as jadwalCalls from '#contract/schedule/jadwalCalls.ts'
import * as makeUpCalls from '#contract/schedule/makeUpCalls.ts'
import * as peoplePortalCalls from '#contract/schedule/portalCalls.ts'
import * as substituteCalls from '#contract/schedule/substituteCalls.ts'
import * as searchCalls from '#contract/search/searchCalls.ts'
import * as integrityCalls from '#contract/settings/integrityCalls.ts'
import * as pekerjaanCalls from '#contract/settings/pekerjaanCalls.ts'
import * as settingCalls from '#contract/settings/settingCalls.ts'
import * as setupCalls from '#contract/settings/setupCalls.ts'

type CallsOf<M> = { [K in keyof M as M[K] extends AnyCall ? K : never]: M[K] }
const isCall = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value
/** Returns the calls among the exports of the given files. */
const callsOf = <M extends object>(files: M): CallsOf<M> =>
  Object.fromEntries(Object.entries(files).filter(([, value]) => isCall(value))) as CallsOf<M>

/** All collected calls, keyed by export name. */
export const calls = callsOf({
  ...auditCalls,
  ...authCalls,
  ...linkCalls,
  ...menuCounts,
  ...noticeCalls,
  ...profileCalls,
  ...secondFactorCalls,
  ...tokenCalls,
  ...userCalls,
  ...waitingCalls,
  ...formCalls,
  ...generateCalls,
  ...mutasiBankCalls,
  ...pengingatCalls,
  ...promoCalls,
  ...saldoCalls,
  ...shareCalls,
  ...tutupKasCalls,
  ...holidayCalls,
  ...letterheadCalls,
  ...priceCalls,
  ...fileCalls,
  ...pindahanCalls,
  ...activationCalls,
  ...applicantCalls,
  ...leadCalls,
  ...slotCalls,
  ...trialCalls,
  ...attendanceCalls,
  ...calendarCalls,
  ...conflictCalls,
  ...enrolmentCalls,
  ...feedCalls,
  ...honorCalls,
  ...jadwalCalls,
  ...makeUpCalls,
  ...payerPortalCalls,
  ...salesPortalCalls,
  ...peoplePortalCalls,
  ...substituteCalls,
  ...searchCalls,
  ...integrityCalls,
  ...pekerjaanCalls,
  ...settingCalls,
  ...setupCalls,
  ...trendCalls,
  ...reportCalls,
})
