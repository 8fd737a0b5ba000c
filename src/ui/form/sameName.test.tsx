/** Tests a form whose field `nama` need not be unique: it warns of a duplicate but still saves. */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { must } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

const form = () =>
  within(document.querySelector<HTMLElement>('[role=dialog]:has(form)') ?? document.body)

test.each([
  ['/kursus', 'kursus'],
  ['/biaya', 'biaya'],
  ['/produk-jasa-lainnya', 'produk-jasa'],
  ['/promo', 'promo'],
])('warns of a duplicate name in %s', async (path, name) => {
  const { id } = await school.api.db
    .selectFrom('jenis_billing')
    .select('id')
    .executeTakeFirstOrThrow()
  const common = { nama: 'Paket Élok', kode: 'ELOK' }
  const bodies: Record<string, object> = {
    kursus: { ...common, kategori_kursus_id: school.ids.kategori, biaya_bulanan: 1000 },
    biaya: { ...common, jenis_billing_id: id, nominal: 1000, berlaku_mulai: '2026-01-01' },
    'produk-jasa': { ...common, jenis_billing_id: id, harga: 1000 },
    promo: { ...common, nilai: 1000, mulai: '2026-01-01' },
  }
  must(await school.superadmin.post(`/${name}/create`, { ...bodies[name] }))
  const user = await renderApp(path, school.superadmin.token)
  await user.click(await screen.findByRole('button', { name: 'Tambah' }))
  await waitFor(() => expect(form().getByLabelText(/^Nama/)).toBeVisible())
  const box = form().getByLabelText(/^Nama/)
  await user.type(box, 'paket  elok')
  expect(await form().findByText(/Nama ini sudah dipakai .*Paket Élok \(ELOK\)/)).toBeVisible()
  await user.type(box, ' lain')
  await waitFor(() => expect(form().queryByText(/Nama ini sudah dipakai/)).toBeNull())
})

test('does not warn of the row itself', async () => {
  const user = await renderApp(`/kursus/view?id=${school.ids.kursus}`, school.superadmin.token)
  await user.click(await screen.findByText('Ubah'))
  await waitFor(() => expect(form().getByLabelText(/^Nama/)).toHaveValue('Piano Grade 1'))
  await waitFor(() =>
    expect(school.asked(/^GET \/kursus\?.*filter\[nama\]\[like\]=piano.grade.1/)).not.toEqual([]),
  )
  expect(form().queryByText(/Nama ini sudah dipakai/)).toBeNull()
})
