import { NativeSelect } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { MetodePembayaran } from '#contract/enums.ts'
import { ListPaymentBank } from '#src/data/calls.ts'
import { MetodeSelect } from '#src/routes/_app/-metodeSelect.tsx'
import { Field, useField, useValue } from '#src/routes/_app/billing-payment/-paymentParts.ts'

/** The banks that fit the chosen method; undefined until they are known. */
const useBanks = (akun: number, metode: unknown) => {
  const { data } = ListPaymentBank.useMaybe({ id: akun }, { enabled: akun > 0 })
  return data?.filter((b) => b.metode === metode)
}
/**
 * The bank for a method: the chosen one where it fits, the only one there is, else none. Cash has
 * none.
 */
const fittingBank = (banks: readonly { id: number }[], chosen: unknown): number | null => {
  const [only, ...more] = banks
  if (banks.some((b) => b.id === chosen)) return Number(chosen)
  return only && more.length === 0 ? only.id : null
}

/** Method, then the banks that fit it; cash has none. */
export const MetodeFields = () => {
  const akun = useValue('akun_billing_id')
  const metode = useField('metode')
  const bank = useField('bank_id')
  const kanal = useField('kanal')
  const id = typeof akun === 'number' ? akun : 0
  const isCash = metode.value === MetodePembayaran.tunai
  const isTransfer = metode.value === MetodePembayaran.transfer
  const banks = useBanks(id, metode.value)
  const ids = banks?.map((b) => b.id).join(',')
  const settle = useEffectEvent(() => {
    if (!isTransfer && kanal.value) kanal.set(null)
    // One of another method or account must not stay.
    if (banks === undefined && !isCash) return
    const chosen = isCash ? null : fittingBank(banks ?? [], bank.value)
    if (chosen !== bank.value && (chosen !== null || bank.value)) bank.propose(chosen)
  })
  useEffect(() => settle(), [metode.value, ids])
  const noBank = banks?.length === 0 ? 'Belum ada bank untuk metode ini' : undefined
  return (
    <>
      <MetodeSelect {...metode} />
      {!isCash && (
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
      {isTransfer && <Field name="kanal" />}
    </>
  )
}
