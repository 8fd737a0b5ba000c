/** The parts of a bill's form, for the files that it is made of. */
import { Billings } from '#src/data/billing.ts'
import { formFor } from '#src/ui/form/form.tsx'

export const { Form: BillForm, Field, useValue, useRows, useSet, useField } = formFor(Billings)
