/** Status and actions of coach pay, shared by the list and the record. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { methodProperties } from '#contract/billing/rules/paymentMethod.ts'
import { MetodePembayaran, RoleId } from '#contract/enums.ts'
import type { Row } from '#contract/resource.ts'
import { StatusHonor } from '#contract/schedule/honorEnums.ts'
import type { honorPeriode } from '#contract/schedule/honorPeriode.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { HonorPeriodes } from '#src/data/resources/honorPeriode.ts'
import { roleOf, useMe } from '#src/data/session/session.ts'
import { MetodeSelect } from '#src/routes/_app/-metodeSelect.tsx'
import { askReason, confirm, toast } from '#src/state/feedback.ts'
import type { Place } from '#src/state/place.ts'
import { formAction } from '#src/ui/form/formCall.tsx'
import { bulan, rupiah } from '#src/ui/format/format.ts'
import { Badge } from '#src/ui/list/table/table.tsx'

export type Honor = Row<typeof honorPeriode>
export const payslipPlace = ({ id }: Pick<Honor, 'id'>): Place => ({
  to: '/honor-periode/view',
  search: { id },
})
export const nameOf = ({ pelatih, periode }: Honor): string =>
  `Honor ${pelatih?.name ?? 'guru'}, ${bulan(periode)}`

export const HonorStatus = ({ honor }: { honor: Honor }) => (
  <Badge tone={StatusHonor.tone(honor.status)}>{StatusHonor.label(honor.status)}</Badge>
)

const said = ({ status }: Honor): string => `Sudah ${StatusHonor.label(status).toLowerCase()}`

const Pay = formAction(HonorPeriodes, 'bayar')
const PayMethod = () => {
  const { value, error, set } = Pay.useField('metode')
  return <MetodeSelect value={value} error={error} set={set} />
}
/** Field for the bank from which the pay is transferred; not shown for cash. */
const PayBank = () =>
  methodProperties(Pay.useValue('metode')).hasBank && <Pay.Field name="bank_id" required />

/**
 * Dialog that records a payment of coach pay. It asks for the method and the day of the payment.
 */
export const PayDialog = ({ honor, close }: { honor: Honor; close: () => void }) => {
  const send = HonorPeriodes.useAction('bayar', { quiet: true })
  return (
    <Pay.ModalForm
      title={`Catat pembayaran ${nameOf(honor)}`}
      submitLabel={`Catat ${rupiah(honor.total)}`}
      close={close}
      initial={{
        tanggal_bayar: currentDay(honor.gedung?.zona_waktu),
        metode: MetodePembayaran.transfer,
      }}
      send={(input) => send.mutateAsync({ id: honor.id, input })}
      onDone={() => toast(`${nameOf(honor)} dicatat dibayar`, { to: payslipPlace(honor) })}
    >
      <Pay.Field name="tanggal_bayar" />
      <PayMethod />
      <PayBank />
      <Pay.Field name="referensi" />
    </Pay.ModalForm>
  )
}

/** Returns the actions of a payslip: finalize, pay, undo finalizing, and undo payment. */
export const useHonorActions = () => {
  const [paying, pay] = useState<Honor>()
  const finalkan = HonorPeriodes.useAction('finalkan')
  const open = HonorPeriodes.useAction('buka-final')
  const unpay = HonorPeriodes.useAction('batal-bayar')
  const navigate = useNavigate()
  const me = useMe()
  /**
   * Returns the reason why the user may not finalize or pay this coach pay; undefined if the user
   * may do both. The server rejects such a request with the same text.
   */
  const whyOwn = ({ pelatih_id }: Honor) =>
    pelatih_id === me?.id && roleOf(me) !== RoleId.superadmin
      ? 'Honor sendiri diputuskan oleh orang lain'
      : undefined
  const finalize = async (honor: Honor) => {
    const { total, belum_absensi, tanpa_tarif } = honor.keadaan ?? {
      total: honor.total,
      belum_absensi: 0,
      tanpa_tarif: 0,
    }
    const missing = [
      belum_absensi > 0 && `${belum_absensi} pertemuan belum diisi absensinya`,
      tanpa_tarif > 0 && `${tanpa_tarif} pertemuan tanpa tarif`,
    ].filter(Boolean)
    const sure = await confirm({
      title: `Finalkan ${nameOf(honor)}?`,
      body: `${rupiah(total)} dihitung sebagai biaya, dan tarif serta pertemuannya tidak berubah lagi.${missing.length > 0 ? ` Belum ikut: ${missing.join(', ')}; jika diisi kemudian, masuk periode berikutnya.` : ''}`,
      confirm: 'Finalkan',
    })
    if (!sure) return
    finalkan.mutate(
      { id: honor.id, input: { total } },
      {
        onSuccess: () => toast(`${nameOf(honor)} difinalkan`, { to: payslipPlace(honor) }),
      },
    )
  }
  const reopen = async (honor: Honor) => {
    const alasan = await askReason({
      title: `Buka kembali ${nameOf(honor)}?`,
      body: 'Menjadi draft lagi dan dihitung menurut tarif dan absensi sekarang.',
      confirm: 'Buka kembali',
      danger: true,
    })
    if (alasan)
      open.mutate(
        { id: honor.id, input: { alasan } },
        { onSuccess: () => toast(`${nameOf(honor)} dibuka kembali`) },
      )
  }
  const takeBack = async (honor: Honor) => {
    const alasan = await askReason({
      title: `Batalkan pembayaran ${nameOf(honor)}?`,
      body: 'Honor tetap final, tetapi belum dibayar.',
      confirm: 'Batalkan pembayaran',
      cancel: 'Kembali',
      danger: true,
    })
    if (alasan)
      unpay.mutate(
        { id: honor.id, input: { alasan } },
        {
          onSuccess: () => toast(`Pembayaran ${nameOf(honor)} dibatalkan`),
        },
      )
  }
  const actionsOf = (honor: Honor) => {
    const { status } = honor
    const is = (requiredStatus: Honor['status']) =>
      status === requiredStatus ? undefined : said(honor)
    return [
      {
        label: 'Finalkan',
        code: 'honor-periode/finalkan' as const,
        primary: status === 'draft',
        busy: finalkan.isPending,
        disabled: is('draft') ?? whyOwn(honor),
        run: () => void finalize(honor),
      },
      {
        label: 'Catat pembayaran',
        code: 'honor-periode/bayar' as const,
        primary: status === 'final',
        disabled: (status === 'draft' ? 'Belum final' : is('final')) ?? whyOwn(honor),
        run: () => pay(honor),
      },
      {
        label: 'Cetak slip',
        run: () => void navigate({ to: '/honor-periode/print', search: { id: honor.id } }),
      },
      {
        label: 'Batalkan pembayaran',
        code: 'honor-periode/batal-bayar' as const,
        danger: true,
        busy: unpay.isPending,
        disabled: status === 'dibayar' ? undefined : 'Belum dibayar',
        run: () => void takeBack(honor),
      },
      {
        label: 'Buka kembali',
        code: 'honor-periode/buka-final' as const,
        danger: true,
        busy: open.isPending,
        disabled:
          (status === 'draft' ? 'Masih draft' : undefined) ??
          (status === 'dibayar' ? 'Batalkan pembayarannya dahulu' : undefined),
        run: () => void reopen(honor),
      },
    ]
  }
  const dialog = paying && <PayDialog honor={paying} close={() => pay(undefined)} />
  return { actionsOf, dialog }
}
