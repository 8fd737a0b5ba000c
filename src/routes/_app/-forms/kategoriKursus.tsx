/** Form of a course category with its levels. */
import { KategoriKursuses } from '#src/data/resources/kategoriKursus.ts'
import { ErrorNote } from '#src/ui/form/ErrorNote.tsx'
import { formFor } from '#src/ui/form/form.tsx'
import { FormSection } from '#src/ui/form/FormSection.tsx'
import { OrderedRows } from '#src/ui/form/rows/OrderedRows.tsx'

const { ModalForm, Field, useField } = formFor(KategoriKursuses)

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

/** Form of a course category, opened by the surrounding list or by a picker. */
export const KategoriKursusForm = () => (
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
)
