import { NativeSelect } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { methodProperties } from '#contract/billing/rules/paymentMethod.ts'
import { ListPaymentBank } from '#src/data/calls.ts'
import { MetodeSelect } from '#src/routes/_app/-metodeSelect.tsx'
import { Field, useField, useValue } from '#src/routes/_app/billing-payment/-paymentParts.ts'

/**
 * Returns the bank accounts of the school to which the payer `akun` can pay by this method;
 * undefined while they are loading.
 */
const useBanks = (akun: number, metode: unknown) => {
  const { data } = ListPaymentBank.useOptionalQuery({ id: akun }, { enabled: akun > 0 })
  return data?.filter((b) => b.metode === metode)
}
/**
 * Returns the id of the bank for a method: the chosen bank if the method allows it, otherwise the
 * only available one, otherwise null.
 */
const fittingBank = (banks: readonly { id: number }[], chosen: unknown): number | null => {
  const [only, ...more] = banks
  if (banks.some((b) => b.id === chosen)) return Number(chosen)
  return only && more.length === 0 ? only.id : null
}

/** Fields for the payment method, and for a bank that fits the method. Cash has no bank. */
export const MetodeFields = () => {
  const akun = useValue('akun_billing_id')
  const metode = useField('metode')
  const bank = useField('bank_id')
  const kanal = useField('kanal')
  const id = typeof akun === 'number' ? akun : 0
  const { hasBank, isRemote } = methodProperties(metode.value)
  const banks = useBanks(id, metode.value)
  const ids = banks?.map((b) => b.id).join(',')
  const settle = useEffectEvent(() => {
    if (!isRemote && kanal.value) kanal.set(null)
    // Replaces a chosen bank that does not fit the method or the payer.
    if (banks === undefined && hasBank) return
    const chosen = hasBank ? fittingBank(banks ?? [], bank.value) : null
    if (chosen !== bank.value && (chosen !== null || bank.value)) bank.propose(chosen)
  })
  useEffect(() => settle(), [metode.value, ids])
  const noBank = banks?.length === 0 ? 'Belum ada bank untuk metode ini' : undefined
  return (
    <>
      <MetodeSelect {...metode} />
      {hasBank && (
        <div data-field="bank_id">
          <NativeSelect
            label="Bank"
            required
            error={bank.error}
            value={String(bank.value ?? '')}
            onChange={(e) => bank.set(e.currentTarget.value ? Number(e.currentTarget.value) : null)}
            description={id === 0 ? 'Pilih akun billing dahulu' : noBank}
            data={[
              { value: '', label: '– pilih –' },
              ...(banks ?? []).map((b) => ({
                value: String(b.id),
                label: `${b.nama_bank} ${b.no_rekening}`,
              })),
            ]}
          />
        </div>
      )}
      {isRemote && <Field name="kanal" />}
    </>
  )
}
