/**
 * Dialog that sends statements by mail: to one payer when opened from the statement, or to several
 * payers when opened from the list of payers.
 */
import { Text } from '@mantine/core'
import { StatusPesan } from '#contract/billing/shareCalls.ts'
import { addMonths, currentDay, firstDay } from '#contract/values/tanggal.ts'
import { KirimRekeningKoran, RekeningKoranTerkirim } from '#src/data/calls.ts'
import { toast } from '#src/state/feedback.ts'
import { formOf } from '#src/ui/form/formCall.tsx'
import { numberText, waktu } from '#src/ui/format/format.ts'

const Send = formOf(KirimRekeningKoran)

interface Props {
  akun: readonly { id: number; name: string }[]
  period?: { dari: string; sampai: string }
  close: () => void
}
export const StatementMail = ({ akun, period, close }: Props) => {
  const send = KirimRekeningKoran.useMutation({ quiet: true })
  const month = currentDay().slice(0, 7)
  const usual = { dari: firstDay(addMonths(month, -2)), sampai: currentDay() }
  const [only] = akun
  const run = async (input: { akun: number[]; dari: string; sampai: string }) => {
    const { dikirim, dilewati } = await send.mutateAsync(input)
    if (dikirim > 0) toast(`${numberText(dikirim)} rekening koran sedang dikirim`)
    for (const { nama, pesan } of dilewati.slice(0, 5)) toast(`${nama}: ${pesan}`, { tone: 'red' })
    if (dilewati.length > 5)
      toast(`${numberText(dilewati.length - 5)} akun lain tidak dikirimi`, { tone: 'red' })
  }
  return (
    <Send.ModalForm
      title={
        akun.length === 1 && only
          ? `Kirim rekening koran ${only.name}`
          : `Kirim rekening koran kepada ${numberText(akun.length)} akun`
      }
      close={close}
      submitLabel="Kirim email"
      initial={{ akun: akun.map(({ id }) => id), ...(period ?? usual) }}
      send={run}
    >
      <Text className="wide">
        Dikirim ke alamat email tagihannya, dengan PDF. Akun tanpa email dilewati.
      </Text>
      <Send.Field name="dari" />
      <Send.Field name="sampai" />
    </Send.ModalForm>
  )
}

/** Text with time and address of the last mail with a statement; not shown if there is none. */
export const LastSent = ({ id }: { id: number }) => {
  const { data = [] } = RekeningKoranTerkirim.useOptionalQuery({ id })
  const [last] = data
  if (!last) return null
  return (
    <Text c="dimmed" fz="sm">
      Terakhir dikirim {waktu(last.dibuat)} ke {last.tujuan} oleh {last.oleh}:{' '}
      {StatusPesan.label(last.status).toLowerCase()}.
    </Text>
  )
}
