/**
 * Proposes matches for a bank statement line (domain.md 3.7). A proposal is bills to pay, a waiting
 * confirmation or an existing payment, and has a score and reasons. A user decides which proposal
 * to accept.
 */
import {
  amountReason,
  fitOf,
  type MatchBill,
  type StatementLine,
} from '#contract/billing/rules/bank/matchAmount.ts'
import {
  findName,
  holdsNumber,
  isBetterName,
  isTooLong,
  isWholeName,
  wordsIn,
  type NameHit,
} from '#contract/billing/rules/bank/statementNames.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import { daysBetween } from '#contract/values/tanggal.ts'

interface Owner {
  akun_billing_id: number
  akun: string
  /**
   * Names that identify the payer in a statement line: the names of the payer and of the payer's
   * students.
   */
  names: readonly string[]
}
/** A payer with open bills. */
export interface MatchAccount extends Owner {
  bills: readonly MatchBill[]
}
/** A confirmation that waits for review. */
export interface MatchConfirmation extends Owner {
  id: number
  nomor: string
  jumlah: number
  tanggal: string
  bank_id: number
}
/** A payment that is not matched with a statement line yet. */
export interface MatchPayment extends Owner {
  id: number
  nomor: string
  jumlah: number
  tanggal: string
  referensi: string | null
}
export interface MatchCandidates {
  accounts: readonly MatchAccount[]
  confirmations: readonly MatchConfirmation[]
  payments: readonly MatchPayment[]
  /**
   * Whether the school uses unique codes: payers are then asked to transfer an amount that ends in
   * the unique code of the bill.
   */
  kodeUnik: boolean
  /**
   * Payers of the whole school whose names may occur in the statement line, including payers
   * without open bills. A proposal is not sure when the name of another payer fits the line at
   * least as well as the name in the proposal. When the field is omitted, names of other payers are
   * not compared.
   */
  namesakes?: readonly Namesake[]
}
/** Payer whose name may occur in a statement line. */
export type Namesake = Pick<Owner, 'akun_billing_id' | 'names'>
export interface MatchProposal {
  jenis: 'tagihan' | 'konfirmasi' | 'pembayaran'
  /** Id of the confirmation or payment. For a proposal of bills, the id of the first bill. */
  id: number
  billing_ids: number[]
  judul: string
  akun_billing_id: number
  akun: string
  /**
   * Amount of the confirmation or payment in rupiah. For a proposal of bills, the amount that would
   * pay the bills exactly.
   */
  jumlah: number
  /** Score of the proposal, from 0 to 100. */
  skor: number
  /** Whether the proposal is sure. A user can accept many sure proposals at once. */
  pasti: boolean
  alasan: string[]
}

/** Points for the score, by kind of evidence. */
const points = {
  nominal: 40,
  kode: 45,
  nomor: 50,
  penuh: 40,
  tunggal: 25,
  sebagian: 25,
  lemah: 8,
  konfirmasi: 15,
  tercatat: 20,
} as const
/**
 * Points of a confirmation or payment for a date close to the date of the statement line. The index
 * is the number of days between both dates: 15 points for the same day, 12 for one day.
 */
const dayPoints = [15, 12, 6, 6]
/**
 * Maximum number of days between a statement line and a confirmation or payment. A confirmation or
 * payment that is further away is not proposed.
 */
export const daysApart = 7
/** Minimum score of a proposal. Proposals with a lower score are not returned. */
const minimumScore = 40
/**
 * Maximum number of proposals whose only evidence is the amount. If there are more such proposals,
 * the amount proves nothing, and all of them are removed.
 */
const mostByAmount = 5
/**
 * Minimum number of points by which a sure proposal must exceed every proposal for another payer.
 */
const leadMargin = 20
const mostProposals = 6

const distanceInDays = (a: string, b: string): number => Math.abs(daysBetween(a, b))

/** A proposal with data that decide whether the proposal is returned and whether it is sure. */
interface ScoredProposal extends MatchProposal {
  isExact: boolean
  isNamed: boolean
  /** Whether the proposal has no evidence except the amount. */
  isBare: boolean
  nameWords: number
  nama: NameHit | undefined
}
interface Evidence {
  skor: number
  alasan: string[]
  nama: NameHit | undefined
  hasNumber: boolean
}
/**
 * Searches a statement line for the names of a payer and for the given document numbers. Returns
 * the points (`skor`) and the reasons (`alasan`) for a found name and a found number.
 */
