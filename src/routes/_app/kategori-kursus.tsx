import { createFileRoute } from '@tanstack/react-router'
import { KategoriKursuses } from '#src/data/kategoriKursus.ts'
import { formFor } from '#src/ui/form.tsx'
import { listRoute } from '#src/ui/listRoute.ts'
import { ListScreen } from '#src/ui/ListScreen.tsx'

export const Route = createFileRoute('/_app/kategori-kursus')({
  ...listRoute(() => import('#src/data/kategoriKursus.ts').then((m) => m.KategoriKursuses)), component: KategoriKursusScreen,
})

const { ModalForm, Field } = formFor(KategoriKursuses)

function KategoriKursusScreen() {
  return (
    <ListScreen of={KategoriKursuses} columns={['nama', 'warna', 'urutan', 'status']} form={
      <ModalForm>
        <Field name="nama" />
        <Field name="warna" />
        <Field name="urutan" />
        <Field name="status" />
      </ModalForm>
    } />
  )
}
