/** Dialogs for the actions on a lesson. Each shows the effects and the conflicts of its action. */
import { List, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ApiError } from '#src/data/api/http.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import { ExaminePertemuan } from '#src/data/calls.ts'
import { Pertemuans } from '#src/data/resources/pertemuan.ts'
import { toast } from '#src/state/feedback.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { formFor } from '#src/ui/form/form.tsx'
import { formAction } from '#src/ui/form/formCall.tsx'
import { isDay, tanggalWithDay } from '#src/ui/format/format.ts'
import { ConflictCheck, isSoft, type Alternative } from '#src/ui/schedule/Conflicts.tsx'
import { LessonCard } from './-calendar/lessonCard.tsx'
import { KelasForm } from './-form.tsx'
import {
  lessonName,
  lessonTime,
  type Lesson,
  type LessonAction,
  type OpenLesson,
  type Spot,
} from './-lesson.ts'
import { SubstituteChoice } from './-substitutes.tsx'

const Move = formAction(Pertemuans, 'pindah')
const Cancel = formAction(Pertemuans, 'batal')
const Substitute = formAction(Pertemuans, 'pengganti')
const Room = formFor(Pertemuans)
const Host = formAction(Pertemuans, 'buka-pengganti')

interface DialogProps {
  row: Lesson
  to?: Spot
  close: () => void
  open: (dialog: OpenLesson) => void
}
const isTime = (value: unknown): value is string =>
  typeof value === 'string' && /^\d\d:\d\d$/.test(value)

/**
 * Repeats the conflict check if the request fails with status 409. The status means that another
 * user has taken the time or room since the last check.
 */
const recheckConflicts = <T,>(sent: Promise<T>): Promise<T> =>
  sent.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 409)
      void queryClient.invalidateQueries({ queryKey: ['pratinjau', 'pertemuan'] })
    throw error
  })

/** Text at the top of a dialog with time, room and outlet of the lesson. */
const About = ({ row, children }: { row: Lesson; children?: ReactNode }) => (
  <Text className="wide" m={0} style={{ overflowWrap: 'anywhere' }}>
    {lessonTime(row)}, {row.ruang?.nama}, {row.gedung?.nama}. {children}
  </Text>
)

const MoveCheck = ({ row }: { row: Lesson }) => {
  const [tanggal, jam_mulai] = [Move.useValue('tanggal'), Move.useValue('jam_mulai')]
  const ruang_id = Move.useValue('ruang_id') || row.ruang_id
  const set = Move.useSet()
  const isSame = tanggal === row.tanggal && jam_mulai === row.jam_mulai && ruang_id === row.ruang_id
  const input =
    typeof tanggal === 'string' && isDay(tanggal) && isTime(jam_mulai) && !isSame
      ? { id: row.id, tanggal, jam_mulai, ruang_id }
      : undefined
  const take = (alternative: Alternative) => {
    if (alternative.tanggal) set('tanggal', alternative.tanggal)
    set('jam_mulai', alternative.jam_mulai)
    set('ruang_id', alternative.ruang_id)
  }
  const check = ExaminePertemuan.usePreview(input, {})
  return (
    <>
      <Move.Field name="alasan" wide required={isSoft(check.data)} />
      {input && <ConflictCheck {...check} take={take} />}
    </>
  )
}
const MoveDialog = ({ row, to, close }: DialogProps) => {
  const send = Pertemuans.useAction('pindah', { quiet: true })
  return (
    <Move.ModalForm
      title={`Pindahkan ${lessonName(row)}?`}
      submitLabel="Pindahkan"
      close={close}
      initial={{ tanggal: row.tanggal, jam_mulai: row.jam_mulai, ruang_id: row.ruang_id, ...to }}
      send={(input) => recheckConflicts(send.mutateAsync({ id: row.id, input }))}
      onDone={() => toast(`${lessonName(row)} dipindahkan`)}
    >
      <About row={row}>Hanya pertemuan ini yang pindah; tagihan tidak berubah.</About>
      <Move.Field name="tanggal" />
      <Move.Field name="jam_mulai" />
      <Move.Field name="ruang_id" filter={{ gedung_id: row.gedung_id }} wide />
      <MoveCheck row={row} />
    </Move.ModalForm>
  )
}

const RoomCheck = ({ row, open }: Pick<DialogProps, 'row' | 'open'>) => {
  const ruang_id = Room.useValue('ruang_id') || row.ruang_id
  const { id, tanggal, jam_mulai } = row
  const input = ruang_id === row.ruang_id ? undefined : { id, tanggal, jam_mulai, ruang_id }
  const check = ExaminePertemuan.usePreview(input, {})
  const set = Room.useSet()
  const take = (alternative: Alternative) => {
    const stays = alternative.tanggal === tanggal && alternative.jam_mulai === jam_mulai
    if (stays) set('ruang_id', alternative.ruang_id)
    // Opens the dialog for moves if the alternative is at another time, because the current dialog
    // changes only the room.
    else
      open({ name: 'pindah', row, to: { tanggal, ...alternative, ruang_id: alternative.ruang_id } })
  }
  return (
    <>
      <Room.Field name="catatan" wide required={isSoft(check.data)} />
      {input && <ConflictCheck {...check} take={take} reason="alasannya saya tulis di Catatan" />}
    </>
  )
}
const RoomDialog = ({ row, close, open }: DialogProps) => (
  <Room.ModalForm
    title={`Ganti ruang ${lessonName(row)}`}
    target={{ id: row.id, close }}
    nameOf={lessonTime}
  >
    <About row={row} />
    <Room.Field name="ruang_id" filter={{ gedung_id: row.gedung_id }} wide />
    <RoomCheck row={row} open={open} />
  </Room.ModalForm>
)