const evidenceOf = (
  line: StatementLine,
  words: readonly string[],
  owner: Owner,
  numbers: readonly (string | null)[],
): Evidence => {
  const nama = findName(owner.names, words)
  const number = numbers.find((n) => holdsNumber(line.teks, n))
  return {
    nama,
    hasNumber: number !== undefined,
    skor: (nama ? points[nama.kind] + 2 * nama.words : 0) + (number ? points.nomor : 0),
    alasan: [
      ...(number ? [`Nomor ${number} ada di keterangan`] : []),
      ...(nama
        ? [`Nama ${nama.name} ${nama.kind === 'lemah' ? 'mirip' : 'ada di'} keterangan`]
        : []),
    ],
  }
}
const isFullName = (nama: NameHit | undefined): boolean => nama?.kind === 'penuh'
const dayReason = (days: number): string => (days === 0 ? 'Hari yang sama' : `Selisih ${days} hari`)

const ofBills = (
  account: MatchAccount,
  line: StatementLine,
  words: readonly string[],
  kodeUnik: boolean,
): ScoredProposal | undefined => {
  const fit = fitOf(account, line, kodeUnik)
  const [first] = fit.bills
  if (!first) return undefined
  const numbers = fit.bills.map((b) => b.nomor)
  const { skor, alasan, nama, hasNumber } = evidenceOf(line, words, account, numbers)
  // Checks the issue dates, because a transfer cannot be meant for a bill that was issued later.
  const isKnown = fit.bills.every((b) => (b.tanggal_terbit ?? '') <= line.tanggal)
  const hasCode = fit.kode !== undefined
  const amount = fit.isExact ? points.nominal + (hasCode ? points.kode : 0) : 0
  return {
    jenis: 'tagihan',
    id: first.id,
    billing_ids: fit.bills.map((b) => b.id),
    judul: numbers.map((n) => n ?? '–').join(', '),
    akun_billing_id: account.akun_billing_id,
    akun: account.akun,
    jumlah: fit.jumlah,
    skor: amount + skor + (isKnown ? 5 : -20),
    pasti: isKnown && fit.isExact && (hasCode || hasNumber || isFullName(nama)),
    alasan: [
      amountReason(fit, line, fit.isExact),
      ...alasan,
      ...(isKnown ? [] : ['Tagihan terbit setelah hari ini']),
    ],
    isExact: fit.isExact,
    isNamed: nama !== undefined || hasNumber || hasCode,
    isBare: skor === 0 && !hasCode,
    nameWords: nama?.words ?? 0,
    nama,
  }
}

const ofConfirmation = (
  row: MatchConfirmation,
  line: StatementLine,
  words: readonly string[],
): ScoredProposal | undefined => {
  const days = distanceInDays(row.tanggal, line.tanggal)
  if (days > daysApart || row.bank_id !== line.bank_id) return undefined
  const { skor, alasan, nama, hasNumber } = evidenceOf(line, words, row, [row.nomor])
  const isExact = row.jumlah === line.jumlah
  const near = dayPoints[days] ?? 0
  const isNamed = hasNumber || (nama !== undefined && isWholeName(nama))
  return {
    jenis: 'konfirmasi',
    id: row.id,
    billing_ids: [],
    judul: row.nomor,
    akun_billing_id: row.akun_billing_id,
    akun: row.akun,
    jumlah: row.jumlah,
    skor: (isExact ? points.nominal + points.konfirmasi : 0) + near + skor,
    pasti: isExact && days <= 1 && isNamed,
    alasan: [
      isExact
        ? 'Jumlah sama dengan konfirmasi yang menunggu'
        : `Konfirmasi menyebut ${formatRupiah(row.jumlah)}`,
      dayReason(days),
      ...alasan,
    ],
    isExact,
    isNamed: nama !== undefined || hasNumber,
    isBare: false,
    nameWords: nama?.words ?? 0,
    nama,
  }
}

