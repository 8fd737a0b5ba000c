/** The calls that are no entity's, ready to use. */
import {
  registrationChoices,
  register,
  cabutUndangan,
  undangan,
  updatePassword,
} from '#contract/access/authCalls.ts'
import { cabutTautan, tautanUser } from '#contract/access/linkCalls.ts'
import {
  endSession,
  endOtherSessions,
  profileDetail,
  sessionList,
  updateProfile,
} from '#contract/access/profileCalls.ts'
import {
  enableSecondFactor,
  secondFactorStatus,
  renewRecoveryCodes,
  disableSecondFactor,
  prepareSecondFactor,
} from '#contract/access/secondFactorCalls.ts'
import {
  infoBilling,
  infoPeserta,
  showNik,
  listPaymentBank,
  duplicateUsers,
} from '#contract/access/userCalls.ts'
import { billingDefaults, billingKursus } from '#contract/billing/formCalls.ts'
import {
  generate,
  generateBatch,
  previewBills,
  publishMany,
} from '#contract/billing/generateCalls.ts'
import { nextPengingat } from '#contract/billing/pengingatCalls.ts'
import { portalAkunBilling } from '#contract/billing/portalCalls.ts'
import { tryPromo, promoUses } from '#contract/billing/promoCalls.ts'
import {
  alihSaldo,
  koreksiSaldo,
  refundSaldo,
  kirimRekeningKoran,
  rekeningKoran,
  rekeningKoranTerkirim,
} from '#contract/billing/saldoCalls.ts'
import { revokeShare, sendShare, shareBill, shareDetail } from '#contract/billing/shareCalls.ts'
import type { CallQuery } from '#contract/call.ts'
import { holidayReturns } from '#contract/catalog/holidayCalls.ts'
import { letterhead } from '#contract/catalog/letterheadCalls.ts'
import { priceOn } from '#contract/catalog/priceCalls.ts'
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
import { holdSlot, prolongSlot, releaseSlot } from '#contract/sales/slotCalls.ts'
import { examineTrial } from '#contract/sales/trialCalls.ts'
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
import { feedList, makeFeed, revokeFeed } from '#contract/schedule/feedCalls.ts'
import { jadwalPelatih, updateJadwalPelatih } from '#contract/schedule/jadwalCalls.ts'
import { bookableLessons } from '#contract/schedule/makeUpCalls.ts'
import { portalPelatih, portalPeserta } from '#contract/schedule/portalCalls.ts'
import { leaveLessons, substitutes, unattendedLessons } from '#contract/schedule/substituteCalls.ts'
import { createCall } from '#src/data/createCall.ts'
import { download } from '#src/data/http.ts'

