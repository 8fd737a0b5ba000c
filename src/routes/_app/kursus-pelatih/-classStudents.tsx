/** Tab with the students of a class, the waiting list, and a form that enrols another student. */
import { Button, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { KursusPesertaStatus } from '#contract/enums.ts'
import { useCan } from '#src/data/session/session.ts'
import { whyClosed, type Kelas } from '#src/routes/_app/kursus-pelatih/-kelas.ts'
import { WaitingList } from '#src/routes/_app/kursus-pelatih/-waitingList.tsx'
import { EnrolmentForm } from '#src/routes/_app/kursus-peserta/-form.tsx'
import { Can } from '#src/ui/access/Can.tsx'
import { numberText, shortTanggal } from '#src/ui/format/format.ts'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { Badge } from '#src/ui/list/table/table.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'

const AddStudent = ({ kelas }: { kelas: Kelas }) => {
  const [isOpen, open] = useState(false)
  const why = whyClosed(kelas)
  return (
    <Can do="kursus-peserta/create">
      <Group justify="flex-end" mb="0.75rem">
        {why && (
          <Text size="sm" c="dimmed">
            {why}
          </Text>
        )}
        <Button
          variant="default"
          disabled={why !== undefined}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => open(true)}
        >
          Tambah peserta
        </Button>
      </Group>
      <EnrolmentForm
        target={{ id: isOpen ? 0 : null, close: () => open(false) }}
        kelas={kelas.id}
      />
    </Can>
  )
}

export const ClassStudents = ({ kelas }: { kelas: Kelas }) => {
  const mayEnrolment = useCan('kursus-peserta/view')
  const students = kelas.peserta ?? []
  const otherCount = (kelas.isi?.terisi ?? 0) - students.length
  return (
    <>
      <AddStudent kelas={kelas} />
      <DataTable
        caption="Peserta"
        empty="Belum ada peserta di kelas ini"
        rows={students}
        rowKey={(p) => p.kursus_peserta_id}
        columns={[
          {
            label: 'Peserta',
            cell: (p) =>
              mayEnrolment ? (
                <PlaceLink to="/kursus-peserta/view" search={{ id: p.kursus_peserta_id }}>
                  {p.name}
                </PlaceLink>
              ) : (
                p.name
              ),
          },
          { label: 'Panggilan', cell: (p) => p.nama_panggilan ?? '–' },
          { label: 'Mulai', cell: (p) => shortTanggal(p.mulai) },
          { label: 'Selesai', cell: (p) => shortTanggal(p.selesai) || '–' },
          {
            label: 'Status',
            cell: (p) => (
              <Badge tone={KursusPesertaStatus.tone(p.status)}>
                {KursusPesertaStatus.label(p.status)}
              </Badge>
            ),
          },
        ]}
      />
      {otherCount > 0 && (
        <p>{`Dan ${numberText(otherCount)} peserta lain di luar wilayah Anda.`}</p>
      )}
      <Can do="daftar-tunggu/index">
        <WaitingList kelas={kelas} />
      </Can>
    </>
  )
}
