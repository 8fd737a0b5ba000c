/** Trial lesson of a lead: its details, and dialogs to book and to move it. */
import { Button, Group, Text } from '@mantine/core'
import { StatusPertemuan } from '#contract/enums.ts'
import { whyNotStage } from '#contract/sales/rules/stages.ts'
import { trialMarks } from '#contract/sales/rules/trial.ts'
import { ExamineTrial } from '#src/data/calls.ts'
import { Leads } from '#src/data/resources/lead.ts'
import { useCan } from '#src/data/session/session.ts'
import { leadPlace, type Lead, type OpenDialog } from '#src/routes/_app/sales/lead/-lead.ts'
import { toast } from '#src/state/feedback.ts'
import { formAction } from '#src/ui/form/formCall.tsx'
import { isDay, jamSpan, tanggalWithDay } from '#src/ui/format/format.ts'
import { Facts } from '#src/ui/record/Facts.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { StatusBadge } from '#src/ui/record/StatusBadge.tsx'
import { ConflictCheck, isSoft, type Alternative } from '#src/ui/schedule/Conflicts.tsx'

const Trial = formAction(Leads, 'trial')
const Cancel = formAction(Leads, 'batal-trial')

interface Props {
  row: Lead
  close: () => void
}

type BookedTrial = NonNullable<Lead['trial']>
/**
 * Whether the trial is in the future and has no attendance. Such a trial can be moved and
 * cancelled.
 */
const isUpcoming = ({ status, kode_absensi, mulai_at }: BookedTrial): boolean =>
  status === 'terjadwal' && kode_absensi === null && mulai_at > new Date().toISOString()

/** Returns the reason why no trial can be booked for a lead now; undefined if one can be booked. */
const whyNoTrial = (row: Lead): string | undefined =>
  row.tahap === 'trial_dijadwalkan' ? undefined : whyNotStage(row, 'trial_dijadwalkan')

/** Shows the conflicts of the chosen time, coach and room, and free alternatives. */
const Check = ({ row }: { row: Lead }) => {
  const [kursus_id, pelatih_id, ruang_id] = [
    Trial.useValue('kursus_id') || undefined,
    Trial.useValue('pelatih_id') || undefined,
    Trial.useValue('ruang_id') || undefined,
  ]
  const [tanggal, jam_mulai] = [Trial.useValue('tanggal') ?? '', Trial.useValue('jam_mulai') ?? '']
  const set = Trial.useSet()
  const isWhole = kursus_id !== undefined && pelatih_id !== undefined && ruang_id !== undefined
  const input =
    isWhole && isDay(tanggal) && /^\d\d:\d\d$/.test(jam_mulai)
      ? { lead_id: row.id, kursus_id, pelatih_id, ruang_id, tanggal, jam_mulai }
      : undefined
  const check = ExamineTrial.usePreview(input, {})
  const take = (alternative: Alternative) => {
    if (alternative.tanggal) set('tanggal', alternative.tanggal)
    set('jam_mulai', alternative.jam_mulai)
    set('pelatih_id', alternative.pelatih_id)
    set('ruang_id', alternative.ruang_id)
  }
  if (!input) return null
  return (
    <>
      <ConflictCheck {...check} take={take} reason="alasannya saya tulis di bawah" />
      {isSoft(check.data) && <Trial.Field name="alasan" wide required />}
    </>
  )
}

/**
 * Dialog that books a trial for a lead. If the lead already has a future trial, the dialog moves
 * this trial instead.
 */
