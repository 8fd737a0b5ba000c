/**
 * Rules of an activation, which makes a lead or applicant a student (domain.md 2.3, 3.11). Form and
 * server share these rules. Step 1 enters payer and student, step 2 chooses the course.
 */
import { adultAge } from '#contract/access/rules/consent.ts'
import { checkContact, checkUser } from '#contract/access/rules/userRequired.ts'
import { Activation, RoleId, UserStatus } from '#contract/enums.ts'
import type { Issue } from '#contract/resource.ts'
import type { Tahap } from '#contract/sales/rules/stages.ts'
import { ageOf } from '#contract/values/tanggal.ts'

/** Fields of the input of step 1 that the rules need. */
export interface StudentStep {
  pembayar: 'baru' | 'ada' | 'sendiri'
  akun_billing_id: number | null
  akun_nama: string | null
  akun_phone: string | null
  akun_email: string | null
  peserta_id: number | null
  name: string | null
  phone: string | null
  email: string | null
  gender: string | null
  tanggal_lahir: string | null
  gedung_id: number | null
  wali_nama: string | null
  wali_phone: string | null
  persetujuan: boolean
}
const required = (v: StudentStep, fields: readonly (keyof StudentStep)[]): Issue[] =>
  fields
    .filter((field) => v[field] === null || v[field] === '')
    .map((field) => ({ field, message: 'Wajib diisi' }))
const once = (issues: readonly Issue[]): Issue[] =>
  issues.filter((a, i) => issues.findIndex((b) => b.field === a.field) === i)

/** Returns the issues of the payer's fields. `pembayar` decides which fields are required. */
const payerIssues = (v: StudentStep): Issue[] => {
  if (v.pembayar === 'ada') return required(v, ['akun_billing_id'])
  if (v.pembayar === 'baru')
    return [
      ...required(v, ['akun_nama']),
      ...checkContact({ phone: v.akun_phone, email: v.akun_email }, 'akun_phone'),
    ]
  const isChild = v.tanggal_lahir !== null && ageOf(v.tanggal_lahir) < adultAge
  return [
    ...(isChild
      ? [{ field: 'pembayar', message: 'Di bawah 18 tahun dibayar orang tua atau wali' }]
      : []),
    ...checkContact(v),
  ]
}
/**
 * Returns the issues of step 1. A new student needs all data that an active student must have
 * (domain.md 2.1). For an existing student (`peserta_id`), the payer must be an existing family.
 */
export const studentStepIssues = (v: StudentStep): Issue[] => {
  const payer = payerIssues(v)
  if (v.peserta_id !== null)
    return v.pembayar === 'ada'
      ? payer
      : [{ field: 'pembayar', message: 'Peserta yang sudah ada tetap dibayar keluarganya' }]
  const student = checkUser({
    ...v,
    role_id: RoleId.peserta,
    status: UserStatus.aktif,
    citizenship: 'WNI',
    nik: null,
    no_paspor: null,
    akun_billing_id: 1,
    kirim_via: 'wa',
    email_tagihan: null,
  })
  return once([...payer, ...required(v, ['name']), ...student])
}

/**
 * Returns the Indonesian reason why the activation of a lead cannot begin: the lead is lost.
 * Undefined for all other leads, and for a lost lead whose step 1 is already completed.
 */
export const whyNotActivated = (lead: {
  tahap: Tahap | null
  activation: number
}): string | undefined =>
  lead.tahap === 'kalah' && lead.activation === Activation.belum
    ? 'Lead ini kalah. Pindahkan dahulu ke Dihubungi.'
    : undefined
