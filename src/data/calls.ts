/** Hooks and functions of the calls that belong to no entity. */
import * as authCalls from '#contract/access/authCalls.ts'
import * as linkCalls from '#contract/access/linkCalls.ts'
import * as profileCalls from '#contract/access/profileCalls.ts'
import * as secondFactorCalls from '#contract/access/secondFactorCalls.ts'
import * as tokenCalls from '#contract/access/tokenCalls.ts'
import * as userCalls from '#contract/access/userCalls.ts'
import * as formCalls from '#contract/billing/formCalls.ts'
import * as generateCalls from '#contract/billing/generateCalls.ts'
import * as pengingatCalls from '#contract/billing/pengingat/pengingatCalls.ts'
import * as payerPortalCalls from '#contract/billing/portalCalls.ts'
import * as promoCalls from '#contract/billing/promoCalls.ts'
import * as saldoCalls from '#contract/billing/saldoCalls.ts'
import * as shareCalls from '#contract/billing/shareCalls.ts'
import type { CallQuery } from '#contract/call.ts'
import * as holidayCalls from '#contract/catalog/holidayCalls.ts'
import * as letterheadCalls from '#contract/catalog/letterheadCalls.ts'
import * as priceCalls from '#contract/catalog/priceCalls.ts'
import * as activationCalls from '#contract/sales/activationCalls.ts'
import * as applicantCalls from '#contract/sales/applicantCalls.ts'
import * as leadCalls from '#contract/sales/leadCalls.ts'
import * as salesPortalCalls from '#contract/sales/portalCalls.ts'
import * as slotCalls from '#contract/sales/slotCalls.ts'
import * as trialCalls from '#contract/sales/trialCalls.ts'
import * as calendarCalls from '#contract/schedule/calendarCalls.ts'
import * as conflictCalls from '#contract/schedule/conflictCalls.ts'
import * as enrolmentCalls from '#contract/schedule/enrolmentCalls.ts'
import * as feedCalls from '#contract/schedule/feedCalls.ts'
import * as jadwalCalls from '#contract/schedule/jadwalCalls.ts'
import * as makeUpCalls from '#contract/schedule/makeUpCalls.ts'
import * as peoplePortalCalls from '#contract/schedule/portalCalls.ts'
import * as substituteCalls from '#contract/schedule/substituteCalls.ts'
import { createCall } from '#src/data/api/createCall.ts'
import { download } from '#src/data/api/http.ts'

