/**
 * Tests that the palette offers to add every row that can be added, and offers no action that the
 * server would reject.
 */
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { hasOwnRows } from '#contract/outlets.ts'
import { resources } from '#contract/registry.ts'
import type { AnyResource } from '#contract/resource.ts'
import { serveSchool } from '#mocks/serve.ts'
import { additions } from '#src/layout/search/additions.ts'
import { closeApp, place, renderApp } from '#src/test/renderApp.tsx'

/**
 * Names of the resources that the palette does not offer to add. Rows of these resources are added
 * on the screen of another row, or from a menu of a list.
 */
const elsewhere = new Set(['daftar-tunggu', 'kursus-harga', 'saved-view', 'tarif-honor'])
const all: AnyResource[] = Object.values(resources)
const addable = all.filter((r) => r.access.create && !elsewhere.has(r.name))

test.each(addable.map((r) => [r.name, r] as const))('offers to add %s', (name, resource) => {
  const ownAdditions = additions.filter(({ code }) => code === `${name}/create`)
  expect(ownAdditions.length).toBeGreaterThan(0)
  expect(ownAdditions.map(({ whole = false }) => whole)).toEqual(
    ownAdditions.map(() => !hasOwnRows(resource)),
  )
})

describe('the additions in the palette', () => {
  const school = serveSchool()
  afterEach(closeApp)
  const palette = async () => {
    const dialog = await screen.findByRole('dialog', { name: 'Palet perintah' })
    const box = within(dialog).getByRole('combobox')
    return { dialog, box }
  }
  test.each([
    ['Tambah Ruang', '/gedung', '/ruang', 'Tambah Ruang'],
    ['Tambah Hari Libur', '/gedung', '/gedung?tab=hari-libur', 'Tambah Hari Libur'],
    ['Tambah Outlet', '/gedung?tab=hari-libur', '/gedung', 'Tambah Outlet'],
    ['Tambah Pertemuan', '/kursus-pelatih', '/kursus-pelatih?tab=minggu', 'Tambah Pertemuan'],
    ['Tambah Produk & Jasa', '/', '/produk-jasa-lainnya', 'Tambah Produk & Jasa'],
  ])('%s from %s opens its form', async (title, from, to, form) => {
    const user = await renderApp(from, school.superadmin.token)
    await user.keyboard('{Control>}k{/Control}')
    const { dialog, box } = await palette()
    await user.type(box, title)
    await user.click(await within(dialog).findByRole('option', { name: title }))
    expect(await screen.findByRole('dialog', { name: form })).toBeVisible()
    expect(place()).toBe(to)
  })
  test('keeps letters that are typed while the palette is opening', async () => {
    await renderApp('/gedung', school.superadmin.token)
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    // `n` would open the form of an outlet if it reached the list.
    for (const key of 'absen') fireEvent.keyDown(document.body, { key })
    const { dialog, box } = await palette()
    expect(box).toHaveValue('absen')
    expect(await within(dialog).findByRole('option', { name: 'Absensi' })).toBeVisible()
  })
  test('excludes rows of the whole school for a user limited to outlets', async () => {
    await school.api.db
      .insertInto('user_gedung')
      .values({ user_id: school.ids.admin, gedung_id: school.ids.gedung })
      .execute()
    const user = await renderApp('/gedung', (await school.api.as(school.ids.admin)).token)
    await user.keyboard('{Control>}k{/Control}')
    const { dialog, box } = await palette()
    await user.type(box, 'Tambah')
    expect(await within(dialog).findByRole('option', { name: 'Tambah Ruang' })).toBeVisible()
    expect(within(dialog).queryByRole('option', { name: 'Tambah Outlet' })).toBeNull()
    expect(within(dialog).queryByRole('option', { name: 'Tambah Jenis Billing' })).toBeNull()
  })
})
