/** Dialogs for the actions on an enrolment. Each shows the effects of its action. */
import type { ReactNode } from 'react'
import { KursusPesertaStatus, RoleId } from '#contract/enums.ts'
import { addMonths, currentDay, firstDay } from '#contract/values/tanggal.ts'
import {
  PreviewActivation,
  PreviewGraduation,
  PreviewLeave,
  PreviewReturn,
  PreviewStop,
} from '#src/data/calls.ts'
import { KursusPesertas } from '#src/data/resources/kursusPeserta.ts'
import { roleOf, useMe } from '#src/data/session/session.ts'
import type { DialogName, OpenDialog } from '#src/routes/_app/kursus-peserta/-actions.ts'
import { enrolmentName, type Enrolment } from '#src/routes/_app/kursus-peserta/-enrolment.ts'
import { hasPublished, PreviewNote } from '#src/routes/_app/kursus-peserta/-preview.tsx'
import { toast } from '#src/state/feedback.ts'
import { formAction } from '#src/ui/form/formCall.tsx'
import { useSettled } from '#src/ui/hooks/useSettled.ts'
import { foundIn, isSoft } from '#src/ui/schedule/Conflicts.tsx'

const Activate = formAction(KursusPesertas, 'aktifkan')
const Leave = formAction(KursusPesertas, 'cuti')
const Return = formAction(KursusPesertas, 'kembali')
const Stop = formAction(KursusPesertas, 'berhenti')
const Graduate = formAction(KursusPesertas, 'lulus')
const Ask = formAction(KursusPesertas, 'ajukan')
const EndRequest = formAction(KursusPesertas, 'batal-permintaan')
const Decline = formAction(KursusPesertas, 'tolak-usulan')

interface DialogProps {
  row: Enrolment
  close: () => void
}
/**
 * Returns the callbacks of a form. The callbacks close the dialog and show the result in a toast
 * with a link to the record.
 */
const resultCallbacks = ({ row, close }: DialogProps, outcome: string) => ({
  close,
  onDone: () =>
    toast(`${enrolmentName(row)} ${outcome}`, {
      to: { to: '/kursus-peserta/view', search: { id: row.id } },
    }),
})
const today = (row: Enrolment) => currentDay(row.gedung?.zona_waktu)

const ActivatePreview = ({ id }: { id: number }) => {
  const mulai = Activate.useValue('mulai') || null
  const preview = PreviewActivation.usePreview(useSettled({ mulai }), { id })
  return (
    <>
      <Activate.Field name="alasan" wide required={isSoft(foundIn(preview.error))} />
      {hasPublished(preview.data) && <Activate.Field name="tagihan" wide />}
      <PreviewNote {...preview} />
    </>
  )
}
const ActivateDialog = (props: DialogProps) => {
  const { row } = props
  const send = KursusPesertas.useAction('aktifkan', { quiet: true })
  return (
    <Activate.ModalForm
      title={`Aktifkan ${enrolmentName(row)}`}
      submitLabel="Aktifkan"
      send={(input) => send.mutateAsync({ id: row.id, input })}
      initial={row.diakhiri_at ? { mulai: today(row) } : {}}
      {...resultCallbacks(props, 'aktif')}
    >
      <Activate.Field name="mulai" />
      <ActivatePreview id={row.id} />
    </Activate.ModalForm>
  )
}

const LeavePreview = ({ id }: { id: number }) => {
  const cuti_mulai = Leave.useValue('cuti_mulai')
  const cuti_selesai = Leave.useValue('cuti_selesai') ?? null
  const input = cuti_mulai ? { cuti_mulai, cuti_selesai } : undefined
  return <PreviewNote {...PreviewLeave.usePreview(input, { id })} />
}
const LeaveDialog = (props: DialogProps) => {
  const { row } = props
  const send = KursusPesertas.useAction('cuti', { quiet: true })
  const hasRequest = row.permintaan_status === 'diajukan' && row.permintaan === 'cuti'
  const next = firstDay(addMonths(today(row).slice(0, 7), 1))
  return (
    <Leave.ModalForm
      title={`Cuti ${enrolmentName(row)}`}
      submitLabel="Catat cuti"
      send={(input) => send.mutateAsync({ id: row.id, input })}
      initial={
        hasRequest
          ? {
              cuti_mulai: row.permintaan_mulai ?? next,
              cuti_selesai: row.permintaan_selesai,
              alasan: row.permintaan_alasan,
            }
          : { cuti_mulai: next }
      }
      {...resultCallbacks(props, 'cuti')}
    >
      <Leave.Field name="cuti_mulai" />
      <Leave.Field name="cuti_selesai" />
      <Leave.Field name="tagihan" wide />
      <Leave.Field name="alasan" wide />
      <LeavePreview id={row.id} />
    </Leave.ModalForm>
  )
}

const ReturnPreview = ({ id }: { id: number }) => {
  const tanggal = Return.useValue('tanggal') || null
  const preview = PreviewReturn.usePreview(useSettled({ tanggal }), { id })
  return (
    <>
      <Return.Field name="alasan" wide required={isSoft(foundIn(preview.error))} />
      {hasPublished(preview.data) && <Return.Field name="tagihan" wide />}
      <PreviewNote {...preview} />
    </>
  )
}
const ReturnDialog = (props: DialogProps) => {
  const { row } = props
  const send = KursusPesertas.useAction('kembali', { quiet: true })
  const onLeave = row.status === KursusPesertaStatus.cuti
  return (
    <Return.ModalForm
      title={onLeave ? `${enrolmentName(row)} kembali` : `Lanjutkan ${enrolmentName(row)}`}
      submitLabel={onLeave ? 'Catat kembali' : 'Lanjutkan'}
      send={(input) => send.mutateAsync({ id: row.id, input })}
      initial={onLeave ? { tanggal: today(row) } : {}}
      {...resultCallbacks(props, onLeave ? 'kembali' : 'dilanjutkan')}
    >
      {onLeave && <Return.Field name="tanggal" />}
      <ReturnPreview id={row.id} />
    </Return.ModalForm>
  )
}

