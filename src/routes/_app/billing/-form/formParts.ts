/** Hooks and fields of the bill form, shared by all files of this form. */
import { Billings } from '#src/data/resources/billing.ts'
import { formFor } from '#src/ui/form/form.tsx'

export const { Form: BillForm, Field, useValue, useRows, useSet, useField } = formFor(Billings)
