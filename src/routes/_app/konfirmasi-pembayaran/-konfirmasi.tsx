/** Status and actions of payment confirmations, shared by the list and the record. */
import { StatusKonfirmasi } from '#contract/billing/konfirmasi/konfirmasiEnums.ts'
import type { konfirmasiPembayaran } from '#contract/billing/konfirmasi/konfirmasiPembayaran.ts'
import { RoleId } from '#contract/enums.ts'
import type { Row } from '#contract/resource.ts'
import {
  confirmationQueue,
  KonfirmasiPembayarans,
} from '#src/data/resources/konfirmasiPembayaran.ts'
import { roleOf, useMe } from '#src/data/session/session.ts'
import { askReason, confirm, toast } from '#src/state/feedback.ts'
import type { Place } from '#src/state/place.ts'
import { rupiah } from '#src/ui/format/format.ts'
import { Badge } from '#src/ui/list/table/table.tsx'
import { useWaiting } from '#src/ui/record/useWaiting.ts'

export type Confirmation = Row<typeof konfirmasiPembayaran>
export const confirmationPlace = ({ id }: { id: number }): Place => ({
  to: '/konfirmasi-pembayaran/view',
  search: { id },
})

export const ConfirmationStatus = ({ status }: Pick<Confirmation, 'status'>) => (
  <Badge tone={StatusKonfirmasi.tone(status)}>{StatusKonfirmasi.label(status)}</Badge>
)

/**
 * Returns the queue of pending confirmations: their number, the first confirmation, the
 * confirmations before and after the confirmation `id`, and the position of confirmation `id`
 * (`place`, counted from 1; 0 if the confirmation is not pending).
 */
export const useConfirmationQueue = (id: number, enabled = true) =>
  useWaiting(confirmationQueue, { id, enabled })

const whyDecided = ({ status }: Confirmation): string | undefined =>
  status === 'menunggu' ? undefined : `Sudah ${StatusKonfirmasi.label(status).toLowerCase()}`
/**
 * Returns a function that gives the reason why the user may not approve or reject a confirmation;
 * undefined if the user may do both. The server rejects such a request with the same text.
 */
export const useWhyNotDecide = (): ((row: Confirmation) => string | undefined) => {
  const me = useMe()
  return (row) => {
    const isOwn = row.akun_billing_id === me?.id || row.created_by === me?.id
    return (
      whyDecided(row) ??
      (isOwn && roleOf(me) !== RoleId.superadmin
        ? 'Konfirmasi sendiri diperiksa oleh orang lain'
        : undefined)
    )
  }
}
/**
 * Returns a function that gives the reason why the user may not withdraw a confirmation; undefined
 * if the user may withdraw it.
 */
const useWhyNotWithdraw = (): ((row: Confirmation) => string | undefined) => {
  const me = useMe()
  const role = roleOf(me)
  const isOffice = role === RoleId.superadmin || role === RoleId.admin
  return (row) =>
    whyDecided(row) ??
    (isOffice || row.created_by === me?.id
      ? undefined
      : 'Hanya yang mengirimnya, atau admin, yang membatalkannya')
}

const summaryOf = ({ akun_billing, pengirim_nama, jumlah }: Confirmation) =>
  `${rupiah(jumlah)} dari ${akun_billing?.name ?? pengirim_nama}`

/** Returns the actions that reject or withdraw a confirmation. Each action first opens a dialog. */
export const useConfirmationActions = () => {
  const tolak = KonfirmasiPembayarans.useAction('tolak')
  const batalkan = KonfirmasiPembayarans.useAction('batalkan')
  const whyNotDecide = useWhyNotDecide()
  const whyNotWithdraw = useWhyNotWithdraw()
  const refuse = async (row: Confirmation, done?: () => void) => {
    const { id, nomor, versi } = row
    const alasan = await askReason({
      title: `Tolak ${nomor}?`,
      body: `${summaryOf(row)} tidak dicatat sebagai pembayaran. Keluarga membaca alasan ini, juga lewat email, dan dapat mengirim konfirmasi yang baru.`,
      confirm: 'Tolak',
      danger: true,
    })
    if (alasan === null) return
    tolak.mutate(
      { id, input: { alasan, versi } },
      {
        onSuccess: () => toast(`${nomor} ditolak`, { to: confirmationPlace(row) }),
        next: done,
      },
    )
  }
  const withdraw = async (row: Confirmation) => {
    const { id, nomor, versi } = row
    const ok = await confirm({
      title: `Batalkan ${nomor}?`,
      body: `${summaryOf(row)} tidak lagi diperiksa. Tagihannya menunggu pembayaran seperti semula.`,
      confirm: 'Batalkan konfirmasi',
      cancel: 'Kembali',
      danger: true,
    })
    if (!ok) return
    batalkan.mutate(
      { id, input: { versi } },
      { onSuccess: () => toast(`${nomor} dibatalkan`, { to: confirmationPlace(row) }) },
    )
  }
  const refusal = (row: Confirmation, done?: () => void) => ({
    label: 'Tolak',
    code: 'konfirmasi-pembayaran/tolak' as const,
    busy: tolak.isPending,
    disabled: whyNotDecide(row),
    run: () => void refuse(row, done),
  })
  const withdrawal = (row: Confirmation) => ({
    label: 'Batalkan',
    code: 'konfirmasi-pembayaran/batalkan' as const,
    danger: true,
    busy: batalkan.isPending,
    disabled: whyNotWithdraw(row),
    run: () => void withdraw(row),
  })
  return { refusal, withdrawal, whyNotDecide }
}
