import { Anchor } from '@mantine/core'
import { useState } from 'react'
import type { PaymentSplit } from '#src/routes/_app/billing-payment/-paymentSplit.ts'
import { RupiahInput } from '#src/ui/form/fields/RupiahInput.tsx'
import { rupiah } from '#src/ui/format/format.ts'
import classes from './AlokasiFields.module.css'

/**
 * Shows the part of a payment that becomes saldo. A link replaces it by an input, for a payer who
 * pays more than the ticked bills.
 */
export const SaldoPart = ({ split }: { split: PaymentSplit }) => {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <span>
        Ke saldo: <b>{rupiah(split.saldo)}</b>{' '}
        <Anchor component="button" type="button" onClick={() => setOpen(true)}>
          Ubah
        </Anchor>
      </span>
    )
  return (
    <span>
      Ke saldo:
      <div className={classes.money}>
        <RupiahInput
          name="ke-saldo"
          label="Ke saldo"
          value={split.saldo || null}
          placeholder="Rp 0"
          onChange={split.setSaldo}
        />
      </div>
    </span>
  )
}
