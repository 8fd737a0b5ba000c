import { Text } from '@mantine/core'
import type { ImporJob } from '#src/data/import.ts'
import { numberText } from '#src/ui/format/format.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'

/** Table of the first rows that have problems, with the problems of each row. */
export const BadRows = ({
  job,
  caption = 'Baris bermasalah',
}: {
  job: Pick<ImporJob, 'galat' | 'gagal'>
  caption?: string
}) => (
  <>
    <DataTable
      caption={caption}
      rows={job.galat}
      rowKey={(g) => `${g.baris} ${g.masalah[0]?.kolom}`}
      columns={[
        { label: 'Baris', cell: (g) => (g.baris > 0 ? numberText(g.baris) : <Dim>–</Dim>) },
        {
          label: 'Nama',
          cell: (g) =>
            g.nama ? (
              <Text inherit truncate maw="22rem" title={g.nama}>
                {g.nama}
              </Text>
            ) : (
              <Dim>–</Dim>
            ),
        },
        {
          label: 'Masalah',
          cell: (g) => (
            <div style={{ minWidth: '9rem', overflowWrap: 'anywhere' }}>
              {g.masalah.map((m) => (
                <div key={m.kolom + m.pesan}>
                  {m.kolom && <b>{m.kolom}: </b>}
                  {m.pesan}
                </div>
              ))}
            </div>
          ),
        },
      ]}
    />
    {job.gagal > job.galat.length && (
      <Text c="dimmed">
        {numberText(job.gagal - job.galat.length)} baris lagi ada di berkas yang diunduh.
      </Text>
    )}
  </>
)
