/**
 * All calls that are no entity's, but the imports (contract/import/importJob.ts): what the server
 * answers and OpenAPI describes.
 */
import { refusedRoute } from '#contract/access/auditCalls.ts'
import {
  login,
  logout,
  profile,
  updatePassword,
  sendOtp,
  resetPassword,
  undangan,
  cabutUndangan,
  konfirmasiEmail,
  registrationChoices,
  register,
} from '#contract/access/authCalls.ts'
import { cabutTautan, tautanUser } from '#contract/access/linkCalls.ts'
import { countMenu } from '#contract/access/menuCounts.ts'
import { bacaPemberitahuan, pemberitahuan } from '#contract/access/noticeCalls.ts'
import {
  profileDetail,
  updateProfile,
  sessionList,
  endSession,
  endOtherSessions,
} from '#contract/access/profileCalls.ts'
import {
  secondFactorStatus,
  prepareSecondFactor,
  enableSecondFactor,
  renewRecoveryCodes,
  disableSecondFactor,
} from '#contract/access/secondFactorCalls.ts'
import {
  infoBilling,
  infoPeserta,
  listPaymentBank,
  showNik,
  duplicateUsers,
} from '#contract/access/userCalls.ts'
import { billingKursus, billingDefaults } from '#contract/billing/formCalls.ts'
import {
  previewBills,
  generate,
  generateBatch,
  publishMany,
} from '#contract/billing/generateCalls.ts'
import { importMutasi } from '#contract/billing/mutasiBankCalls.ts'
import { nextPengingat } from '#contract/billing/pengingatCalls.ts'
import { portalAkunBilling } from '#contract/billing/portalCalls.ts'
import { tryPromo, promoUses } from '#contract/billing/promoCalls.ts'
import {
  alihSaldo,
  koreksiSaldo,
  refundSaldo,
  rekeningKoran,
  rekeningKoranPdf,
  kirimRekeningKoran,
  rekeningKoranTerkirim,
  notaKreditPdf,
} from '#contract/billing/saldoCalls.ts'
import { revokeShare, sendShare, shareBill, shareDetail } from '#contract/billing/shareCalls.ts'
import { openTills, previewClosing } from '#contract/billing/tutupKasCalls.ts'
import { holidayReturns } from '#contract/catalog/holidayCalls.ts'
import { letterhead } from '#contract/catalog/letterheadCalls.ts'
import { priceOn } from '#contract/catalog/priceCalls.ts'
import { fileUpload, fileContent } from '#contract/files/fileCalls.ts'
import { reportCalls } from '#contract/report/reports.ts'
import {
  activationState,
  addEnrolment,
  addStudent,
  freeSlots,
  previewEnrolment,
  saveActivation,
  undoActivation,
} from '#contract/sales/activationCalls.ts'
import {
  applicantMatches,
  closeApplicant,
  completeApplicant,
  handOverApplicant,
  reopenApplicant,
  takeApplicant,
} from '#contract/sales/applicantCalls.ts'
import { handOverLeads, leadTexts, leadsHeld, similarPeople } from '#contract/sales/leadCalls.ts'
import { portalSales } from '#contract/sales/portalCalls.ts'
import { heldSlot, holdSlot, prolongSlot, releaseSlot } from '#contract/sales/slotCalls.ts'
import { examineTrial } from '#contract/sales/trialCalls.ts'
import { attendance, markAttendance } from '#contract/schedule/attendanceCalls.ts'
import { lessonCalendar } from '#contract/schedule/calendarCalls.ts'
import {
  examineEnrolment,
  examineKelas,
  examinePertemuan,
} from '#contract/schedule/conflictCalls.ts'
import {
  enrolmentDetail,
  nextClass,
  nextClassChoices,
  previewActivation,
  previewGraduation,
  previewLeave,
  previewNextClass,
  previewReturn,
  previewStop,
  printedSchedules,
  undoNextClass,
  proposeGraduation,
  withdrawProposal,
} from '#contract/schedule/enrolmentCalls.ts'
import { feedFile, feedList, makeFeed, revokeFeed } from '#contract/schedule/feedCalls.ts'
import { hitungHonor } from '#contract/schedule/honorCalls.ts'
import { jadwalPelatih, updateJadwalPelatih } from '#contract/schedule/jadwalCalls.ts'
import { bookableLessons } from '#contract/schedule/makeUpCalls.ts'
import { portalPelatih, portalPeserta } from '#contract/schedule/portalCalls.ts'
import { leaveLessons, substitutes, unattendedLessons } from '#contract/schedule/substituteCalls.ts'
import { search } from '#contract/search/searchCalls.ts'
import { integrity } from '#contract/settings/integrityCalls.ts'
import {
  jamServer,
  konfirmasiJam,
  pekerjaanList,
  runPekerjaan,
} from '#contract/settings/pekerjaanCalls.ts'
import {
  settingList,
  settingUpdate,
  storeSettings,
  settingNomor,
  openBefore,
  cadangan,
  penyimpanan,
} from '#contract/settings/settingCalls.ts'

