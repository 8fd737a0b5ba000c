import { Button, Fieldset, Group } from '@mantine/core'
import { Field, useRows } from '#src/routes/_app/user/-form/formParts.ts'
import { Fields } from '#src/ui/form/fields/Fields.tsx'
import { FormSection } from '#src/ui/form/FormSection.tsx'

/** Maximum number of other contacts, equal to the limit of the contract. */
const maxKontak = 20
/** Fields for the other contacts of a family. */
export const OtherKontakFields = () => {
  const { rows, add, remove } = useRows('kontak')
  return (
    <FormSection title="Kontak Lain">
      {rows.map((_, i) => (
        // Uses the index as key, because rows that the user has just added have no id.
        <Fieldset key={i} className="wide" legend={`Kontak ${i + 1}`}>
          <Fields>
            <Field name={`kontak.${i}.nama`} />
            <Field name={`kontak.${i}.hubungan`} />
            <Field name={`kontak.${i}.phone`} />
            <Field name={`kontak.${i}.email`} />
            <Field name={`kontak.${i}.terima_tagihan`} />
          </Fields>
          <Group justify="flex-end" gap="0.6rem" pt="xs">
            <Button
              size="xs"
              variant="default"
              aria-label={`Hapus kontak ${i + 1}`}
              onClick={() => remove(i)}
            >
              Hapus
            </Button>
          </Group>
        </Fieldset>
      ))}
      <div className="wide">
        <Button
          variant="default"
          disabled={rows.length >= maxKontak}
          onClick={() =>
            add({ nama: '', hubungan: null, phone: null, email: null, terima_tagihan: false })
          }
        >
          Tambah kontak
        </Button>
      </div>
    </FormSection>
  )
}
