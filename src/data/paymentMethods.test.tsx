/**
 * Tests that every screen shows the names that a school gives its card machines, instead of the
 * labels of the contract.
 */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { setSetting } from '#mocks/people/family.ts'
import type { School } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

// A list without any row and filter shows no filters.
test.each(['/billing-payment?q=KW', '/laporan/pendapatan?basis=kas'])(
  'offers the school’s own name of a card machine in the filter: %s',
  async (path) => {
    const { api, ids, superadmin } = school
    const s = { ...api, ids, superadmin } as unknown as School
    await setSetting(s, 'label_metode_2', 'EDC Melati')
    const user = await renderApp(path, superadmin.token)
    const filter = await screen.findByRole('button', { name: /^Filter/ })
    await user.click(filter)
    const choice = await screen.findByRole('combobox', { name: 'Metode' })
    await waitFor(() =>
      expect(within(choice).getByRole('option', { name: 'EDC Melati' })).toBeInTheDocument(),
    )
    expect(within(choice).queryByRole('option', { name: 'Mesin kartu (dua bank)' })).toBeNull()
  },
)
