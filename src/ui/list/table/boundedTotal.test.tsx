/** Tests a list whose total the server has not counted to the end. */
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw/http'
import { afterEach, expect, test } from 'vitest'
import { makeBill } from '#mocks/people/family.ts'
import type { School } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

test('shows that there are more rows, and the total as soon as it is counted', async () => {
  const { api, ids, superadmin } = school
  await makeBill({ ...api, ids, superadmin } as unknown as School, ids.akun, 321_000)
  const counted = Promise.withResolvers<void>()
  const headersWith = (total: number) => ({
    'X-Pagination-Total-Count': String(total),
    'X-Pagination-Page-Count': String(total / 20),
    'X-Pagination-Current-Page': '1',
    'X-Pagination-Per-Page': '20',
  })
  const rows = (await superadmin.get('/billing?expand=akun_billing')).data
  const envelope = { success: true, data: rows }
  school.use(
    http.get('*/api/billing', async ({ request }) => {
      if (new URL(request.url).searchParams.get('count') === 'bounded')
        return HttpResponse.json(envelope, {
          headers: { ...headersWith(10_000), 'X-Pagination-Total-More': 'true' },
        })
      await counted.promise
      return HttpResponse.json(envelope, { headers: headersWith(586_000) })
    }),
  )
  await renderApp('/billing', superadmin.token)
  expect(await screen.findByText('Menampilkan 1–20 dari lebih dari 10.000')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Halaman terakhir' })).toBeNull()
  counted.resolve()
  expect(await screen.findByText('Menampilkan 1–20 dari 586.000')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Halaman terakhir' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Halaman 29300' })).toBeVisible()
})