const StopPreview = ({ id }: { id: number }) => {
  const selesai = Stop.useValue('selesai')
  const input = selesai ? { selesai, alasan: 'Pratinjau' } : undefined
  return <PreviewNote {...PreviewStop.usePreview(input, { id })} />
}
const StopDialog = (props: DialogProps) => {
  const { row } = props
  const send = KursusPesertas.useAction('berhenti', { quiet: true })
  const hasRequest = row.permintaan_status === 'diajukan' && row.permintaan === 'berhenti'
  return (
    <Stop.ModalForm
      title={`Hentikan ${enrolmentName(row)}`}
      submitLabel="Hentikan"
      send={(input) => send.mutateAsync({ id: row.id, input })}
      initial={
        hasRequest && row.permintaan_mulai
          ? { selesai: row.permintaan_mulai, alasan: row.permintaan_alasan ?? '' }
          : { selesai: today(row) }
      }
      {...resultCallbacks(props, 'berhenti')}
    >
      <Stop.Field name="selesai" />
      <Stop.Field name="tagihan" />
      <Stop.Field name="alasan" wide />
      <StopPreview id={row.id} />
    </Stop.ModalForm>
  )
}

const GraduatePreview = ({ id }: { id: number }) => {
  const selesai = Graduate.useValue('selesai')
  return (
    <PreviewNote {...PreviewGraduation.usePreview(selesai ? { selesai } : undefined, { id })} />
  )
}
const GraduateDialog = (props: DialogProps) => {
  const { row } = props
  const send = KursusPesertas.useAction('lulus', { quiet: true })
  return (
    <Graduate.ModalForm
      title={`Luluskan ${enrolmentName(row)}`}
      submitLabel="Luluskan"
      send={(input) => send.mutateAsync({ id: row.id, input })}
      initial={{
        selesai: today(row),
        ...(row.usulan_status === 'diajukan' && { alasan: row.usulan_catatan }),
      }}
      {...resultCallbacks(props, 'lulus')}
    >
      <Graduate.Field name="selesai" />
      <Graduate.Field name="tagihan" />
      <Graduate.Field name="alasan" wide />
      <GraduatePreview id={row.id} />
    </Graduate.ModalForm>
  )
}

const UntilField = () =>
  Ask.useValue('permintaan') === 'cuti' ? (
    <Ask.Field name="selesai" hint="Jika dikosongkan, selama yang diizinkan" />
  ) : null
const AskDialog = (props: DialogProps) => {
  const { row } = props
  const send = KursusPesertas.useAction('ajukan', { quiet: true })
  return (
    <Ask.ModalForm
      title={`Permintaan untuk ${enrolmentName(row)}`}
      submitLabel="Ajukan"
      send={(input) => send.mutateAsync({ id: row.id, input })}
      initial={{ permintaan: 'cuti', mulai: firstDay(addMonths(today(row).slice(0, 7), 1)) }}
      {...resultCallbacks(props, 'diajukan ke sekolah')}
    >
      <Ask.Field name="permintaan" wide />
      <Ask.Field name="mulai" />
      <UntilField />
      <Ask.Field name="alasan" wide />
    </Ask.ModalForm>
  )
}
const EndRequestDialog = (props: DialogProps) => {
  const { row } = props
  const send = KursusPesertas.useAction('batal-permintaan', { quiet: true })
  const isFamily = roleOf(useMe()) === RoleId.akunBilling
  return (
    <EndRequest.ModalForm
      title={`${isFamily ? 'Tarik' : 'Tolak'} permintaan ${enrolmentName(row)}?`}
      submitLabel={isFamily ? 'Tarik permintaan' : 'Tolak permintaan'}
      send={(input) => send.mutateAsync({ id: row.id, input })}
      {...resultCallbacks(props, isFamily ? 'ditarik permintaannya' : 'ditolak permintaannya')}
    >
      <EndRequest.Field name="alasan" wide hint={isFamily ? undefined : 'Dibaca oleh keluarga'} />
    </EndRequest.ModalForm>
  )
}
const DeclineDialog = (props: DialogProps) => {
  const { row } = props
  const send = KursusPesertas.useAction('tolak-usulan', { quiet: true })
  return (
    <Decline.ModalForm
      title={`Tolak usulan lulus ${enrolmentName(row)}?`}
      submitLabel="Tolak usulan"
      send={(input) => send.mutateAsync({ id: row.id, input })}
      {...resultCallbacks(props, 'belum lulus: usulan ditolak')}
    >
      <Decline.Field name="alasan" wide hint="Dibaca oleh gurunya" />
    </Decline.ModalForm>
  )
}

const dialogs: Record<DialogName, (props: DialogProps) => ReactNode> = {
  aktifkan: ActivateDialog,
  cuti: LeaveDialog,
  kembali: ReturnDialog,
  berhenti: StopDialog,
  lulus: GraduateDialog,
  ajukan: AskDialog,
  'batal-permintaan': EndRequestDialog,
  'tolak-usulan': DeclineDialog,
}
/** Renders the open dialog; nothing if no dialog is open. */
export const EnrolmentDialog = ({
  dialog,
  close,
}: {
  dialog: OpenDialog | null
  close: () => void
}) => {
  if (!dialog) return null
  const Open = dialogs[dialog.name]
  return <Open key={`${dialog.name} ${dialog.row.id}`} row={dialog.row} close={close} />
}
