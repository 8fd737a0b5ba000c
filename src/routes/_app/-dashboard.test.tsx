/** The dashboard by the reader's codes, and when one of its figures does not come. */
import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw/http'
import { afterEach, expect, test } from 'vitest'
import { RoleId } from '#contract/enums.ts'
import { must } from '#mocks/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

const waits = () => {
  const panel = screen.getByRole('heading', { name: 'Menunggu hari ini' }).closest('section')
  return within(panel ?? document.body)
}
const labels = () =>
  waits()
    .getAllByRole('link')
    .map((link) => link.querySelector('dt')?.textContent)

test('shows what the codes of a custom role reach, and asks for nothing else', async () => {
  const accesses = ['dashboard', 'billing/index', 'pekerjaan/index']
  const input = { name: 'Kasir', dasar_role_id: RoleId.admin, accesses }
  const role = must(await school.superadmin.post<{ id: number }>('/role/create', input))
  const { admin } = school.ids
  await school.api.db
    .updateTable('user')
    .set({ role_id: role.id })
    .where('id', '=', admin)
    .execute()
  await renderApp('/', (await school.api.as(admin)).token)
  expect(await screen.findAllByText('Tidak ada')).not.toHaveLength(0)
  expect(labels()).toEqual([
    'Tagihan lewat jatuh tempo',
    'Pekerjaan dan pemeriksaan data bermasalah',
  ])
  expect(screen.getByText('Tagihan diterbitkan')).toBeVisible()
  expect(screen.queryByText('Pembayaran diterima')).toBeNull()
  expect(school.asked(/pertemuan|pengeluaran|kredit|billing-payment/)).toEqual([])
})

test('a figure that does not come says so, and the others stand', async () => {
  school.use(
    http.get('*/api/pelatih-libur', () =>
      HttpResponse.json({ success: false, data: { message: 'Rusak' } }, { status: 500 }),
    ),
  )
  await renderApp('/', school.superadmin.token)
  const leave = waits().getByRole('link', { name: /Cuti guru menunggu keputusan/ })
  expect(await within(leave).findByText('Gagal dimuat', {}, { timeout: 10_000 })).toBeVisible()
  const overdue = waits().getByRole('link', { name: /Tagihan lewat jatuh tempo/ })
  expect(await within(overdue).findByText('Tidak ada')).toBeVisible()
})
