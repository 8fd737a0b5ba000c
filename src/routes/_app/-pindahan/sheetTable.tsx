import { Text } from '@mantine/core'
import type { PindahanJob, SheetResult } from '#src/data/pindahan.ts'
import { labelOf } from '#src/routes/_app/-pindahan/sheets.ts'
import { numberText } from '#src/ui/format/format.ts'
import { Badge } from '#src/ui/list/rows/Badge.tsx'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'

const figures = [
  ['Baris', 'baris'],
  ['Baru', 'berhasil'],
  ['Diperbarui', 'diperbarui'],
  ['Tidak berubah', 'tidak_berubah'],
  ['Bermasalah', 'gagal'],
] as const
/** State of a sheet after the start of the run. */
const StoredBadge = ({ job, sheet }: { job: PindahanJob; sheet: SheetResult }) => {
  if (sheet.tersimpan) return <Badge tone="green">Disimpan</Badge>
  return job.status === 'berjalan' ? (
    <Badge>Menunggu</Badge>
  ) : (
    <Badge tone="red">Tidak disimpan</Badge>
  )
}
/** Table of the sheets of a workbook with the numbers of their rows, and their sums. */
export const SheetTable = ({ job }: { job: PindahanJob }) => (
  <DataTable
    caption="Lembar"
    rows={job.lembar}
    rowKey={({ impor }) => impor.id}
    columns={[
      {
        label: 'Lembar',
        cell: ({ judul, kunci }) => (
          <>
            {judul}
            {judul !== labelOf(kunci) && (
              <Text span size="sm" c="dimmed">
                {' '}
                ({labelOf(kunci)})
              </Text>
            )}
          </>
        ),
        total: 'Jumlah',
      },
      ...figures.map(([label, key]) => ({
        label,
        right: true,
        cell: ({ impor }: SheetResult) => numberText(impor[key]),
        total: numberText(job.lembar.reduce((sum, { impor }) => sum + impor[key], 0)),
      })),
      ...(job.status === 'berjalan' || job.status === 'selesai'
        ? [
            {
              label: 'Keadaan',
              cell: (sheet: SheetResult) => <StoredBadge job={job} sheet={sheet} />,
            },
          ]
        : []),
    ]}
  />
)