/** All of them but the imports (contract/import/importJob.ts). */
export const calls = {
  login,
  logout,
  profile,
  updatePassword,
  secondFactorStatus,
  prepareSecondFactor,
  enableSecondFactor,
  renewRecoveryCodes,
  disableSecondFactor,
  sendOtp,
  resetPassword,
  undangan,
  cabutUndangan,
  konfirmasiEmail,
  tautanUser,
  cabutTautan,
  registrationChoices,
  register,
  profileDetail,
  updateProfile,
  sessionList,
  endSession,
  endOtherSessions,
  infoBilling,
  infoPeserta,
  listPaymentBank,
  refundSaldo,
  alihSaldo,
  koreksiSaldo,
  rekeningKoran,
  rekeningKoranPdf,
  kirimRekeningKoran,
  rekeningKoranTerkirim,
  notaKreditPdf,
  letterhead,
  holidayReturns,
  priceOn,
  jadwalPelatih,
  updateJadwalPelatih,
  lessonCalendar,
  previewActivation,
  previewLeave,
  previewReturn,
  previewStop,
  previewGraduation,
  enrolmentDetail,
  printedSchedules,
  nextClass,
  previewNextClass,
  nextClassChoices,
  undoNextClass,
  attendance,
  markAttendance,
  examinePertemuan,
  substitutes,
  leaveLessons,
  unattendedLessons,
  examineKelas,
  examineEnrolment,
  showNik,
  duplicateUsers,
  previewBills,
  generate,
  generateBatch,
  publishMany,
  settingList,
  settingUpdate,
  storeSettings,
  settingNomor,
  openBefore,
  cadangan,
  penyimpanan,
  pekerjaanList,
  runPekerjaan,
  jamServer,
  konfirmasiJam,
  integrity,
  search,
  refusedRoute,
  billingKursus,
  billingDefaults,
  shareDetail,
  shareBill,
  revokeShare,
  sendShare,
  nextPengingat,
  tryPromo,
  promoUses,
  previewClosing,
  openTills,
  fileUpload,
  fileContent,
  countMenu,
  pemberitahuan,
  bacaPemberitahuan,
  feedList,
  makeFeed,
  revokeFeed,
  feedFile,
  portalPelatih,
  portalPeserta,
  importMutasi,
  portalAkunBilling,
  portalSales,
  proposeGraduation,
  withdrawProposal,
  bookableLessons,
  hitungHonor,
  similarPeople,
  leadTexts,
  heldSlot,
  holdSlot,
  prolongSlot,
  releaseSlot,
  examineTrial,
  leadsHeld,
  handOverLeads,
  activationState,
  saveActivation,
  addStudent,
  addEnrolment,
  previewEnrolment,
  undoActivation,
  freeSlots,
  takeApplicant,
  handOverApplicant,
  closeApplicant,
  reopenApplicant,
  completeApplicant,
  applicantMatches,
  ...reportCalls,
}
