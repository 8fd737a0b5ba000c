import { TutupKas } from '#src/data/resources/tutupKas.ts'
import { formFor } from '#src/ui/form/form.tsx'

export const { Form, Field, useValue, useSet, useField } = formFor(TutupKas)
export const amountOf = (value: unknown): number => (typeof value === 'number' ? value : 0)
