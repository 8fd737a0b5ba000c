import { createFileRoute } from '@tanstack/react-router'
import { Gedungs } from '#src/data/gedung.ts'
import { formFor } from '#src/ui/form.tsx'
import { listRoute } from '#src/ui/listRoute.ts'
import { ListScreen } from '#src/ui/ListScreen.tsx'

export const Route = createFileRoute('/_app/gedung')({ ...listRoute(() => import('#src/data/gedung.ts').then((m) => m.Gedungs)), component: GedungScreen })

const { ModalForm, Field } = formFor(Gedungs)

function GedungScreen() {
  return (
    <ListScreen of={Gedungs} columns={['nama', 'kode', 'kota', 'phone', 'zona_waktu', 'jam_buka', 'jam_tutup', 'status']} form={
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
