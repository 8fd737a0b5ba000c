import { createFileRoute } from '@tanstack/react-router'
import { KategoriKursuses } from '#src/data/resources/kategoriKursus.ts'
import { ErrorNote } from '#src/ui/form/ErrorNote.tsx'
import { formFor } from '#src/ui/form/form.tsx'
import { FormSection } from '#src/ui/form/FormSection.tsx'
import { OrderedRows } from '#src/ui/form/rows/OrderedRows.tsx'
import { Impor } from '#src/ui/import/Import.tsx'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import { columnHelper } from '#src/ui/list/table/table.tsx'

export const Route = createFileRoute('/_app/kategori-kursus')({
  ...listRoute(
    () => import('#src/data/resources/kategoriKursus.ts').then((m) => m.KategoriKursuses),
    {
      expand: 'levels',
    },
  ),
  component: KategoriKursusScreen,
})

const { ModalForm, Field, useField } = formFor(KategoriKursuses)
const k = columnHelper(KategoriKursuses)
const columns = [
  'nama',
  k.accessor((row) => row.levels?.map((l) => l.nama).join(' → '), {
    id: 'levels',
    header: 'Level',
    cell: 'text',
  }),
  'warna',
  'urutan',
  'status',
] as const

/**
 * Field for the levels of a category, in the order in which students advance. Each course of the
 * category has one of these levels.
 */
const Levels = () => {
  const { value, error, set } = useField('levels')
  return (
    <FormSection title="Level">
      <ErrorNote path="levels" messages={error ? [error] : []} />
      <OrderedRows
        label="Level"
        what="level"
        rows={Array.isArray(value) ? value : []}
        nameOf={(level) => level.nama}
        onChange={set}
        make={() => ({ nama: '' })}
        max={50}
      >
        {(i) => <Field name={`levels.${i}.nama`} label={`Level ${i + 1}`} />}
      </OrderedRows>
    </FormSection>
  )
}

function KategoriKursusScreen() {
  return (
    <ListScreen
      of={KategoriKursuses}
      tools={<Impor nama="kategori-kursus" label="Kategori Kursus" school />}
      columns={columns}
      form={
        <ModalForm
          expand="levels"
          initialOf={(row) => ({ levels: row.levels?.map(({ id, nama }) => ({ id, nama })) ?? [] })}
        >
          <Field name="nama" />
          <Field name="warna" />
          <Field name="urutan" />
          <Field name="status" />
          <Levels />
        </ModalForm>
      }
    />
  )
}
