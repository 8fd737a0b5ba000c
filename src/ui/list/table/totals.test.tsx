/** Tests a list whose rows load although its sums fail to load. */
import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw/http'
import { afterEach, expect, test } from 'vitest'
import { makeBill } from '#mocks/people/family.ts'
import type { School } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

test('shows that the sum of unpaid bills failed and reloads it on Coba lagi', async () => {
  const { api, ids, superadmin } = school
  await makeBill({ ...api, ids, superadmin } as unknown as School, ids.akun, 321_000)
  const failing = {
    success: false,
    data: { name: 'Internal Server Error', message: 'x', status: 500 },
  }
  let fails = true
  school.use(
    http.get('*/api/billing/total', () =>
      fails ? HttpResponse.json(failing, { status: 500 }) : undefined,
    ),
  )
  const user = await renderApp('/billing', superadmin.token)
  const text = 'Jumlah seluruh daftar tidak dapat dihitung.'
  expect(await screen.findByText(text, {}, { timeout: 15_000 })).toBeVisible()
  fails = false
  await user.click(screen.getByRole('button', { name: 'Coba lagi' }))
  await waitFor(() => expect(screen.queryByText(text)).toBeNull())
  expect((await screen.findAllByText(/321\.000/)).length).toBeGreaterThan(1)
})
