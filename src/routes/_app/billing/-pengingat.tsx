/** Queue, texts and skip action of payment reminders, shared by the reminder screens. */
import { Button, Group, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { pengingat } from '#contract/billing/pengingat/pengingat.ts'
import type { nextPengingat } from '#contract/billing/pengingat/pengingatCalls.ts'
import { StatusPengingat } from '#contract/billing/pengingat/pengingatEnums.ts'
import type { CallOutput } from '#contract/call.ts'
import type { Row } from '#contract/resource.ts'
import { pengingatText } from '#contract/settings/collection.ts'
import { NextPengingat } from '#src/data/calls.ts'
import { Pengingats } from '#src/data/resources/pengingat.ts'
import { askReason, showFailure, toast } from '#src/state/feedback.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { numberText, rupiah, waktu } from '#src/ui/format/format.ts'
import { Badge, Badges } from '#src/ui/list/table/table.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import type { Bill } from './-bill.tsx'

export type Reminder = Row<typeof pengingat>
type Queue = CallOutput<typeof nextPengingat>

/**
 * Returns the state of the reminder queue. Its field `berikut` is the next reminder after the
 * reminder with id `after`. If `after` is 0, `berikut` is the first reminder of the queue.
 */
export const useReminders = (after: number) =>
  NextPengingat.useOptionalQuery({ setelah: String(after) })

/**
 * Returns a text that explains why some waiting reminders cannot be sent now; empty if all of them
 * can be sent.
 */
export const waitText = ({ tertahan, di_luar_jam }: Queue): string =>
  [
    ...(tertahan > 0
      ? [`${numberText(tertahan)} pengingat ditunda: bukti transfernya sedang diperiksa`]
      : []),
    ...(di_luar_jam > 0 ? [`${numberText(di_luar_jam)} menunggu jam kirim outletnya`] : []),
  ].join(', ')

/**
 * Status badges of a reminder. A failed mail has its own badge, because an admin has to act on it.
 */
export const ReminderStatus = ({ row }: { row: Reminder }) => {
  const isOpen = row.billing && row.billing.sisa > 0 && row.billing.void_at === null
  const waits = row.status === 'menunggu'
  return (
    <Badges>
      {waits && !isOpen ? (
        <Badge>{StatusPengingat.label('gugur')}</Badge>
      ) : (
        <Badge tone={StatusPengingat.tone(row.status)}>{StatusPengingat.label(row.status)}</Badge>
      )}
      {waits && row.tahan && <Badge tone="orange">Menunggu verifikasi</Badge>}
      {waits && row.surat?.status === 'gagal' && <Badge tone="red">Email gagal</Badge>}
    </Badges>
  )
}

/**
 * Describes how, when and by whom a reminder was sent or skipped. Returns null if the reminder was
 * neither sent nor skipped.
 */
export const sentText = (row: Reminder): string | null => {
  const message = row.pesan ?? row.surat
  const by = row.petugas?.name ?? 'otomatis'
  if (row.status === 'dilewati') return `Dilewati ${by}: ${row.alasan}`
  if (!message || message.status === 'gagal') return null
  const how = message.kanal === 'email' ? 'Email' : 'WhatsApp'
  return `${how} ${waktu(message.dibuat)}, ${message.nama}, ${by}`
}

/**
 * Returns a function that asks for a reason and skips a reminder. `done` is called after the
 * reminder was skipped.
 */
export const useSkipReminder = () => {
  const lewati = Pengingats.useAction('lewati')
  return async (id: number, name: string, done?: () => void) => {
    const alasan = await askReason({
      title: `Lewati pengingat ${name}?`,
      body: 'Langkah ini tidak dikirim lagi. Langkah berikutnya tetap datang pada harinya.',
      confirm: 'Lewati',
      min: 3,
    })
    if (alasan === null) return
    lewati.mutate(
      { id, input: { alasan } },
      { onSuccess: () => toast(`Pengingat ${name} dilewati`), next: done },
    )
  }
}

/**
 * Returns a function that opens the next reminder. If no further reminder can be sent now, the
 * function opens the list of reminders.
 */
export const useGoOn = (after: number) => {
  const navigate = useNavigate()
  const goOn = async () => {
    const { berikut } = await NextPengingat.fetch({ setelah: String(after) })
    if (!berikut) {
      toast('Tidak ada lagi pengingat yang dapat dikirim sekarang')
      return navigate({ to: '/billing/pengingat', search: { antre: '1' } })
    }
    const { id: pengingat, billing_id: id } = berikut
    return navigate({ to: '/billing/share', search: { id, pengingat } })
  }
  return () => goOn().catch(showFailure)
}

/**
 * Bar above the form that sends a reminder. It shows the reminder and the length of the queue. Its
 * buttons skip the reminder and open the next reminder.
 */
export const ReminderBar = ({ bill, id }: { bill: Bill; id: number }) => {
  const row = Pengingats.useView(id, 'surat,tahan')
  const { data: queue } = useReminders(id)
  const skip = useSkipReminder()
  const goOn = useGoOn(id)
  const waits = row.status === 'menunggu'
  return (
    <Panel>
      <Group justify="space-between" gap="0.6rem">
        <Text role="status">
          <b>{pengingatText(row.langkah)}</b>: {bill.nama_tagihan}, sisa {rupiah(bill.sisa)}
          {queue && ` · ${numberText(queue.menunggu)} dalam antrean`}
        </Text>
        <Group gap="0.6rem">
          <Button variant="default" onClick={() => void goOn()}>
            Nanti
          </Button>
          <Button
            variant="default"
            disabled={!waits}
            onClick={() => void skip(id, bill.nomor ?? '', () => void goOn())}
          >
            Lewati
          </Button>
        </Group>
      </Group>
      {!waits && (
        <Note role="status">
          Pengingat ini sudah selesai: {StatusPengingat.label(row.status).toLowerCase()}.
        </Note>
      )}
      {waits && row.tahan && (
        <Note tone="orange">
          Keluarga ini sudah mengonfirmasi pembayaran. Periksa konfirmasinya dahulu; pengingat
          ditunda sampai {waktu(row.tahan.sampai)}.
        </Note>
      )}
      {waits && row.surat && row.surat.status !== 'gagal' && (
        <Note>Email pengingat sudah dikirim ke {row.surat.tujuan}. WhatsApp belum.</Note>
      )}
      {waits && row.surat?.status === 'gagal' && (
        <Note tone="orange">Email pengingat ke {row.surat.tujuan} gagal dikirim.</Note>
      )}
    </Panel>
  )
}
