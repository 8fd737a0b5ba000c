/** Tests that a failed save focuses the first error, whatever its control is. */
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { Hari } from '#contract/enums.ts'
import type { Control } from '#contract/fieldMeta.ts'
import {
  accessCodeList,
  email,
  fileReference,
  instant,
  jam,
  list,
  longText,
  oneOf,
  optional,
  password,
  periode,
  persen,
  phoneNumber,
  reference,
  references,
  rupiah,
  shortText,
  someOf,
  tanggal,
  textList,
  warna,
  wholeNumber,
  withDefault,
  yesNo,
} from '#contract/fields.ts'
import { serveSchool } from '#mocks/serve.ts'
import { ApiError } from '#src/data/api/http.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import { FieldControl, type FieldProps } from '#src/ui/form/fields/FieldControl.tsx'
import { FoldedFields } from '#src/ui/form/FoldedFields.tsx'
import { PlainForm } from '#src/ui/form/PlainForm.tsx'
import { useFormValue } from '#src/ui/form/useForm.ts'

serveSchool()
afterEach(() => {
  cleanup()
  queryClient.clear()
})

/** Schema of a field by kind of control. The type makes a missing kind a compile error. */
const fields: Record<Control, z.ZodMiniType> = {
  text: optional(shortText('Isian')),
  textarea: optional(longText('Isian')),
  email: optional(email('Isian')),
  phone: optional(phoneNumber('Isian')),
  password: optional(password('Isian')),
  number: optional(wholeNumber('Isian')),
  percent: optional(persen('Isian')),
  rupiah: optional(rupiah('Isian')),
  date: optional(tanggal('Isian')),
  time: optional(jam('Isian')),
  month: optional(periode('Isian')),
  instant: optional(instant('Isian')),
  select: optional(oneOf('Isian', Hari)),
  checks: withDefault(someOf('Isian', Hari), []),
  switch: withDefault(yesNo('Isian'), false),
  picker: optional(reference('Isian', 'bank')),
  pickers: withDefault(references('Isian', 'bank'), []),
  tags: withDefault(textList('Isian'), []),
  color: optional(warna('Isian')),
  codes: withDefault(accessCodeList('Isian'), []),
  file: optional(fileReference('Isian', { jenis: 'bukti' })),
}
const kinds = Object.keys(fields) as Control[]

/**
 * Renders a form with the field `isian` between two other fields. The server rejects every save
 * with an error on each field in `wrong`.
 */
const renderForm = async (
  field: z.ZodMiniType,
  wrong: readonly string[],
  content = <FieldControl name="isian" />,
  initial?: Record<string, unknown>,
) => {
  const schema = z.object({
    awal: optional(shortText('Awal')),
    isian: field,
    akhir: optional(shortText('Akhir')),
  })
  const Screen = () => (
    <PlainForm
      schema={schema}
      initial={initial}
      send={() =>
        Promise.reject(
          new ApiError(
            422,
            'Tidak valid',
            wrong.map((name) => ({ field: name, message: `Salah: ${name}` })),
          ),
        )
      }
      onDone={() => {}}
      onCancel={() => {}}
    >
      <FieldControl name="awal" />
      {content}
      <FieldControl name="akhir" />
    </PlainForm>
  )
  const router = createRouter({
    routeTree: createRootRoute({ component: Screen }),
    history: createMemoryHistory(),
  })
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <RouterProvider router={router as never} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  await screen.findByRole('button', { name: 'Simpan' })
  const scrolled: Element[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this)
  })
  return { user: userEvent.setup({ delay: null }), scrolled }
}
/** Path of the field that contains the focused element. */
const focused = () => document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset.field
const save = () => screen.getByRole('button', { name: 'Simpan' })

describe('a failed save', () => {
  test.each(kinds)('focuses the first error in a control of kind %s', async (kind) => {
    const { user, scrolled } = await renderForm(fields[kind], ['akhir', 'isian'])
    // Waits for the control, because the code of the file field loads separately.
    await waitFor(() =>
      expect(
        document.querySelector('[data-field=isian] :is(input, select, textarea)'),
      ).toBeVisible(),
    )
    await user.click(save())
    await screen.findByText('Salah: isian')
    await waitFor(() => expect(focused()).toBe('isian'))
    expect(document.activeElement?.matches(':is(input, select, textarea):enabled')).toBe(true)
    expect(scrolled).toContain(document.querySelector('[data-field=isian]'))
  })

  const Disabled = (props: Partial<FieldProps>) => <FieldControl name="isian" disabled {...props} />
  test('focuses a disabled field with the first error', async () => {
    const { user } = await renderForm(fields.text, ['akhir', 'isian'], <Disabled />)
    await user.click(save())
    await waitFor(() => expect(focused()).toBe('isian'))
  })
  test('opens folded fields and focuses an error in them', async () => {
    const folded = (
      <FoldedFields names={['isian']}>
        <FieldControl name="isian" />
      </FoldedFields>
    )
    const { user } = await renderForm(fields.switch, ['akhir', 'isian'], folded)
    await user.click(save())
    await waitFor(() => expect(focused()).toBe('isian'))
    expect(screen.queryByRole('alert')).toBeNull()
  })
  const Rows = () => {
    const rows = useFormValue('isian') as unknown[]
    return rows.map((_, i) => <FieldControl key={i} name={`isian.${i}.aktif`} />)
  }
  test('focuses an error in a row of a list', async () => {
    const schema = list(z.object({ aktif: yesNo('Aktif') }), 5, '')
    const initial = { isian: [{ aktif: true }, { aktif: false }] }
    const { user } = await renderForm(schema, ['akhir', 'isian.1.aktif'], <Rows />, initial)
    await user.click(save())
    await waitFor(() => expect(focused()).toBe('isian.1.aktif'))
  })
  test('focuses the note on an error without a field', async () => {
    const { user } = await renderForm(fields.text, ['isian'], <></>)
    await user.click(save())
    await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus())
    expect(screen.getByRole('alert')).toHaveTextContent('Isian: Salah: isian')
  })
})
