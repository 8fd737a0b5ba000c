/** Actions of an enrolment, such as leave, stop or graduation. */
import { useNavigate } from '@tanstack/react-router'
import type { AccessCode } from '#contract/access/access.ts'
import { RoleId } from '#contract/enums.ts'
import { whyNotNow, type EnrolmentAction } from '#contract/schedule/rules/enrolment.ts'
import { useWhyNotYours } from '#src/data/outlets.ts'
import { KursusPesertas } from '#src/data/resources/kursusPeserta.ts'
import { roleOf, useMe } from '#src/data/session/session.ts'
import type { Enrolment } from '#src/routes/_app/kursus-peserta/-enrolment.ts'
import type { RecordAction } from '#src/ui/record/Record.tsx'

/** Name of the open dialog. */
export type DialogName =
  | 'aktifkan'
  | 'cuti'
  | 'kembali'
  | 'berhenti'
  | 'lulus'
  | 'ajukan'
  | 'batal-permintaan'
  | 'tolak-usulan'
export interface OpenDialog {
  name: DialogName
  row: Enrolment
}
const labels: readonly { name: EnrolmentAction & DialogName; label: string; danger?: true }[] = [
  { name: 'aktifkan', label: 'Aktifkan' },
  { name: 'cuti', label: 'Cuti' },
  { name: 'kembali', label: 'Kembali' },
  { name: 'lulus', label: 'Luluskan' },
  { name: 'berhenti', label: 'Berhenti', danger: true },
]

/**
 * Returns the actions of an enrolment. An action that is not possible in the status of the
 * enrolment is disabled, with the reason.
 */
export const useEnrolmentActions = (open: (dialog: OpenDialog) => void) => {
  const navigate = useNavigate()
  const whyNotYours = useWhyNotYours(KursusPesertas.resource)
  const isFamily = roleOf(useMe()) === RoleId.akunBilling
  const requests = (row: Enrolment): RecordAction[] => {
    const waits = row.permintaan_status === 'diajukan'
    return [
      ...(waits
        ? []
        : [
            {
              label: 'Ajukan cuti atau berhenti',
              code: 'kursus-peserta/ajukan' as const,
              disabled: whyNotNow(row, 'berhenti'),
              run: () => open({ name: 'ajukan', row }),
            },
          ]),
      ...(waits
        ? [
            {
              label: isFamily ? 'Tarik permintaan' : 'Tolak permintaan',
              code: 'kursus-peserta/batal-permintaan' as const,
              run: () => open({ name: 'batal-permintaan', row }),
            },
          ]
        : []),
    ]
  }
  const proposals = (row: Enrolment): RecordAction[] =>
    row.usulan_status === 'diajukan'
      ? [
          {
            label: 'Tolak usulan lulus',
            code: 'kursus-peserta/tolak-usulan',
            disabled: whyNotYours(row),
            run: () => open({ name: 'tolak-usulan', row }),
          },
        ]
      : []
  return (row: Enrolment): RecordAction[] => [
    ...labels
      .filter(({ name }) => name !== 'aktifkan' || whyNotNow(row, name) === undefined)
      .map(({ name, ...rest }): RecordAction => {
        const code: AccessCode = `kursus-peserta/${name}`
        const disabled = whyNotYours(row) ?? whyNotNow(row, name)
        return { ...rest, code, disabled, run: () => open({ name, row }) }
      }),
    {
      label: 'Kelas selanjutnya',
      code: 'kursus-peserta/kelas-selanjutnya',
      disabled: whyNotYours(row) ?? whyNotNow(row, 'kelas-selanjutnya'),
      run: () => void navigate({ to: '/kursus-peserta/kelas-selanjutnya', search: { id: row.id } }),
    },
    ...requests(row),
    ...proposals(row),
  ]
}
