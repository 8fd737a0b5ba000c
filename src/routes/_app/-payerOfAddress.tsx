/**
 * Guard for forms whose URL contains the id of a payer. It shows the form only if the user may see
 * this payer.
 */
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, type ReactNode } from 'react'
import { pilihanQuery } from '#src/data/choices.ts'
import { useOwnOutlets } from '#src/data/outlets.ts'
import { useCan } from '#src/data/session/session.ts'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'

/**
 * Note that replaces the form if the payer does not exist or belongs to outlets that the user may
 * not see.
 */
const ForeignPayer = ({ anew }: { anew: ReactNode }) => {
  const isLimited = useOwnOutlets().length > 0
  return (
    <div className="note" data-tone="orange" role="status">
      <p style={{ marginTop: 0 }}>
        {isLimited
          ? 'Akun billing ini milik outlet lain, di luar outlet Anda. Minta admin outlet itu, atau admin semua outlet, untuk melanjutkan.'
          : 'Akun billing ini tidak ada lagi.'}
      </p>
      {anew} · <PlaceLink to="/user/akun-billing">Lihat daftar akun billing</PlaceLink>
    </div>
  )
}

const PayerGuard = ({ id, anew, children }: Props & { id: number }) => {
  const { data } = useSuspenseQuery(pilihanQuery('user', { id }))
  return data.length === 0 ? <ForeignPayer anew={anew} /> : children
}

interface Props {
  /** Link to the same form without a payer. */
  anew: ReactNode
  children: ReactNode
}
/**
 * Renders the form if the user may see the payer in the URL, otherwise a note, because a shared URL
 * may reach a user of another outlet. Renders the form without this check if the URL has no payer
 * or the user has no access to the list of payers.
 */
export const PayerOfAddress = ({ id, anew, children }: Props & { id: number | undefined }) =>
  useCan('user/pilihan') && id !== undefined ? (
    <Boundary resetKey={String(id)}>
      <Suspense fallback={<FormSkeleton />}>
        <PayerGuard id={id} anew={anew}>
          {children}
        </PayerGuard>
      </Suspense>
    </Boundary>
  ) : (
    children
  )
