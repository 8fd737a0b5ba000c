/** Default guardian of a new child student: the payer, until the user types another guardian. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Users } from '#src/data/resources/user.ts'
import { useCan } from '#src/data/session/session.ts'
import { useSet, useValue } from '#src/routes/_app/user/-form/formParts.ts'

/**
 * Fills in the guardian of a new child student with name and phone of the payer, unless the user
 * has typed values. Values filled in this way are replaced when the payer changes, and cleared when
 * the age of the student requires no guardian.
 */
export const useGuardianOfPayer = ({ isNew, isMinor }: { isNew: boolean; isMinor: boolean }) => {
  const payer = useValue('akun_billing_id') || undefined
  const values = { wali_nama: useValue('wali_nama'), wali_phone: useValue('wali_phone') }
  const set = useSet()
  const filled = useRef<{ [name in keyof typeof values]?: string }>({})
  const { data } = useQuery({
    ...Users.queries.view(payer ?? 0),
    enabled: useCan('user/view') && isNew && isMinor && payer !== undefined,
  })
  const guardian = isNew && isMinor && payer !== undefined ? data : undefined
  const fill = useEffectEvent(() => {
    const guardianValues = { wali_nama: guardian?.name, wali_phone: guardian?.phone ?? undefined }
    for (const name of ['wali_nama', 'wali_phone'] as const) {
      const isOurs = !values[name] || values[name] === filled.current[name]
      if (!isOurs || (!guardianValues[name] && !filled.current[name])) continue
      set(name, guardianValues[name] ?? null)
      filled.current[name] = guardianValues[name]
    }
  })
  useEffect(() => fill(), [guardian])
}
