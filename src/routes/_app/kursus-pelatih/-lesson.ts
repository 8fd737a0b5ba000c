/** Texts and actions of a lesson, which is one dated meeting of a class or a trial. */
import { useNavigate } from '@tanstack/react-router'
import type { AccessCode } from '#contract/access/access.ts'
import { StatusPertemuan } from '#contract/enums.ts'
import type { Row } from '#contract/resource.ts'
import type { pertemuan } from '#contract/schedule/pertemuan.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import { useWhyNotYours } from '#src/data/outlets.ts'
import { Pertemuans } from '#src/data/resources/pertemuan.ts'
import { showFailure } from '#src/state/feedback.ts'
import { jamSpan, tanggalWithDay } from '#src/ui/format/format.ts'
import type { RecordAction } from '#src/ui/record/Record.tsx'

export type Lesson = Row<typeof pertemuan>
export const lessonExpand = 'pelatih,pelatih_asli,ruang,gedung,kursus,kursus_pelatih,calon,siswa'

/** Day and start time to which a lesson moves, and the room if it changes. */
export interface Spot {
  tanggal: string
  jam_mulai: string
  ruang_id?: number
}
export type LessonAction = 'pindah' | 'ruang' | 'pengganti' | 'batal' | 'kelas' | 'buka'
/**
 * Dialog to show: the details of a lesson (`lihat`), or an action on the lesson. `to` is the day,
 * time and room that the dialog for moves proposes.
 */
export type OpenLesson =
  | { name: 'lihat'; id: number }
  | { name: LessonAction; row: Lesson; to?: Spot }

/** Fetches a lesson and passes it to `then`; shows an error if the request fails. */
export const withLesson = async (id: number, then: (row: Lesson) => void): Promise<void> => {
  try {
    then(await queryClient.ensureQueryData(Pertemuans.queries.view(id, lessonExpand)))
  } catch (error) {
    showFailure(error)
  }
}

/** Returns the day and time of a lesson: `Senin, 23 November 2026 10.00–10.45`. */
export const lessonTime = (row: Lesson): string =>
  `${tanggalWithDay(row.tanggal)} ${jamSpan(row.jam_mulai, row.jam_selesai, row.gedung?.zona_waktu)}`
export const lessonName = (row: Lesson): string =>
  [row.kursus?.nama, row.pelatih?.name].filter(Boolean).join(' – ')

/**
 * Lists for each action the statuses of a lesson in which the action is available. The server also
 * checks whether attendance is recorded.
 */
const states: Record<LessonAction, readonly Lesson['status'][]> = {
  pindah: ['terjadwal', 'libur'],
  ruang: ['terjadwal'],
  pengganti: ['terjadwal'],
  batal: ['terjadwal'],
  buka: ['minggu_5'],
  kelas: StatusPertemuan.options.map((o) => o.value),
}
const actions: readonly {
  name: LessonAction
  label: string
  code: AccessCode
  danger?: true
}[] = [
  { name: 'pindah', label: 'Pindahkan', code: 'pertemuan/pindah' },
  { name: 'ruang', label: 'Ganti ruang', code: 'pertemuan/update' },
  { name: 'pengganti', label: 'Guru pengganti', code: 'pertemuan/pengganti' },
  { name: 'buka', label: 'Buka untuk kelas pengganti', code: 'pertemuan/buka-pengganti' },
  { name: 'kelas', label: 'Ubah kelas mulai tanggal ini', code: 'kursus-pelatih/update' },
  { name: 'batal', label: 'Batalkan pertemuan', code: 'pertemuan/batal', danger: true },
]

/**
 * Returns the actions of a lesson. An action that is not possible in the status of the lesson is
 * disabled, with the reason.
 */
export const useLessonActions = (open: (dialog: OpenLesson) => void) => {
  const whyNotYours = useWhyNotYours(Pertemuans.resource)
  return (row: Lesson): RecordAction[] =>
    actions
      // A lesson without a class, such as a trial, has no class to change.
      .filter(({ name }) => name !== 'kelas' || row.kursus_pelatih_id !== null)
      // Only a lesson of a fifth week has the action `buka`. Such lessons are rare, so for other
      // lessons the action is omitted instead of disabled.
      .filter(({ name }) => name !== 'buka' || row.status === 'minggu_5')
      .map(({ name, ...rest }) => ({
        ...rest,
        disabled:
          whyNotYours(row) ??
          (states[name].includes(row.status)
            ? undefined
            : `Pertemuan ini ${StatusPertemuan.label(row.status).toLowerCase()}`),
        run: () => open({ name, row }),
      }))
}

/** Returns the links from a lesson to its attendance and to its class. */
export const useLessonScreens = () => {
  const navigate = useNavigate()
  return (row: Lesson): RecordAction[] => [
    {
      label: 'Absensi',
      code: 'kursus-pelatih/absensi',
      run: () => void navigate({ to: '/kursus-pelatih/absensi', search: { id: row.id } }),
    },
    ...(row.kursus_pelatih_id === null
      ? []
      : [
          {
            label: 'Buka kelas',
            code: 'kursus-pelatih/view' as const,
            run: () =>
              void navigate({
                to: '/kursus-pelatih/view',
                search: { id: row.kursus_pelatih_id ?? 0 },
              }),
          },
        ]),
  ]
}
