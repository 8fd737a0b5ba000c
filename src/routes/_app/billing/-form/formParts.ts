/** Form hooks and fields of a bill, shared by the files of its form. */
import { Billings } from '#src/data/resources/billing.ts'
import { formFor } from '#src/ui/form/form.tsx'

export const { Form: BillForm, Field, useValue, useRows, useSet, useField } = formFor(Billings)
