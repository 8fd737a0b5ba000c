import { createFileRoute } from '@tanstack/react-router'
import { formatJam } from '#contract/rules/tanggal.ts'
import { Gedungs } from '#src/data/gedung.ts'
import { formFor } from '#src/ui/form.tsx'
import { listRoute } from '#src/ui/listRoute.ts'
import { ListScreen } from '#src/ui/ListScreen.tsx'
import { kolom } from '#src/ui/table.tsx'

export const Route = createFileRoute('/_app/gedung')({ ...listRoute(() => import('#src/data/gedung.ts').then((m) => m.Gedungs)), component: GedungScreen })

const { ModalForm, Field } = formFor(Gedungs)
const k = kolom(Gedungs)
const columns = [
  'nama', 'kode', 'kota', 'phone',
  k.accessor((row) => `${formatJam(row.jam_buka)}–${formatJam(row.jam_tutup, row.zona_waktu)}`, { id: 'jam', header: 'Jam Buka', cell: ({ cell }) => <cell.Teks /> }),
  'status',
] as const

function GedungScreen() {
  return (
    <ListScreen of={Gedungs} columns={columns} form={
      <ModalForm>
        <Field name="nama" />
        <Field name="kode" />
        <Field name="alamat" />
        <Field name="kota" />
        <Field name="zona_waktu" />
        <Field name="phone" />
        <Field name="email" />
        <Field name="jam_buka" />
        <Field name="jam_tutup" />
        <Field name="kop_surat" />
        <Field name="status" />
      </ModalForm>
    } />
  )
}