export const TrialDialog = ({ row, close }: Props) => {
  const send = Leads.useAction('trial', { quiet: true })
  const ahead = row.trial && isUpcoming(row.trial) ? row.trial : undefined
  const [wish] = row.kursus_minat
  return (
    <Trial.ModalForm
      title={ahead ? `Pindahkan trial ${row.nama}` : `Jadwalkan trial ${row.nama}`}
      submitLabel={ahead ? 'Pindahkan' : 'Jadwalkan'}
      close={close}
      initial={
        ahead
          ? {
              kursus_id: ahead.kursus.id,
              pelatih_id: ahead.pelatih.id,
              ruang_id: ahead.ruang.id,
              tanggal: ahead.tanggal,
              jam_mulai: ahead.jam_mulai,
            }
          : { ...(wish !== undefined && { kursus_id: wish }) }
      }
      send={(input) => send.mutateAsync({ id: row.id, input: { ...input, versi: row.versi } })}
      onDone={() =>
        toast(`Trial ${row.nama} ${ahead ? 'dipindahkan' : 'dijadwalkan'}`, { to: leadPlace(row) })
      }
    >
      <Trial.Field name="kursus_id" />
      <Trial.Field name="pelatih_id" />
      <Trial.Field name="ruang_id" filter={{ gedung_id: row.gedung_id }} />
      <Trial.Field name="tanggal" />
      <Trial.Field name="jam_mulai" />
      <Check row={row} />
    </Trial.ModalForm>
  )
}

export const CancelTrialDialog = ({ row, close }: Props) => {
  const send = Leads.useAction('batal-trial', { quiet: true })
  return (
    <Cancel.ModalForm
      title={`Batalkan trial ${row.nama}`}
      submitLabel="Batalkan trial"
      close={close}
      send={(input) => send.mutateAsync({ id: row.id, input: { ...input, versi: row.versi } })}
      onDone={() => toast(`Trial ${row.nama} dibatalkan`, { to: leadPlace(row) })}
    >
      <Text className="wide">
        Jam guru dan ruangnya kosong lagi, dan lead ini kembali ke tahap Dihubungi.
      </Text>
      <Cancel.Field name="alasan" wide />
    </Cancel.ModalForm>
  )
}

const resultOf = ({ kode_absensi }: BookedTrial): string | undefined =>
  trialMarks.find(([code]) => code === kode_absensi)?.[1]

/** Panel with the trial of a lead, or with a note that there is none. */
export const TrialPanel = ({
  row,
  foreign,
  open,
}: {
  row: Lead
  /** Reason why the reader may not change the lead; undefined if changes are allowed. */
  foreign: string | undefined
  open: (dialog: OpenDialog) => void
}) => {
  const mayBook = useCan('lead/trial')
  const mayCancel = useCan('lead/batal-trial')
  const { trial } = row
  const why = foreign ?? whyNoTrial(row)
  const ahead = trial !== null && trial !== undefined && isUpcoming(trial)
  // Shows no panel for a lead that has no trial and cannot get one, for example because it was won
  // or lost.
  if (!trial && why !== undefined) return null
  const result = trial ? resultOf(trial) : undefined
  return (
    <Panel title="Trial">
      {trial ? (
        <Facts
          items={[
            [
              'Waktu',
              `${tanggalWithDay(trial.tanggal)} ${jamSpan(trial.jam_mulai, trial.jam_selesai, trial.gedung.zona_waktu)}`,
            ],
            ['Kursus', trial.kursus.nama],
            ['Guru', trial.pelatih.name],
            ['Ruang', `${trial.ruang.nama}, ${trial.gedung.nama}`],
            [
              'Status',
              <StatusBadge key="status" tone={StatusPertemuan.tone(trial.status)}>
                {result ?? StatusPertemuan.label(trial.status)}
              </StatusBadge>,
            ],
          ]}
        />
      ) : (
        <Text mb="sm" mt={0} c="dimmed">
          Belum ada trial. Pilih guru, ruang dan jam yang kosong; guru melihatnya di jadwalnya.
        </Text>
      )}
      <Group gap="xs" mt="sm">
        {mayBook && why === undefined && (
          <Button variant="default" onClick={() => open({ name: 'trial', row })}>
            {trialLabel(trial, ahead)}
          </Button>
        )}
        {mayCancel && ahead && foreign === undefined && (
          <Button
            variant="default"
            c="var(--mantine-color-error)"
            onClick={() => open({ name: 'batal-trial', row })}
          >
            Batalkan trial
          </Button>
        )}
      </Group>
    </Panel>
  )
}
const trialLabel = (trial: Lead['trial'], ahead: boolean): string => {
  if (ahead) return 'Pindahkan'
  return trial ? 'Jadwalkan trial lagi' : 'Jadwalkan trial'
}
