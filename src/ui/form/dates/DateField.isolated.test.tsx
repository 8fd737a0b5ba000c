import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { DateField, MonthField, TimeField } from '#src/ui/form/dates/DateField.tsx'

const show = (Field: typeof DateField, start = '', strict = false) => {
  const changeSpy = vi.fn<(value: string) => void>()
  const Held = () => {
    const [value, setValue] = useState(start)
    return (
      <MantineProvider>
        <Field
          label="Mulai"
          strict={strict}
          value={value}
          onChange={(next) => {
            changeSpy(next)
            setValue(next)
          }}
        />
        <button type="button" onClick={() => setValue('')}>
          Atur ulang
        </button>
      </MantineProvider>
    )
  }
  render(<Held />)
  return {
    told: changeSpy,
    field: screen.getByRole('textbox', { name: 'Mulai' }),
    user: userEvent.setup(),
  }
}

test('shows a day in Indonesian and accepts it typed and pasted in common formats', async () => {
  const { told, field, user } = show(DateField, '2026-08-05')
  expect(field).toHaveValue('5 Agu 2026')
  expect(field).not.toHaveAttribute('type', 'date')
  await user.clear(field)
  await user.type(field, '22/11/2026')
  expect(told).toHaveBeenLastCalledWith('2026-11-22')
  expect(field).toHaveValue('22/11/2026')
  await user.tab()
  expect(field).toHaveValue('22 Nov 2026')
  await user.clear(field)
  await user.paste('Senin, 23 November 2026')
  await user.tab()
  expect(told).toHaveBeenLastCalledWith('2026-11-23')
  expect(field).toHaveValue('23 Nov 2026')
})

test('keeps an invalid day visible with an error instead of the previous day', async () => {
  const { told, field, user } = show(DateField, '2026-08-05')
  await user.clear(field)
  await user.type(field, '31/11/2026')
  expect(field).toBeValid()
  await user.tab()
  expect(told).toHaveBeenLastCalledWith('31/11/2026')
  expect(field).toHaveValue('31/11/2026')
  expect(field).toHaveAccessibleDescription('Tanggal tidak valid')
})

test('passes only valid days to a filter', async () => {
  const { told, field, user } = show(DateField, '', true)
  await user.type(field, '3 Mar 26')
  expect(told).not.toHaveBeenCalled()
  await user.tab()
  expect(told.mock.calls).toEqual([['2026-03-03']])
  await user.click(screen.getByRole('button', { name: 'Atur ulang' }))
  expect(field).toHaveValue('')
})

test('opens an Indonesian calendar, returns a choice to the field and closes on Esc', async () => {
  const { told, field, user } = show(DateField, '2026-11-22')
  await user.click(field)
  await user.keyboard('{ArrowDown}')
  const calendar = await screen.findByLabelText('Kalender')
  expect(within(calendar).getByText('November 2026')).toBeInTheDocument()
  expect(within(calendar).getByText('Sn')).toBeInTheDocument()
  await user.click(
    within(calendar).getByRole('button', { name: 'Rabu, 25 November 2026', hidden: true }),
  )
  expect(told.mock.calls).toEqual([['2026-11-25']])
  expect(field).toHaveValue('25 Nov 2026')
  expect(field).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  const again = await screen.findByLabelText('Kalender')
  fireEvent.keyDown(again, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByLabelText('Kalender')).toBeNull())
  expect(field).toHaveFocus()
})

test('chooses a month', async () => {
  const month = show(MonthField, '2026-11')
  expect(month.field).toHaveValue('November 2026')
  await month.user.click(screen.getByRole('button', { name: 'Pilih bulan' }))
  const months = await screen.findByLabelText('Kalender')
  await month.user.click(within(months).getByRole('button', { name: 'Agustus 2026', hidden: true }))
  expect(month.told.mock.calls).toEqual([['2026-08']])
})

test('accepts a time of day typed and chosen', async () => {
  const { told, field, user } = show(TimeField, '09:00')
  expect(field).toHaveValue('09.00')
  await user.clear(field)
  await user.type(field, '19:30')
  await user.tab()
  expect(told).toHaveBeenLastCalledWith('19:30')
  expect(field).toHaveValue('19.30')
  await user.click(screen.getByRole('button', { name: 'Pilih jam' }))
  const times = await screen.findByLabelText('Pilihan jam')
  await user.click(within(times).getByRole('button', { name: '20.00', hidden: true }))
  expect(told).toHaveBeenLastCalledWith('20:00')
})
