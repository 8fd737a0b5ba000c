import type { ReactNode } from 'react'
import { holidayLimit } from '#contract/catalog/holidayCalls.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import { HolidayReturns } from '#src/data/calls.ts'
import { HariLiburs } from '#src/data/resources/hariLibur.ts'
import { formFor } from '#src/ui/form/form.tsx'
import { numberText, tanggalWithDay } from '#src/ui/format/format.ts'
import { Num } from '#src/ui/format/Words.tsx'
import { Impor } from '#src/ui/import/Import.tsx'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import { columnHelper } from '#src/ui/list/table/table.tsx'
import { ConflictRefusal } from '#src/ui/schedule/Conflicts.tsx'

const { ModalForm, Field } = formFor(HariLiburs)
const k = columnHelper(HariLiburs)
const columns = [
  'nama',
  k.accessor((row) => tanggalWithDay(row.tanggal), {
    id: 'tanggal',
    header: 'Tanggal',
    cell: ({ cell }) => <Num>{String(cell.value)}</Num>,
  }),
  k.accessor((row) => (row.gedung_id === null ? 'Semua outlet' : row.gedung?.nama), {
    id: 'gedung',
    header: 'Outlet',
    cell: 'text',
  }),
  'jenis',
  'prorata',
] as const

/** Returns a text about the effect of deleting these holidays on the lessons of those days. */
const followsDelete = async (days: readonly { id: number }[]): Promise<string> => {
  if (days.length > holidayLimit)
    return 'Pertemuan pada hari-hari itu kembali dijadwalkan, jika guru dan ruangnya masih kosong.'
  const ids = days.map((day) => day.id).join(',')
  const { kembali, libur, tidak_kembali, lainnya } = await queryClient.fetchQuery({
    ...HolidayReturns.query({ ids }),
    staleTime: 0,
  })
  const rest = lainnya > 0 ? ` dan ${numberText(lainnya)} lainnya` : ''
  const said = [
    kembali > 0 && `${numberText(kembali)} pertemuan kembali dijadwalkan.`,
    libur > 0 && `${numberText(libur)} pertemuan minggu kelima kembali libur.`,
    tidak_kembali.length > 0 &&
      `Tidak kembali, karena guru atau ruangnya sudah dipakai: ${tidak_kembali.join('; ')}${rest}.`,
  ].filter(Boolean)
  return said.length > 0 ? said.join(' ') : 'Tidak ada pertemuan yang berubah.'
}

/** List of holidays, shown as a tab of the outlets page. */
export const HariLiburList = ({ above }: { above: ReactNode }) => (
  <ListScreen
    of={HariLiburs}
    columns={columns}
    filters={['tahun', 'berlaku_di', 'jenis']}
    above={above}
    deleteNote={followsDelete}
    tools={<Impor nama="hari-libur" label="Hari Libur" />}
    rowName={(row) => `${row.nama} (${tanggalWithDay(row.tanggal)})`}
    form={
      <ModalForm>
        <Field name="nama" wide />
        <Field name="tanggal" />
        <Field name="gedung_id" />
        <Field name="jenis" />
        <Field name="prorata" />
        <ConflictRefusal about={['tanggal', 'gedung_id']}>
          <Field name="alasan" wide required />
        </ConflictRefusal>
      </ModalForm>
    }
  />
)