const ofPayment = (
  row: MatchPayment,
  line: StatementLine,
  words: readonly string[],
): ScoredProposal | undefined => {
  const days = distanceInDays(row.tanggal, line.tanggal)
  if (days > daysApart || row.jumlah !== line.jumlah) return undefined
  const { skor, alasan, nama, hasNumber } = evidenceOf(line, words, row, [row.nomor, row.referensi])
  return {
    jenis: 'pembayaran',
    id: row.id,
    billing_ids: [],
    judul: row.nomor,
    akun_billing_id: row.akun_billing_id,
    akun: row.akun,
    jumlah: row.jumlah,
    skor: points.nominal + points.tercatat + (dayPoints[days] ?? 0) + skor,
    pasti: days <= 3 && (hasNumber || isFullName(nama)),
    alasan: ['Sudah dicatat dengan jumlah yang sama', dayReason(days), ...alasan],
    isExact: true,
    isNamed: nama !== undefined || hasNumber,
    isBare: false,
    nameWords: nama?.words ?? 0,
    nama,
  }
}

/**
 * Whether a proposal that is marked as sure (`pasti`) stays sure after a comparison with all other
 * proposals. The proposal must have a better score than other proposals for the same payer. It must
 * exceed each proposal for another payer by at least `leadMargin` points. No proposal for another
 * payer may match more words of a name.
 */
const isClear = (proposal: ScoredProposal, all: readonly ScoredProposal[]): boolean =>
  proposal.pasti &&
  all.every((rival) => {
    if (rival === proposal) return true
    if (rival.akun_billing_id === proposal.akun_billing_id) return proposal.skor > rival.skor
    return rival.nameWords <= proposal.nameWords && rival.skor + leadMargin <= proposal.skor
  })

/**
 * Whether the name of another payer of the school fits the statement line at least as well as the
 * name in the proposal. Also true when the line has too many words for a search of other payers
 * (`isTooLong`).
 */
const isShared = (
  { akun_billing_id, nama }: ScoredProposal,
  words: readonly string[],
  namesakes: readonly Namesake[] | undefined,
): boolean =>
  namesakes !== undefined &&
  (isTooLong(words) ||
    namesakes.some((namesake) => {
      const hit =
        namesake.akun_billing_id === akun_billing_id ? undefined : findName(namesake.names, words)
      // Counts only whole names, because parts of names are too common to identify a payer.
      return hit !== undefined && isWholeName(hit) && !isBetterName(nama, hit)
    }))

/**
 * Removes the proposals whose only evidence is the amount in two cases: there are more than
 * `mostByAmount` of them, or a proposal with the exact amount has more evidence.
 */
const withoutBare = (all: readonly ScoredProposal[]): ScoredProposal[] => {
  const bare = all.filter((p) => p.isBare)
  const hasBetter = all.some((p) => !p.isBare && p.isExact)
  return bare.length > mostByAmount || hasBetter ? all.filter((p) => !p.isBare) : [...all]
}

/**
 * Returns at most six proposals for a statement line, most likely first. Returns no proposals below
 * the minimum score.
 */
export const proposeMatches = (
  line: StatementLine,
  { accounts, confirmations, payments, kodeUnik, namesakes }: MatchCandidates,
): MatchProposal[] => {
  const words = wordsIn(line.teks)
  const proposals = [
    ...payments.map((row) => ofPayment(row, line, words)),
    ...confirmations.map((row) => ofConfirmation(row, line, words)),
    ...accounts.map((row) => ofBills(row, line, words, kodeUnik)),
  ].filter(
    (p) => p !== undefined && p.skor >= minimumScore && (p.isExact || p.isNamed),
  ) as ScoredProposal[]
  return withoutBare(proposals)
    .map((p) => ({ ...p, pasti: isClear(p, proposals) && !isShared(p, words, namesakes) }))
    .toSorted((a, b) => b.skor - a.skor || a.akun_billing_id - b.akun_billing_id || a.id - b.id)
    .slice(0, mostProposals)
    .map(({ isExact: _e, isNamed: _n, isBare: _b, nameWords: _w, nama: _h, skor, ...p }) => ({
      ...p,
      skor: Math.min(100, skor),
    }))
}
