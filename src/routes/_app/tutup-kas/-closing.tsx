/**
 * Status, texts and actions of cash closings, shared by the list, the record and the print view.
 */
import { useNavigate } from '@tanstack/react-router'
import type { tutupKas } from '#contract/billing/tutupKas.ts'
import type { Row } from '#contract/resource.ts'
import { TutupKas } from '#src/data/resources/tutupKas.ts'
import { askReason, toast } from '#src/state/feedback.ts'
import type { Place } from '#src/state/place.ts'
import { rupiah, tanggal } from '#src/ui/format/format.ts'
import { Badge } from '#src/ui/list/table/table.tsx'

export type Closing = Row<typeof tutupKas>
export const closingPlace = ({ id }: Closing): Place => ({ to: '/tutup-kas/view', search: { id } })

/**
 * Badge of a cash closing. It shows whether the closing was reopened. Otherwise it shows whether
 * the counted cash equals the expected cash.
 */
export const ClosingStatus = ({ closing: { dibuka_at, selisih } }: { closing: Closing }) => {
  if (dibuka_at) return <Badge tone="gray">Dibuka kembali</Badge>
  return selisih === 0 ? <Badge tone="green">Cocok</Badge> : <Badge tone="orange">Selisih</Badge>
}
/** Describes the difference between counted and expected cash. */
export const differenceText = (selisih: number): string => {
  if (selisih === 0) return 'Cocok'
  return selisih < 0 ? `Kurang ${rupiah(-selisih)}` : `Lebih ${rupiah(selisih)}`
}

/** Returns the actions that print a cash closing and reopen its day. */
export const useClosingActions = () => {
  const buka = TutupKas.useAction('buka')
  const navigate = useNavigate()
  const reopen = async (closing: Closing) => {
    const day = tanggal(closing.tanggal)
    const alasan = await askReason({
      title: `Buka kembali kas ${closing.gedung?.nama ?? ''} ${day}?`,
      body: 'Pembayaran tunai dan kartu hari itu dapat dicatat dan dibatalkan lagi, sampai kasnya ditutup dengan hitungan baru. Tutup kas yang ini tetap tersimpan.',
      confirm: 'Buka kembali',
      danger: true,
    })
    if (alasan === null) return
    buka.mutate(
      { id: closing.id, input: { alasan, versi: closing.versi } },
      {
        onSuccess: () =>
          toast(`Kas ${day} dibuka kembali`, {
            to: {
              to: '/tutup-kas/form',
              search: { gedung_id: closing.gedung_id, tanggal: closing.tanggal },
            },
          }),
      },
    )
  }
  const actionsOf = (closing: Closing) => [
    {
      label: 'Cetak',
      run: () => void navigate({ to: '/tutup-kas/print', search: { id: closing.id } }),
    },
    {
      label: 'Buka kembali',
      code: 'tutup-kas/buka' as const,
      danger: true,
      busy: buka.isPending,
      disabled: closing.dibuka_at ? 'Sudah dibuka kembali' : undefined,
      run: () => void reopen(closing),
    },
  ]
  return { actionsOf }
}
