/**
 * Note on stored people who may be the same as the typed person or lead. The note is only a
 * warning: the form can still be saved.
 */
import { Fragment } from 'react'
import * as z from 'zod/mini'
import type { CallOutput } from '#contract/call.ts'
import type { similarPeople } from '#contract/sales/leadCalls.ts'
import { SimilarPeople } from '#src/data/calls.ts'
import { Leads } from '#src/data/resources/lead.ts'
import { useCan } from '#src/data/session/session.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { useSettled } from '#src/ui/hooks/useSettled.ts'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'

type Found = CallOutput<typeof similarPeople>
type Person = Found['ada'][number]
const sameText = { phone: 'nomor sama', email: 'email sama', nama: 'nama mirip' }

const Name = ({ person: { jenis, id, nama } }: { person: Person }) => {
  const seesUsers = useCan('user/view')
  const look = { target: '_blank', rel: 'noreferrer' }
  if (jenis === 'lead')
    return (
      <PlaceLink to="/sales/lead/view" search={{ id }} {...look}>
        {nama}
      </PlaceLink>
    )
  if (!seesUsers) return nama
  return (
    <PlaceLink to="/user/view" search={{ id }} {...look}>
      {nama}
    </PlaceLink>
  )
}
/** Describes the number of matches outside the scope of the reader; undefined if there are none. */
const hiddenText = ({ phone, email }: Found['di_luar']): string | undefined => {
  const parts = [
    ...(phone > 0 ? [`${phone} orang lain dengan nomor ini`] : []),
    ...(email > 0 ? [`${email} orang lain dengan email ini`] : []),
  ]
  return parts.length === 0
    ? undefined
    : `${parts.join(' dan ')} di luar wilayah Anda: tanyakan admin`
}

/** Note with the similar people; not shown if there are none. */
export const SimilarNote = ({ found, intro }: { found: Found | undefined; intro: string }) => {
  const hidden = found && hiddenText(found.di_luar)
  if (!found || (found.ada.length === 0 && !hidden)) return null
  return (
    <Note className="wide" tone="orange" role="status" mb="md">
      {found.ada.length > 0 && `${intro}: `}
      {found.ada.map((person, i) => (
        <Fragment key={`${person.jenis} ${person.id}`}>
          {i > 0 && '; '}
          <Name person={person} /> ({person.keterangan},{' '}
          {person.sama.map((s) => sameText[s]).join(', ')})
        </Fragment>
      ))}
      {found.ada.length > 0 && '. '}
      {hidden && `Ada ${hidden}.`}
    </Note>
  )
}

/**
 * Returns the value if it is valid. Returns undefined for a value that the server would reject, so
 * that a half-typed number is not searched.
 */
const valid = (field: 'nama' | 'phone' | 'email', value: unknown): string | undefined => {
  const parsed = value ? z.safeParse(Leads.resource.fields[field], value) : undefined
  return parsed?.success ? (parsed.data ?? undefined) : undefined
}
/**
 * Returns the people who are similar to typed data or to a stored lead. `exceptId`: id of a lead to
 * exclude from the result.
 */
export const useSimilar = (person: {
  nama?: unknown
  phone?: unknown
  email?: unknown
  exceptId?: number
}): Found | undefined => {
  const text = JSON.stringify({
    nama: valid('nama', person.nama),
    phone: valid('phone', person.phone),
    email: valid('email', person.email),
  })
  const settledText = useSettled(text)
  const params: { nama?: string; phone?: string; email?: string } = JSON.parse(settledText ?? '{}')
  const { exceptId } = person
  const { data } = SimilarPeople.useOptionalQuery(
    { ...params, kecuali: exceptId ? String(exceptId) : undefined },
    { enabled: Object.keys(params).length > 0 },
  )
  return text === settledText ? data : undefined
}
