/** Guard for forms whose URL names a payer. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, type ReactNode } from 'react'
import { pilihanQuery } from '#src/data/choices.ts'
import { useOwnOutlets } from '#src/data/outlets.ts'
import { useCan } from '#src/data/session/session.ts'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'

/**
 * Note that replaces the form if the payer is outside the scope of the reader or does not exist.
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
 * Renders the form for the payer in the URL if the reader may see this payer; otherwise renders a
 * note. A shared URL may reach a reader from another outlet.
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
