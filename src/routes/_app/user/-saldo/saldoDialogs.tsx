/**
 * Dialogs for manual changes to the credit (saldo) of a payer: refund, transfer within the family,
 * and correction.
 */
import { NativeSelect, Text } from '@mantine/core'
import { methodProperties } from '#contract/billing/rules/paymentMethod.ts'
import { MetodePembayaran, UserStatus } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import {
  AlihSaldo,
  InfoBilling,
  KoreksiSaldo,
  ListPaymentBank,
  RefundSaldo,
} from '#src/data/calls.ts'
import { MetodeSelect } from '#src/routes/_app/-metodeSelect.tsx'
import type { UserRow } from '#src/routes/_app/user/-userFacts.tsx'
import { formOf } from '#src/ui/form/formCall.tsx'
import { rupiah } from '#src/ui/format/format.ts'

interface SaldoDialogProps {
  row: UserRow
  close: () => void
  done: (text: string) => void
}
/** Text with the current credit and the credit after the typed change. */
const SaldoText = ({ akun, change }: { akun: number; change: number }) => {
  const { saldo_kredit } = InfoBilling.useSuspenseData({ id: akun })
  return (
    <Text className="wide" aria-live="polite">
      Saldo sekarang <b>{rupiah(saldo_kredit)}</b>
      {change !== 0 && (
        <>
          , menjadi <b>{rupiah(saldo_kredit + change)}</b>
        </>
      )}
      .
    </Text>
  )
}
const amountOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

const Refund = formOf(RefundSaldo)
/** Field for the bank account of the school from which a refund is paid; not shown for cash. */
const RefundBank = ({ akun }: { akun: number }) => {
  const banks = ListPaymentBank.useOptionalQuery({ id: akun }).data ?? []
  const { value, error, set } = Refund.useField('bank_id')
  if (!methodProperties(Refund.useValue('metode')).hasBank) return null
  return (
    <div data-field="bank_id">
      <NativeSelect
        label="Dari Bank"
        required
        error={error}
        value={String(value ?? '')}
        onChange={(e) => set(e.currentTarget.value ? Number(e.currentTarget.value) : null)}
        data={[
          { value: '', label: '– pilih –' },
          ...banks.map((b) => ({
            value: String(b.id),
            label: `${b.nama_bank} ${b.no_rekening}`,
          })),
        ]}
      />
    </div>
  )
}
/** Field for the outlet at which a refund is paid in cash or by card; not shown for a transfer. */
const RefundTill = () =>
  methodProperties(Refund.useValue('metode')).isAtCounter && <Refund.Field name="gedung_id" />
const RefundFields = ({ akun }: { akun: number }) => (
  <>
    <SaldoText akun={akun} change={-amountOf(Refund.useValue('jumlah'))} />
    <Refund.Field name="jumlah" />
    <Refund.Field name="tanggal" />
    <MetodeSelect {...Refund.useField('metode')} />
    <RefundBank akun={akun} />
    <RefundTill />
    <Refund.Field name="bukti" wide />
    <Refund.Field name="alasan" wide />
  </>
)
export const RefundDialog = ({ row: { id, name }, close, done }: SaldoDialogProps) => {
  const { saldo_kredit } = InfoBilling.useSuspenseData({ id })
  const refund = RefundSaldo.useMutation({ quiet: true, params: { id } })
  return (
    <Refund.ModalForm
      title={`Kembalikan saldo ${name}`}
      close={close}
      submitLabel="Kembalikan"
      initial={{ jumlah: saldo_kredit, tanggal: currentDay(), metode: MetodePembayaran.tunai }}
      send={(input) =>
        refund.mutateAsync({
          ...input,
          bank_id: methodProperties(input.metode).hasBank ? input.bank_id : null,
          gedung_id: methodProperties(input.metode).isAtCounter ? input.gedung_id : null,
        })
      }
      onDone={() => done('menerima saldonya kembali')}
    >
      <RefundFields akun={id} />
    </Refund.ModalForm>
  )
}

const Transfer = formOf(AlihSaldo)
const TransferFields = ({ akun }: { akun: number }) => (
  <>
    <SaldoText akun={akun} change={-amountOf(Transfer.useValue('jumlah'))} />
    <Transfer.Field name="ke_id" wide filter={{ status: UserStatus.aktif }} />
    <Text className="wide" c="dimmed" fz="sm">
      Hanya akun dari keluarga yang sama: yang nomor, email, atau pesertanya sama.
    </Text>
    <Transfer.Field name="jumlah" />
    <Transfer.Field name="alasan" wide />
  </>
)
export const TransferDialog = ({ row: { id, name }, close, done }: SaldoDialogProps) => {
  const { saldo_kredit } = InfoBilling.useSuspenseData({ id })
  const transfer = AlihSaldo.useMutation({ quiet: true, params: { id } })
  return (
    <Transfer.ModalForm
      title={`Alihkan saldo ${name}`}
      close={close}
      submitLabel="Alihkan"
      initial={{ jumlah: saldo_kredit }}
      send={transfer.mutateAsync}
      onDone={() => done('mengalihkan saldonya')}
    >
      <TransferFields akun={id} />
    </Transfer.ModalForm>
  )
}

const Correction = formOf(KoreksiSaldo)
const CorrectionFields = ({ akun }: { akun: number }) => {
  const jumlah = amountOf(Correction.useValue('jumlah'))
  const more = Correction.useValue('arah') === 'tambah'
  return (
    <>
      <SaldoText akun={akun} change={more ? jumlah : -jumlah} />
      <Correction.Field name="arah" />
      <Correction.Field name="jumlah" />
      <Correction.Field name="alasan" wide />
    </>
  )
}
export const CorrectionDialog = ({ row: { id, name }, close, done }: SaldoDialogProps) => {
  const correct = KoreksiSaldo.useMutation({ quiet: true, params: { id } })
  return (
    <Correction.ModalForm
      title={`Koreksi saldo ${name}`}
      close={close}
      submitLabel="Catat koreksi"
      initial={{ arah: 'kurang' }}
      send={correct.mutateAsync}
      onDone={() => done('saldonya dikoreksi')}
    >
      <Text className="wide">
        Untuk yang keliru dicatat di bulan yang bukunya sudah dikunci: dicatat dengan tanggal hari
        ini. Selain itu batalkan atau pindahkan pembayarannya.
      </Text>
      <CorrectionFields akun={id} />
    </Correction.ModalForm>
  )
}
