/**
 * Panel for the candidate of a trial lesson. One button records that the candidate came, another
 * that the candidate did not come.
 */
import { Button, Group, Text } from '@mantine/core'
import { trialMarks } from '#contract/sales/rules/trial.ts'
import type { AttendanceData } from '#src/data/attendance/attendance.ts'
import { useCan } from '#src/data/session/session.ts'
import { waktu } from '#src/ui/format/format.ts'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { RemoveButton } from './removeButton.tsx'

type Candidate = NonNullable<AttendanceData['calon']>

/**
 * Panel of the candidate. `mark` records the attendance: `label` describes the change, `code` is
 * the attendance code. A `code` of null removes the attendance mark.
 */
export const TrialCandidate = ({
  calon,
  zone,
  disabled,
  mark,
}: {
  calon: Candidate
  zone: string
  disabled: boolean
  mark: (label: string, code: (typeof trialMarks)[number][0] | null) => void
}) => {
  const mayOpen = useCan('lead/view')
  const { nama, lead_id, kode_absensi, ditandai_at, ditandai_oleh } = calon
  return (
    <Panel title={`Trial: ${nama}`}>
      <Group gap="xs" grow role="group" aria-label={`Trial ${nama}`}>
        {trialMarks.map(([code, label]) => (
          <Button
            key={code}
            h={52}
            px="xs"
            variant={kode_absensi === code ? 'filled' : 'default'}
            aria-pressed={kode_absensi === code}
            disabled={disabled}
            onClick={() => {
              if (kode_absensi !== code) mark(`${nama} ${label.toLowerCase()}`, code)
            }}
          >
            {label}
          </Button>
        ))}
      </Group>
      <Text size="sm" c="dimmed" mt="xs">
        {ditandai_at === null
          ? 'Calon peserta, belum menjadi peserta. Sales menindaklanjuti setelah Anda menandainya.'
          : `${waktu(ditandai_at, zone)}${ditandai_oleh ? ` oleh ${ditandai_oleh}` : ''}`}
        {lead_id !== null && mayOpen && (
          <>
            {' · '}
            <PlaceLink to="/sales/lead/view" search={{ id: lead_id }}>
              Buka lead
            </PlaceLink>
          </>
        )}
      </Text>
      {kode_absensi !== null && !disabled && (
        <RemoveButton of={nama} remove={() => mark(`${nama}, hapus tanda`, null)} />
      )}
    </Panel>
  )
}
