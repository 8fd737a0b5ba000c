/**
 * Field for the bank account of the school that received the transfer. The choices are the accounts
 * that are offered to the payer.
 */
import { Group, NativeSelect, Text } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { methodProperties } from '#contract/billing/rules/paymentMethod.ts'
import { ListPaymentBank } from '#src/data/calls.ts'
import { useFormField, useFormValue } from '#src/ui/form/useForm.ts'
import { CopyButton } from '#src/ui/record/CopyButton.tsx'
import { QrisCode } from '#src/ui/record/QrisCode.tsx'

/**
 * Returns the bank accounts that accept transfers and are offered to a payer; undefined while the
 * accounts are loading.
 */
export const useTransferBanks = (akun: number) => {
  const { data } = ListPaymentBank.useOptionalQuery({ id: akun }, { enabled: akun > 0 })
  return data?.filter((b) => methodProperties(b.metode).isRemote)
}

export const BankChoice = () => {
  const akun = useFormValue('akun_billing_id')
  const { value, error, set, propose } = useFormField('bank_tujuan_id')
  const id = typeof akun === 'number' ? akun : 0
  const banks = useTransferBanks(id)
  const ids = banks?.map((b) => b.id).join(',')
  const settle = useEffectEvent(() => {
    if (!banks) return
    const [only, ...more] = banks
    const isOffered = banks.some((b) => b.id === value)
    // Corrects an account that is not offered to this payer: selects the only offered account, or
    // clears the field if there are several offered accounts or none.
    if (!isOffered) propose(only && more.length === 0 ? only.id : null)
  })
  useEffect(() => settle(), [ids])
  const chosen = banks?.find((b) => b.id === value)
  const noBank = banks?.length === 0 ? 'Belum ada rekening. Hubungi sekolah.' : undefined
  return (
    <div data-field="bank_tujuan_id">
      <NativeSelect
        label="Rekening Tujuan"
        required
        error={error}
        value={String(value ?? '')}
        onChange={(e) => set(e.currentTarget.value ? Number(e.currentTarget.value) : null)}
        description={id === 0 ? 'Pilih akun billing dahulu' : noBank}
        data={[
          { value: '', label: '– pilih –' },
          ...(banks ?? []).map((b) => ({
            value: String(b.id),
            label: `${b.nama_bank} ${b.no_rekening}`,
          })),
        ]}
      />
      {chosen && (
        <Group gap="xs" mt={4}>
          <Text size="sm" c="dimmed">
            a.n. {chosen.atas_nama}
          </Text>
          <CopyButton text={chosen.no_rekening} what={`nomor rekening ${chosen.nama_bank}`} />
          {chosen.gambar !== null && <QrisCode id={chosen.gambar} name={chosen.nama_bank} />}
        </Group>
      )}
    </div>
  )
}