export const UpdatePassword = createCall(updatePassword)
export const RegistrationChoices = createCall(registrationChoices)
export const Register = createCall(register)
export const ProfileDetail = createCall(profileDetail)
export const UpdateProfile = createCall(updateProfile, { touches: ['user'] })
export const SessionList = createCall(sessionList)
export const EndSession = createCall(endSession)
export const EndOtherSessions = createCall(endOtherSessions)
export const SecondFactorStatus = createCall(secondFactorStatus)
export const PrepareSecondFactor = createCall(prepareSecondFactor)
export const EnableSecondFactor = createCall(enableSecondFactor)
export const RenewRecoveryCodes = createCall(renewRecoveryCodes)
export const DisableSecondFactor = createCall(disableSecondFactor)
export const Undangan = createCall(undangan)
export const TautanUser = createCall(tautanUser)
export const CabutTautan = createCall(cabutTautan, { touches: ['user', 'profile'] })
export const WithdrawInvitation = createCall(cabutUndangan)
export const InfoBilling = createCall(infoBilling)
export const InfoPeserta = createCall(infoPeserta)
export const ListPaymentBank = createCall(listPaymentBank)
export const PriceOn = createCall(priceOn)
export const LessonCalendar = createCall(lessonCalendar)
export const ExaminePertemuan = createCall(examinePertemuan)
export const ExamineKelas = createCall(examineKelas)
export const ExamineEnrolment = createCall(examineEnrolment)
export const Substitutes = createCall(substitutes)
export const LeaveLessons = createCall(leaveLessons)
export const UnattendedLessons = createCall(unattendedLessons)
export const JadwalPelatih = createCall(jadwalPelatih)
export const PreviewActivation = createCall(previewActivation)
export const PreviewLeave = createCall(previewLeave)
export const PreviewReturn = createCall(previewReturn)
export const PreviewStop = createCall(previewStop)
export const PreviewGraduation = createCall(previewGraduation)
export const EnrolmentDetail = createCall(enrolmentDetail)
export const HolidayReturns = createCall(holidayReturns)
export const Letterhead = createCall(letterhead)
export const PrintedSchedules = createCall(printedSchedules)
export const NextClass = createCall(nextClass)
export const PreviewNextClass = createCall(previewNextClass)
export const NextClassChoices = createCall(nextClassChoices)
export const UndoNextClass = createCall(undoNextClass)
export const ShowNik = createCall(showNik)
export const DuplicateUsers = createCall(duplicateUsers)
export const PortalPelatih = createCall(portalPelatih)
export const ProposeGraduation = createCall(proposeGraduation, { touches: ['kursus-peserta'] })
export const WithdrawProposal = createCall(withdrawProposal, { touches: ['kursus-peserta'] })
export const PortalSales = createCall(portalSales)
export const PortalAkunBilling = createCall(portalAkunBilling)
export const PortalPeserta = createCall(portalPeserta)
export const BookableLessons = createCall(bookableLessons)
export const FeedList = createCall(feedList)
export const MakeFeed = createCall(makeFeed, { touches: ['profile'] })
export const RevokeFeed = createCall(revokeFeed, { touches: ['profile'] })
export const UpdateJadwalPelatih = createCall(updateJadwalPelatih)
export const BillingKursus = createCall(billingKursus)
export const BillingDefaults = createCall(billingDefaults)
export const PreviewBills = createCall(previewBills)
export const NextPengingat = createCall(nextPengingat)
export const ShareDetail = createCall(shareDetail)
export const ShareBill = createCall(shareBill, { touches: ['billing'] })
export const RevokeShare = createCall(revokeShare, { touches: ['billing'] })
export const SendShare = createCall(sendShare, { touches: ['billing', 'pengingat'] })
export const TryPromo = createCall(tryPromo)
export const PromoUses = createCall(promoUses)
export const Generate = createCall(generate)
export const GenerateBatch = createCall(generateBatch)
export const PublishMany = createCall(publishMany, {
  touches: ['billing-payment', 'user', 'produk-jasa'],
})
export const SimilarPeople = createCall(similarPeople)
export const LeadTexts = createCall(leadTexts)
export const ExamineTrial = createCall(examineTrial)
export const TakeApplicant = createCall(takeApplicant, { touches: ['user'] })
export const HandOverApplicant = createCall(handOverApplicant, { touches: ['user'] })
export const CloseApplicant = createCall(closeApplicant, { touches: ['user', 'lead'] })
export const ReopenApplicant = createCall(reopenApplicant, { touches: ['user'] })
export const CompleteApplicant = createCall(completeApplicant, {
  touches: ['user', 'pendaftar-mandiri'],
})
export const ApplicantMatches = createCall(applicantMatches)
export const LeadsHeld = createCall(leadsHeld)
export const HandOverLeads = createCall(handOverLeads, { touches: ['lead', 'user'] })
export const ActivationState = createCall(activationState)
export const SaveActivation = createCall(saveActivation)
export const FreeSlots = createCall(freeSlots)
export const HoldSlot = createCall(holdSlot)
export const ProlongSlot = createCall(prolongSlot)
export const ReleaseSlot = createCall(releaseSlot)
export const AddStudent = createCall(addStudent, { touches: ['lead', 'billing'] })
export const PreviewEnrolment = createCall(previewEnrolment)
export const AddEnrolment = createCall(addEnrolment, {
  touches: ['lead', 'billing', 'kursus-peserta', 'kursus-pelatih'],
})
export const UndoActivation = createCall(undoActivation, {
  touches: ['user', 'billing', 'kursus-peserta', 'kursus-pelatih'],
})
const movesSaldo = { touches: ['user', 'mutasi-saldo', 'tutup-kas'] }
export const RefundSaldo = createCall(refundSaldo, movesSaldo)
export const AlihSaldo = createCall(alihSaldo, movesSaldo)
export const KoreksiSaldo = createCall(koreksiSaldo, movesSaldo)
export const RekeningKoran = createCall(rekeningKoran)
export const KirimRekeningKoran = createCall(kirimRekeningKoran, { touches: ['user'] })
export const RekeningKoranTerkirim = createCall(rekeningKoranTerkirim)
/** Saves a credit note as a PDF, by its entry in the ledger. */
export const saveCreditNote = (id: number): Promise<void> =>
  download('mutasi-saldo/nota-kredit', { id }, 'nota-kredit.pdf')
/** Saves the statement of a period as a PDF. */
export const saveStatement = (params: CallQuery<typeof rekeningKoran>): Promise<void> =>
  download('user/rekening-koran-pdf', params, 'rekening-koran.pdf')
