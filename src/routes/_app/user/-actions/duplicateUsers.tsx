import { Fragment, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { RoleId, UserStatus } from '#contract/enums.ts'
import { DuplicateUsers } from '#src/data/calls.ts'
import { Users } from '#src/data/resources/user.ts'
import { useCan } from '#src/data/session/session.ts'
import { useValue } from '#src/routes/_app/user/-form/formParts.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'

/**
 * Note on users with the same phone or mail address. The note is only a warning: the form can still
 * be saved, because relatives share numbers.
 */
export const DuplicateNote = ({ exceptId }: { exceptId?: number }) => {
  const may = useCan('user/pilihan')
  const values = { phone: useValue('phone') || null, email: useValue('email') || null }
  const text = JSON.stringify({
    phone: validValue('phone', values.phone),
    email: validValue('email', values.email),
  })
  const [settledText, setSettledText] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettledText(text), 400)
    return () => clearTimeout(timer)
  }, [text])
  const params: { phone?: string; email?: string } = JSON.parse(settledText)
  const { data } = DuplicateUsers.useOptionalQuery(
    { ...params, kecuali: exceptId === undefined ? undefined : String(exceptId) },
    { enabled: may && (params.phone !== undefined || params.email !== undefined) },
  )
  if (!data || data.length === 0 || text !== settledText) return null
  return (
    <Note className="wide" tone="orange" role="status">
      Sudah dipakai:{' '}
      {data.map((k, i) => (
        <Fragment key={k.id}>
          {i > 0 && '; '}
          <PlaceLink to="/user/view" search={{ id: k.id }} target="_blank" rel="noreferrer">
            {k.name}
          </PlaceLink>{' '}
          (
          {[
            RoleId.label(k.role_id),
            k.gedung,
            k.status !== UserStatus.aktif && UserStatus.label(k.status).toLowerCase(),
            k.sama.includes('phone') ? 'nomor sama' : 'email sama',
          ]
            .filter(Boolean)
            .join(', ')}
          )
        </Fragment>
      ))}
      . Boleh dilanjutkan jika memang keluarga yang sama.
    </Note>
  )
}
/**
 * Returns the value if it is valid. Returns undefined for a value that the server would reject, so
 * that a half-typed number is not searched.
 */
const validValue = (field: 'phone' | 'email', value: string | null): string | undefined => {
  const parsed = value === null ? undefined : z.safeParse(Users.resource.fields[field], value)
  return parsed?.success ? (parsed.data ?? undefined) : undefined
}
