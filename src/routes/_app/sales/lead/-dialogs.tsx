/** Dialogs for the actions on a lead. */
import { Anchor, Button, Checkbox, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { TahapLead } from '#contract/sales/leadEnums.ts'
import { WaTemplate, waLink, type WaTemplateKey } from '#contract/sales/rules/waText.ts'
import { HandOverLeads, LeadsHeld, LeadTexts } from '#src/data/calls.ts'
import { Leads } from '#src/data/resources/lead.ts'
import { LeadForm } from '#src/routes/_app/sales/lead/-form.tsx'
import { leadPlace, type Lead, type OpenDialog } from '#src/routes/_app/sales/lead/-lead.ts'
import { CancelTrialDialog, TrialDialog } from '#src/routes/_app/sales/lead/-trial.tsx'
import { showFailure, toast } from '#src/state/feedback.ts'
import { formFor } from '#src/ui/form/form.tsx'
import { formAction, formOf } from '#src/ui/form/formCall.tsx'
import { phoneText } from '#src/ui/format/format.ts'
import { selectArrow } from '#src/ui/list/Tool.tsx'
import { Dialog } from '#src/ui/overlay/Dialog.tsx'
import { part } from '#src/ui/page/part.ts'

const Note = formAction(Leads, 'catat')
const HandOver = formAction(Leads, 'serahkan')
const Merge = formAction(Leads, 'gabung')
const Step = formFor(Leads)
const All = formOf(HandOverLeads)

interface Props {
  row: Lead
  close: () => void
}

const noteTitles = {
  telepon: 'Catat telepon dengan',
  kunjungan: 'Catat kunjungan',
  catatan: 'Catatan tentang',
}
const NoteDialog = ({ row, close, jenis }: Props & { jenis: keyof typeof noteTitles }) => {
  const send = Leads.useAction('catat', { quiet: true })
  return (
    <Note.ModalForm
      title={`${noteTitles[jenis]} ${row.nama}`}
      submitLabel="Catat"
      close={close}
      initial={{
        jenis,
        // A note keeps the planned next step. Any other activity usually completes this step, so
        // the fields for the next step start empty.
        ...(jenis === 'catatan' && {
          tindak_lanjut_at: row.tindak_lanjut_at,
          tindak_lanjut: row.tindak_lanjut,
        }),
      }}
      send={(input) => send.mutateAsync({ id: row.id, input })}
      onDone={() => toast(`Aktivitas ${row.nama} dicatat`, { to: leadPlace(row) })}
    >
      <Note.Field name="isi" wide />
      <Note.Field name="tindak_lanjut_at" label="Tindak lanjut berikutnya" />
      <Note.Field name="tindak_lanjut" />
    </Note.ModalForm>
  )
}

const StepDialog = ({ row, close }: Props) => (
  <Step.ModalForm target={{ id: row.id, close }} title={`Langkah berikut ${row.nama}`}>
    <Step.Field name="tindak_lanjut_at" />
    <Step.Field name="tindak_lanjut" />
  </Step.ModalForm>
)

const HandOverDialog = ({ row, close }: Props) => {
  const send = Leads.useAction('serahkan', { quiet: true })
  return (
    <HandOver.ModalForm
      title={`Serahkan ${row.nama}`}
      submitLabel="Serahkan"
      close={close}
      send={(input) => send.mutateAsync({ id: row.id, input })}
      onDone={() => toast(`${row.nama} diserahkan`, { to: leadPlace(row) })}
    >
      <HandOver.Field name="sales_id" label="Kepada" hint="" wide />
      <HandOver.Field name="alasan" wide />
    </HandOver.ModalForm>
  )
}

const MergeDialog = ({ row, close }: Props) => {
  const send = Leads.useAction('gabung', { quiet: true })
  return (
    <Merge.ModalForm
      title={`Gabungkan ke ${row.nama}`}
      submitLabel="Gabungkan"
      close={close}
      send={(input) => send.mutateAsync({ id: row.id, input: { ...input, versi: row.versi } })}
      onDone={() => toast(`Digabung ke ${row.nama}`, { to: leadPlace(row) })}
    >
      <Text className="wide">
        Aktivitas lead yang dipilih pindah ke {row.nama}, data yang masih kosong dilengkapi, lalu
        lead itu hilang dari daftar. Tidak dapat dibatalkan.
      </Text>
      <Merge.Field name="lead_id" wide />
    </Merge.ModalForm>
  )
}

const templateFor: Record<Lead['tahap'], WaTemplateKey> = {
  baru: 'wa_lead_perkenalan',
  dihubungi: 'wa_lead_tindak_lanjut',
  trial_dijadwalkan: 'wa_lead_ingat_trial',
  trial_hadir: 'wa_lead_penawaran',
  penawaran: 'wa_lead_penawaran',
  menang: 'wa_lead_tindak_lanjut',
  kalah: 'wa_lead_tindak_lanjut',
}
/**
 * Dialog with a text for WhatsApp, filled in from a template and editable. Opening WhatsApp also
 * records the message as an activity of the lead, unless the user has unticked the checkbox `Catat
 * sebagai aktivitas`.
 */
const WaDialog = ({ row, close }: Props) => {
  const { data: texts } = LeadTexts.useOptionalQuery({ id: row.id })
  const [templat, choose] = useState<string>(templateFor[row.tahap])
  const [typed, type] = useState<string>()
  const [isNoted, noteIt] = useState(true)
  const isi = typed ?? texts?.find((t) => t.templat === templat)?.isi ?? ''
  const note = Leads.useAction('catat', { quiet: true })
  // Closes the dialog as soon as WhatsApp opens. A toast reports whether the activity was stored.
  const sent = async () => {
    close()
    if (!isNoted || isi.trim() === '') return
    const { tindak_lanjut_at, tindak_lanjut } = row
    try {
      await note.mutateAsync({
        id: row.id,
        input: { jenis: 'wa', isi, tindak_lanjut_at, tindak_lanjut },
      })
      toast('WhatsApp dicatat')
    } catch (error) {
      showFailure(error)
    }
  }
  return (
    <Dialog title={`WhatsApp ke ${row.nama}`} close={close} closeButton>
      <Stack>
        <Text c="dimmed">{phoneText(row.phone)}</Text>
        <NativeSelect
          label="Teks"
          rightSection={selectArrow}
          value={templat}
          data={WaTemplate.options.map((o) => ({ value: o.value, label: o.label }))}
          onChange={(e) => {
            choose(e.currentTarget.value)
            type(undefined)
          }}
        />
        <Textarea
          label="Isi pesan"
          autosize
          minRows={5}
          maxLength={1000}
          value={isi}
          onChange={(e) => type(e.currentTarget.value)}
        />
        <Checkbox
          label="Catat sebagai aktivitas"
          checked={isNoted}
          onChange={(e) => noteIt(e.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Batal
          </Button>
          <Button
            renderRoot={(props) => (
              <Anchor
                {...props}
                href={waLink(row.phone, isi)}
                target="_blank"
                rel="noreferrer"
                underline="never"
              />
            )}
            onClick={() => void sent()}
          >
            Buka WhatsApp
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** Renders the open dialog; nothing if no dialog is open. */
export const LeadDialog = ({ dialog, close }: { dialog: OpenDialog | null; close: () => void }) => {
  if (!dialog) return null
  const { name, row } = dialog
  const props = { row, close }
  switch (name) {
    case 'wa':
      return <WaDialog {...props} />
    case 'langkah':
      return <StepDialog {...props} />
    case 'ubah':
      return <LeadForm target={{ id: row.id, close }} />
    case 'trial':
      return <TrialDialog {...props} />
    case 'batal-trial':
      return <CancelTrialDialog {...props} />
    case 'serahkan':
      return <HandOverDialog {...props} />
    case 'gabung':
      return <MergeDialog {...props} />
    default:
      return <NoteDialog {...props} jenis={name} />
  }
}

/**
 * Dialog that hands the selected leads over to one sales person, with one request for each lead.
 */
export const HandOverMany = ({
  rows,
  left,
  close,
}: {
  rows: readonly Lead[]
  left: (ids: ReadonlySet<number>) => void
  close: () => void
}) => (
  <HandOver.ModalForm
    title={`Serahkan ${rows.length} lead`}
    submitLabel="Serahkan"
    close={close}
    send={async (input) => {
      const { runBulk } = await part(() => import('#src/ui/list/bulk/runBulk.ts'))
      void runBulk({
        title: `Serahkan ${rows.length} lead`,
        items: rows,
        idOf: (row) => row.id,
        nameOf: (row) => `${row.nama}, ${TahapLead.label(row.tahap)}`,
        except: (row) => (row.sales_id === input.sales_id ? 'Sudah dipegang sales ini' : undefined),
        each: (row) => Leads.each('serahkan', row.id, input),
        settle: Leads.settle,
        keepSelected: left,
      })
    }}
  >
    <HandOver.Field name="sales_id" label="Kepada" hint="" wide />
    <HandOver.Field name="alasan" wide />
  </HandOver.ModalForm>
)
/**
 * Describes the number of open leads and applicants of a sales person; undefined if there are none.
 */
const heldText = ({ jumlah, pendaftar }: { jumlah: number; pendaftar: number }) => {
  const parts = [
    ...(jumlah > 0 ? [`${jumlah} lead berjalan`] : []),
    ...(pendaftar > 0 ? [`${pendaftar} pendaftar`] : []),
  ]
  return parts.length > 0 ? parts.join(' dan ') : undefined
}
const nothingHeld = 'Tidak ada lead berjalan atau pendaftar'
/**
 * Text with the number of leads and applicants that would be handed over; not shown until a sales
 * person is chosen.
 */
const HeldNote = () => {
  const id = All.useValue('dari') || 0
  const { data } = LeadsHeld.useOptionalQuery({ id }, { enabled: id > 0 })
  if (!data) return null
  return (
    <Text className="wide" role="status">
      {heldText(data) ? `${heldText(data)} berpindah` : nothingHeld}
    </Text>
  )
}
/**
 * Dialog that hands over all open leads and applicants of a sales person, for example when the
 * sales person leaves.
 */
export const HandOverAll = ({ close }: { close: () => void }) => {
  const send = HandOverLeads.useMutation({ quiet: true })
  return (
    <All.ModalForm
      title="Serahkan semua lead seorang sales"
      submitLabel="Serahkan semua"
      close={close}
      send={async (input) => {
        const held = heldText(await send.mutateAsync(input))
        toast(held ? `${held} diserahkan` : nothingHeld)
      }}
    >
      <Text className="wide">
        Semua lead yang masih berjalan dan semua pendaftar mandirinya berpindah. Lead yang menang
        dan kalah tetap tercatat atas nama sales lama.
      </Text>
      <All.Field name="dari" wide />
      <HeldNote />
      <All.Field name="ke" wide />
      <All.Field name="alasan" wide />
    </All.ModalForm>
  )
}
