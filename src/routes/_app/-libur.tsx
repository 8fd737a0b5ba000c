import type { ReactNode } from 'react'
import { HariLiburs } from '#src/data/hariLibur.ts'
import { formFor } from '#src/ui/form/form.tsx'
import { tanggalWithDay } from '#src/ui/format/format.ts'
import { Num } from '#src/ui/format/Words.tsx'
import { Impor } from '#src/ui/import/Import.tsx'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import { columnHelper } from '#src/ui/list/table.tsx'

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

/** Days without lessons, on the page of outlets. */
export const HariLiburList = ({ above }: { above: ReactNode }) => (
  <ListScreen
    of={HariLiburs}
    columns={columns}
    filters={['tahun', 'berlaku_di', 'jenis']}
    above={above}
    tools={<Impor nama="hari-libur" label="Hari Libur" />}
    rowName={(row) => `${row.nama} (${tanggalWithDay(row.tanggal)})`}
    form={
      <ModalForm>
        <Field name="nama" wide />
        <Field name="tanggal" />
        <Field name="gedung_id" />
        <Field name="jenis" />
        <Field name="prorata" />
      </ModalForm>
    }
  />
)
