/**
 * Form section with the open bills of the chosen payer and the amount that is allocated to each.
 */
import { Button, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import { allocateFrom } from '#contract/billing/rules/alokasi.ts'
import { InfoBilling } from '#src/data/calls.ts'
import { AlokasiSection } from '#src/routes/_app/billing-payment/-alokasiSection.tsx'
import { useField, useValue } from '#src/routes/_app/billing-payment/-paymentParts.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'

/**
 * Renders the open bills of the payer, or their loading or error state. `first`: id of the bill to
 * pay first.
 */
export const AlokasiFields = ({ first }: { first?: number }) => {
  const akun = useValue('akun_billing_id')
  const { value: chosen, set } = useField('alokasi')
  const id = typeof akun === 'number' ? akun : 0
  const info = InfoBilling.useOptionalQuery({ id }, { enabled: id > 0 })
  // Clears the allocation when the payer changes, because its bills belong to the previous payer.
  const last = useRef(id)
  const changed = useEffectEvent(() => {
    if (last.current !== id && chosen) set(undefined)
    last.current = id
  })
  useEffect(() => changed(), [id])

  if (id === 0)
    return (
      <Text className="wide" c="dimmed">
        Pilih akun billing untuk melihat tagihannya.
      </Text>
    )
  if (info.isError)
    return (
      <Note className="wide" tone="red" role="alert">
        Tagihan gagal dimuat: {info.error.message}.{' '}
        <Button size="xs" variant="default" onClick={() => void info.refetch()}>
          Coba lagi
        </Button>
      </Note>
    )
  if (!info.data)
    return (
      <div className="wide">
        <FormSkeleton />
      </div>
    )
  return (
    <AlokasiSection
      info={info.data}
      chosen={first === undefined ? [] : [first]}
      allocate={(open, jumlah) => allocateFrom(open, jumlah, first)}
    />
  )
}