const SubstituteCheck = ({ row }: { row: Lesson }) => {
  const pelatih_id = Substitute.useValue('pelatih_id')
  const { id, tanggal, jam_mulai } = row
  const input =
    pelatih_id && pelatih_id !== row.pelatih_id ? { id, tanggal, jam_mulai, pelatih_id } : undefined
  const check = ExaminePertemuan.usePreview(input, {})
  return (
    <>
      <Substitute.Field name="alasan" wide required={isSoft(check.data)} />
      {input && <ConflictCheck {...check} />}
    </>
  )
}
const SubstituteFields = ({ row }: { row: Lesson }) => {
  const { value, set } = Substitute.useField('pelatih_id')
  return (
    <>
      <SubstituteChoice lesson={row.id} value={value || null} choose={set} />
      <Substitute.Field name="pelatih_id" label="Atau guru lain" wide />
      <SubstituteCheck row={row} />
    </>
  )
}
const SubstituteDialog = ({ row, close }: DialogProps) => {
  const send = Pertemuans.useAction('pengganti', { quiet: true })
  return (
    <Substitute.ModalForm
      title={`Guru pengganti ${row.kursus?.nama ?? ''}`}
      submitLabel="Ganti guru"
      close={close}
      send={(input) => recheckConflicts(send.mutateAsync({ id: row.id, input }))}
      onDone={() => toast(`Guru ${row.kursus?.nama ?? 'pertemuan'} diganti`)}
    >
      <About row={row}>
        {`Sekarang diajar ${row.pelatih?.name ?? 'guru kelas'}. Hanya pertemuan ini; honor mengikuti yang mengajar.`}
      </About>
      <SubstituteFields row={row} />
    </Substitute.ModalForm>
  )
}

const CancelDialog = ({ row, close }: DialogProps) => {
  const send = Pertemuans.useAction('batal', { quiet: true })
  return (
    <Cancel.ModalForm
      title={`Batalkan ${lessonName(row)}?`}
      submitLabel="Batalkan pertemuan"
      close={close}
      initial={{ sebab: 'sekolah' }}
      send={(input) => send.mutateAsync({ id: row.id, input })}
      onDone={() => toast(`${lessonName(row)}, ${tanggalWithDay(row.tanggal)}, dibatalkan`)}
    >
      <About row={row} />
      <Note tone="orange" className="wide">
        <List size="sm">
          <List.Item>
            Absensi tidak lagi diisi, dan ruang serta gurunya kosong pada jam itu.
          </List.Item>
          <List.Item>Setiap pesertanya mendapat satu kelas pengganti; tagihan tetap.</List.Item>
          <List.Item>Kelas pengganti yang dipesan di sini dapat dipesan lagi.</List.Item>
        </List>
      </Note>
      <Cancel.Field name="sebab" />
      <Cancel.Field name="alasan" wide hint="Dibaca oleh guru" />
    </Cancel.ModalForm>
  )
}

const HostCheck = ({ row }: { row: Lesson }) => {
  const { kursus_id, pelatih_id, ruang_id, tanggal, jam_mulai } = row
  const input = { kursus_id, pelatih_id, ruang_id, tanggal, jam_mulai }
  const check = ExaminePertemuan.usePreview(input, {})
  return (
    <>
      <Host.Field name="alasan" wide required={isSoft(check.data)} />
      <ConflictCheck {...check} />
    </>
  )
}
/**
 * Dialog that makes a lesson of a fifth week available for make-ups. The students of the class
 * still have no lesson in this week.
 */
const HostDialog = ({ row, close }: DialogProps) => {
  const send = Pertemuans.useAction('buka-pengganti', { quiet: true })
  return (
    <Host.ModalForm
      title={`Buka ${lessonName(row)} untuk kelas pengganti?`}
      submitLabel="Buka"
      close={close}
      send={(input) => recheckConflicts(send.mutateAsync({ id: row.id, input }))}
      onDone={() => toast(`${lessonName(row)}, ${tanggalWithDay(row.tanggal)}, dibuka`)}
    >
      <About row={row}>
        Hanya untuk kelas pengganti: peserta kelas ini tetap libur, dan tagihan tidak berubah.
      </About>
      <HostCheck row={row} />
    </Host.ModalForm>
  )
}

/**
 * Dialog that changes the class of the lesson. The change applies from the day of the lesson on.
 */
const ClassDialog = ({ row, close }: DialogProps) => (
  <KelasForm target={{ id: row.kursus_pelatih_id, close }} from={row.tanggal} />
)

const dialogs: Record<LessonAction, (props: DialogProps) => ReactNode> = {
  pindah: MoveDialog,
  ruang: RoomDialog,
  pengganti: SubstituteDialog,
  batal: CancelDialog,
  buka: HostDialog,
  kelas: ClassDialog,
}
/** Renders the open dialog; nothing if no dialog is open. */
export const LessonDialog = ({
  dialog,
  open,
}: {
  dialog: OpenLesson | null
  open: (dialog: OpenLesson | null) => void
}) => {
  const close = () => open(null)
  if (!dialog) return null
  if (dialog.name === 'lihat')
    return <LessonCard key={dialog.id} id={dialog.id} close={close} open={open} />
  const { name, row, to } = dialog
  const Open = dialogs[name]
  return (
    <Open
      key={`${name} ${row.id} ${to?.tanggal} ${to?.jam_mulai}`}
      row={row}
      to={to}
      close={close}
      open={open}
    />
  )
}
