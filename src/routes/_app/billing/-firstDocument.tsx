/** Note about the facts that the first bill of a school would lack. It never blocks. */
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { AccessCode } from '#contract/access/access.ts'
import type { FirstDocumentFact } from '#contract/settings/setupCalls.ts'
import { setupQuery } from '#src/data/dashboard.ts'
import { useAllowed, useCan } from '#src/data/session/session.ts'
import type { Place } from '#src/state/place.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'

/** Time in ms for which the answer is kept: a published bill ends the note for good. */
const staleTime = 30 * 60_000
const facts: Record<FirstDocumentFact, { label: string; code: AccessCode; place: Place }> = {
  nama: {
    label: 'nama sekolah',
    code: 'setting/update',
    place: { to: '/setting', search: { tab: 'umum', kunci: 'nama_sekolah' } },
  },
  logo: {
    label: 'logo',
    code: 'setting/update',
    place: { to: '/setting', search: { tab: 'umum', kunci: 'logo' } },
  },
  rekening: {
    label: 'rekening bank atau QRIS',
    code: 'bank/create',
    place: { to: '/bank' },
  },
}

/** Shown before a bill is published, until the school has published its first bill. */
export const FirstDocumentNote = () => {
  const allowed = useAllowed()
  const { data } = useQuery({ ...setupQuery, staleTime, enabled: useCan('dashboard') })
  const missing = data?.kurang ?? []
  if (missing.length === 0) return null
  return (
    <Note tone="orange" role="status" mb="md">
      Tagihan pertama sekolah ini belum memuat{' '}
      {missing.map((fact, i) => {
        const { label, code, place } = facts[fact]
        return (
          <Fragment key={fact}>
            {i > 0 && (i === missing.length - 1 ? ' dan ' : ', ')}
            {allowed(code) ? <PlaceLink {...place}>{label}</PlaceLink> : label}
          </Fragment>
        )
      })}
      . Tagihan tetap dapat diterbitkan.
    </Note>
  )
}
