/** Texts and actions of a lead, shared by the lead screens. */
import { useNavigate } from '@tanstack/react-router'
import type { Row } from '#contract/resource.ts'
import type { lead } from '#contract/sales/lead.ts'
import { TahapLead } from '#contract/sales/leadEnums.ts'
import { whyNotActivated } from '#contract/sales/rules/activation.ts'
import { isOpen, whyNotDeleted, whyNotStage, type Tahap } from '#contract/sales/rules/stages.ts'
import { isMobile } from '#contract/values/phone.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { useWhyNotYours } from '#src/data/outlets.ts'
import { Leads } from '#src/data/resources/lead.ts'
import { askReason, toast } from '#src/state/feedback.ts'
import { shortTanggal } from '#src/ui/format/format.ts'
import type { RecordAction } from '#src/ui/record/Record.tsx'

export type Lead = Row<typeof lead>
export const leadExpand = 'gedung,sales'
export const leadPlace = ({ id }: { id: number }) => ({
  to: '/sales/lead/view' as const,
  search: { id },
})

/**
 * Returns tone and text of a badge that shows when the next step (a planned task) of a lead is due.
 * Returns undefined if no next step is planned or the lead is closed.
 */
export const dueOf = ({ tahap, tindak_lanjut_at, gedung }: Lead) => {
  if (tindak_lanjut_at === null || !isOpen(tahap)) return undefined
  const today = currentDay(gedung?.zona_waktu)
  const day = shortTanggal(tindak_lanjut_at)
  if (tindak_lanjut_at < today) return { tone: 'red' as const, text: `Terlambat, ${day}` }
  if (tindak_lanjut_at === today) return { tone: 'orange' as const, text: 'Hari ini' }
  return { tone: 'gray' as const, text: day }
}

/**
 * Returns a function that moves a lead to another stage. The function asks for a reason if the new
 * stage is lost (`kalah`). It resolves to true if the lead was moved, otherwise to false.
 */
export const useMove = () => {
  const send = Leads.useAction('tahap')
  return async (row: Lead, tahap: Tahap): Promise<boolean> => {
    const alasan =
      tahap === 'kalah'
        ? await askReason({
            title: `${row.nama} kalah?`,
            body: 'Lead ini tidak lagi masuk daftar tindak lanjut. Alasannya membantu sekolah memperbaiki penawaran.',
            confirm: 'Pindahkan ke Kalah',
            min: 3,
          })
        : undefined
    if (alasan === null) return false
    const input = { tahap, versi: row.versi, ...(alasan && { alasan }) }
    return new Promise((done) => {
      send.mutate(
        { id: row.id, input },
        {
          onSuccess: () =>
            toast(`${row.nama} pindah ke ${TahapLead.label(tahap)}`, { to: leadPlace(row) }),
          onSettled: done,
        },
      )
    })
  }
}

/** Open dialog and the lead to which it applies. */
export interface OpenDialog {
  name:
    | 'telepon'
    | 'kunjungan'
    | 'catatan'
    | 'wa'
    | 'langkah'
    | 'ubah'
    | 'serahkan'
    | 'gabung'
    | 'trial'
    | 'batal-trial'
  row: Lead
}
const stages = TahapLead.options.map((o) => o.value)

/** Returns the actions of a lead. An action that is not allowed is disabled, with the reason. */
export const useLeadActions = (open: (dialog: OpenDialog) => void) => {
  const whyNotYours = useWhyNotYours(Leads.resource)
  const move = useMove()
  const navigate = useNavigate()
  return (row: Lead) => {
    const foreign = whyNotYours(row)
    const dialog = (
      label: string,
      name: OpenDialog['name'],
      code: RecordAction['code'],
      disabled = foreign,
    ): RecordAction => ({ label, code, disabled, run: () => open({ name, row }) })
    const noWa = isMobile(row.phone) ? undefined : 'Bukan nomor WhatsApp'
    const activation: RecordAction = {
      label: 'Aktivasi',
      code: 'lead/aktivasi',
      primary: isOpen(row.tahap),
      disabled: foreign ?? whyNotActivated(row),
      run: () => void navigate({ to: '/sales/lead/aktivasi', search: { id: row.id } }),
    }
    return {
      notes: [
        dialog('Catat telepon', 'telepon', 'lead/catat'),
        dialog('WhatsApp', 'wa', 'lead/view', noWa),
        dialog('Catat kunjungan', 'kunjungan', 'lead/catat'),
        dialog('Tulis catatan', 'catatan', 'lead/catat'),
      ],
      step: dialog('Langkah berikut', 'langkah', 'lead/update'),
      activation,
      others: [
        dialog('Serahkan ke sales lain', 'serahkan', 'lead/serahkan'),
        dialog('Gabungkan dengan lead lain', 'gabung', 'lead/gabung'),
      ],
      moves: stages
        .filter((to) => to !== row.tahap)
        .map((to): RecordAction & { to: Tahap } => ({
          to,
          label: `Pindah ke ${TahapLead.label(to)}`,
          code: 'lead/tahap',
          danger: to === 'kalah',
          disabled: foreign ?? whyNotStage(row, to),
          run: () => void move(row, to),
        })),
      foreign,
      whyNotDeleted: foreign ?? whyNotDeleted(row),
    }
  }
}
