import type { ReactNode } from 'react'
import { HariLiburs } from '#src/data/hariLibur.ts'
import { formFor } from '#src/ui/form.tsx'
import { hariTanggal } from '#src/ui/format.ts'
import { Impor } from '#src/ui/impor/Impor.tsx'
import { ListScreen } from '#src/ui/ListScreen.tsx'
import { kolom } from '#src/ui/table.tsx'

const { ModalForm, Field } = formFor(HariLiburs)
const k = kolom(HariLiburs)
const columns = [
  'nama',
  k.accessor((row) => hariTanggal(row.tanggal), {
    id: 'tanggal',
    header: 'Tanggal',
    cell: ({ cell }) => <span className="num">{String(cell.value)}</span>,
  }),
  k.accessor((row) => (row.gedung_id === null ? 'Semua outlet' : row.gedung?.nama), {
    id: 'gedung',
    header: 'Outlet',
    cell: 'teks',
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
    tools={<Impor nama="hari-libur" sebutan="Hari Libur" />}
    rowName={(row) => `${row.nama} (${hariTanggal(row.tanggal)})`}
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