export const UpdatePassword = createCall(authCalls.updatePassword)
export const RegistrationChoices = createCall(authCalls.registrationChoices)
export const Register = createCall(authCalls.register)
export const ProfileDetail = createCall(profileCalls.profileDetail)
export const UpdateProfile = createCall(profileCalls.updateProfile, { touches: ['user'] })
export const SessionList = createCall(profileCalls.sessionList)
export const EndSession = createCall(profileCalls.endSession)
export const EndOtherSessions = createCall(profileCalls.endOtherSessions)
export const SecondFactorStatus = createCall(secondFactorCalls.secondFactorStatus)
export const PrepareSecondFactor = createCall(secondFactorCalls.prepareSecondFactor)
export const EnableSecondFactor = createCall(secondFactorCalls.enableSecondFactor)
export const RenewRecoveryCodes = createCall(secondFactorCalls.renewRecoveryCodes)
export const DisableSecondFactor = createCall(secondFactorCalls.disableSecondFactor)
export const TokenList = createCall(tokenCalls.tokenList)
export const MakeToken = createCall(tokenCalls.makeToken)
export const RevokeToken = createCall(tokenCalls.revokeToken)
export const Undangan = createCall(authCalls.undangan)
export const TautanUser = createCall(linkCalls.tautanUser)
export const CabutTautan = createCall(linkCalls.cabutTautan, { touches: ['user', 'profile'] })
export const WithdrawInvitation = createCall(authCalls.cabutUndangan)
export const InfoBilling = createCall(userCalls.infoBilling)
export const InfoPeserta = createCall(userCalls.infoPeserta)
export const ListPaymentBank = createCall(userCalls.listPaymentBank)
export const PriceOn = createCall(priceCalls.priceOn)
export const LessonCalendar = createCall(calendarCalls.lessonCalendar)
export const ExaminePertemuan = createCall(conflictCalls.examinePertemuan)
export const ExamineKelas = createCall(conflictCalls.examineKelas)
export const ExamineEnrolment = createCall(conflictCalls.examineEnrolment)
export const Substitutes = createCall(substituteCalls.substitutes)
export const LeaveLessons = createCall(substituteCalls.leaveLessons)
export const UnattendedLessons = createCall(substituteCalls.unattendedLessons)
export const JadwalPelatih = createCall(jadwalCalls.jadwalPelatih)
export const PreviewActivation = createCall(enrolmentCalls.previewActivation)
export const PreviewLeave = createCall(enrolmentCalls.previewLeave)
export const PreviewReturn = createCall(enrolmentCalls.previewReturn)
export const PreviewStop = createCall(enrolmentCalls.previewStop)
export const PreviewGraduation = createCall(enrolmentCalls.previewGraduation)
export const EnrolmentDetail = createCall(enrolmentCalls.enrolmentDetail)
export const HolidayReturns = createCall(holidayCalls.holidayReturns)
export const Letterhead = createCall(letterheadCalls.letterhead)
export const PrintedSchedules = createCall(enrolmentCalls.printedSchedules)
export const NextClass = createCall(enrolmentCalls.nextClass)
export const PreviewNextClass = createCall(enrolmentCalls.previewNextClass)
export const NextClassChoices = createCall(enrolmentCalls.nextClassChoices)
export const UndoNextClass = createCall(enrolmentCalls.undoNextClass)
export const ShowNik = createCall(userCalls.showNik)
export const DuplicateUsers = createCall(userCalls.duplicateUsers)
export const PortalPelatih = createCall(peoplePortalCalls.portalPelatih)
export const ProposeGraduation = createCall(enrolmentCalls.proposeGraduation, {
  touches: ['kursus-peserta'],
})
export const WithdrawProposal = createCall(enrolmentCalls.withdrawProposal, {
  touches: ['kursus-peserta'],
})
export const PortalSales = createCall(salesPortalCalls.portalSales)
export const PortalAkunBilling = createCall(payerPortalCalls.portalAkunBilling)
export const PortalPeserta = createCall(peoplePortalCalls.portalPeserta)
export const BookableLessons = createCall(makeUpCalls.bookableLessons)
export const FeedList = createCall(feedCalls.feedList)
export const MakeFeed = createCall(feedCalls.makeFeed, { touches: ['profile'] })
export const RevokeFeed = createCall(feedCalls.revokeFeed, { touches: ['profile'] })
export const UpdateJadwalPelatih = createCall(jadwalCalls.updateJadwalPelatih)
export const BillingKursus = createCall(formCalls.billingKursus)
export const BillingDefaults = createCall(formCalls.billingDefaults)
export const PreviewBills = createCall(generateCalls.previewBills)
export const NextPengingat = createCall(pengingatCalls.nextPengingat)
export const ShareDetail = createCall(shareCalls.shareDetail)
export const ShareBill = createCall(shareCalls.shareBill, { touches: ['billing'] })
export const RevokeShare = createCall(shareCalls.revokeShare, { touches: ['billing'] })
export const SendShare = createCall(shareCalls.sendShare, { touches: ['billing', 'pengingat'] })
export const TryPromo = createCall(promoCalls.tryPromo)
export const PromoUses = createCall(promoCalls.promoUses)
export const Generate = createCall(generateCalls.generate)
export const GenerateBatch = createCall(generateCalls.generateBatch)
export const PublishMany = createCall(generateCalls.publishMany, {
  touches: ['billing-payment', 'user', 'produk-jasa'],
})
export const SimilarPeople = createCall(leadCalls.similarPeople)
export const LeadTexts = createCall(leadCalls.leadTexts)
export const ExamineTrial = createCall(trialCalls.examineTrial)
export const TakeApplicant = createCall(applicantCalls.takeApplicant, { touches: ['user'] })
export const HandOverApplicant = createCall(applicantCalls.handOverApplicant, { touches: ['user'] })
export const CloseApplicant = createCall(applicantCalls.closeApplicant, {
  touches: ['user', 'lead'],
})
export const ReopenApplicant = createCall(applicantCalls.reopenApplicant, { touches: ['user'] })
export const CompleteApplicant = createCall(applicantCalls.completeApplicant, {
  touches: ['user', 'pendaftar-mandiri'],
})
export const ApplicantMatches = createCall(applicantCalls.applicantMatches)
export const LeadsHeld = createCall(leadCalls.leadsHeld)
export const HandOverLeads = createCall(leadCalls.handOverLeads, { touches: ['lead', 'user'] })
export const ActivationState = createCall(activationCalls.activationState)
export const SaveActivation = createCall(activationCalls.saveActivation)
export const FreeSlots = createCall(activationCalls.freeSlots)
export const HoldSlot = createCall(slotCalls.holdSlot)
export const ProlongSlot = createCall(slotCalls.prolongSlot)
export const ReleaseSlot = createCall(slotCalls.releaseSlot)
export const AddStudent = createCall(activationCalls.addStudent, { touches: ['lead', 'billing'] })
export const PreviewEnrolment = createCall(activationCalls.previewEnrolment)
export const AddEnrolment = createCall(activationCalls.addEnrolment, {
  touches: ['lead', 'billing', 'kursus-peserta', 'kursus-pelatih', 'daftar-tunggu'],
})
export const UndoActivation = createCall(activationCalls.undoActivation, {
  touches: ['user', 'billing', 'kursus-peserta', 'kursus-pelatih'],
})
const movesSaldo = { touches: ['user', 'mutasi-saldo', 'tutup-kas'] }
export const RefundSaldo = createCall(saldoCalls.refundSaldo, movesSaldo)
export const AlihSaldo = createCall(saldoCalls.alihSaldo, movesSaldo)
export const KoreksiSaldo = createCall(saldoCalls.koreksiSaldo, movesSaldo)
export const NotaKreditKertas = createCall(saldoCalls.notaKreditKertas)
export const RekeningKoran = createCall(saldoCalls.rekeningKoran)
export const KirimRekeningKoran = createCall(saldoCalls.kirimRekeningKoran, { touches: ['user'] })
export const RekeningKoranTerkirim = createCall(saldoCalls.rekeningKoranTerkirim)
/** Saves a credit note as a PDF; `id` is the id of its entry in the credit ledger. */
export const saveCreditNote = (id: number): Promise<void> =>
  download('mutasi-saldo/nota-kredit', { id }, 'nota-kredit.pdf')
/** Saves the statement of a payer for a period as a PDF. */
export const saveStatement = (params: CallQuery<typeof saldoCalls.rekeningKoran>): Promise<void> =>
  download('user/rekening-koran-pdf', params, 'rekening-koran.pdf')
