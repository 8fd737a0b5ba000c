/**
 * Rules that decide which fields the form of a user shows and requires, by role, age and
 * citizenship.
 */
import { useEffect, useEffectEvent } from 'react'
import * as z from 'zod/mini'
import { RoleId, UserStatus } from '#contract/enums.ts'
import { requiredText } from '#contract/fieldMeta.ts'
import { ageOf } from '#contract/values/tanggal.ts'
import { Users } from '#src/data/resources/user.ts'
import { useSet, useValue } from '#src/routes/_app/user/-form/formParts.ts'
import type { UserRow } from '#src/routes/_app/user/-userFacts.tsx'
import { sections, type FieldName } from '#src/routes/_app/user/-userSections.ts'

/** Age in years from which a person has a NIK (national id number) and needs no guardian. */
const adultAge = 18
const emptyUser = z.parse(Users.resource.input, { name: '-', role_id: RoleId.peserta })

/**
 * Whether users of a role have a field. `roles` lists the roles that have the field; undefined
 * means all roles. A payer who is also a student additionally has the fields of a student.
 */
const roleHas = (
  roles: readonly number[] | undefined,
  role: number | undefined,
  isStudent: boolean,
): boolean => {
  if (!roles) return true
  if (role === undefined) return false
  if (roles.includes(role)) return true
  const payingStudent = isStudent && role === RoleId.akunBilling
  return payingStudent && roles.includes(RoleId.peserta) && !roles.includes(RoleId.akunBilling)
}

/**
 * Returns the names of the required fields. Runs the checks of the contract on a user that has only
 * role, status and birth date, and collects the fields that the checks report as missing. For
 * example, the contract requires a guardian below the age of 18.
 */
const requiredFields = (
  role: number | undefined,
  status: UserRow['status'],
  birthDate: string | null,
  age: number | null,
): ReadonlySet<string> => {
  if (role === undefined) return new Set()
  const hasAge = age !== null && age >= 0
  const issues = [birthDate, null].flatMap((tanggal_lahir) => {
    const user = { ...emptyUser, role_id: role, status }
    return Users.resource.check?.({ ...user, tanggal_lahir: hasAge ? tanggal_lahir : null }) ?? []
  })
  // Treats a field as required if the contract reports it with the message `requiredText`. Phone
  // and mail are not marked as required: one of the two suffices, and the contract reports the
  // absence of both with another message. The consent is marked, although the contract reports a
  // missing consent with another message.
  const isMissing = (i: { field: string; message: string }) =>
    i.message === requiredText || i.field === 'persetujuan'
  return new Set(issues.filter(isMissing).map((i) => i.field))
}

interface Standing {
  row: UserRow | undefined
  role: number | undefined
  isSales: boolean
}
/**
 * Returns a function that takes the name of a field and returns whether the field is shown. A field
 * without an entry in `conditions` is always shown.
 */
const useConditions = ({ row, role, isSales }: Standing, age: number | null) => {
  const citizenship = useValue('citizenship')
  const payer = useValue('akun_billing_id') || null
  const isNew = row === undefined
  const isPeserta = role === RoleId.peserta
  const changesPayer =
    !isNew && row.akun_billing_id !== null && payer !== null && payer !== row.akun_billing_id
  const conditions: Partial<Record<FieldName, boolean>> = {
    // Shows the password field only for a new user, and never to sales people. Existing users
    // change their password in the profile.
    password: isNew && !isSales,
    sales_id: !isSales,
    nik: age === null ? !isPeserta : age >= adultAge,
    no_paspor: citizenship === 'WNA',
    pindahkan_draft: isPeserta && changesPayer,
    akun_billing_id: isPeserta,
    persetujuan: isPeserta,
    wali_nama: isPeserta,
    wali_hubungan: isPeserta,
    wali_phone: isPeserta,
  }
  return (name: FieldName) => conditions[name] ?? true
}

/** Returns the sections with their visible fields, and the names of the required fields. */
export const useUserFields = (standing: Standing) => {
  const { row, role } = standing
  const set = useSet()
  const status = useValue('status') || undefined
  const birthDate = useValue('tanggal_lahir') || null
  const isNew = row === undefined
  const isStudent = !isNew && row.peserta_profil != null
  const hasRole = (roles?: readonly number[]) => roleHas(roles, role, isStudent)

  // Clears, for a new user, the values of fields that the newly chosen role does not have.
  const tidy = useEffectEvent(() => {
    if (!isNew) return
    for (const [name, roles] of sections.flatMap(([, fields]) => fields))
      if (roles && !hasRole(roles) && name !== 'kode') set(name, emptyUser[name])
  })
  useEffect(() => tidy(), [role])

  const age = birthDate && /^\d{4}-\d\d-\d\d$/.test(birthDate) ? ageOf(birthDate) : null
  const isAdult = age === null || age >= adultAge
  const holds = useConditions(standing, age)
  const shownSections = sections.flatMap(([title, fields]) => {
    const names = fields.flatMap(([name, roles]) => (hasRole(roles) && holds(name) ? [name] : []))
    return names.length === 0 || (title === 'Wali' && isAdult) ? [] : [{ title, names }]
  })
  return {
    shown: shownSections,
    required: requiredFields(role, status ?? UserStatus.aktif, birthDate, age),
    isMinor: role === RoleId.peserta && !isAdult,
  }
}
