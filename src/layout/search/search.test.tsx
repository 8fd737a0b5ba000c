/**
 * Tests the student search of the header and of the palette: the requests that the search sends,
 * and the announcements to screen readers.
 */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { MetodePembayaran } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { makeBill } from '#mocks/people/family.ts'
import { must, type School } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, place, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

const open = async (title: string, path: string, userId = school.ids.superadmin) => {
  const user = await renderApp(path, (await school.api.as(userId)).token)
  await screen.findByRole('heading', { level: 1, name: title })
  return user
}
const box = () => screen.getByRole('combobox', { name: 'Cari peserta di sini' })
const options = () => screen.findAllByRole('option')
const chosen = () => {
  const id = box().getAttribute('aria-activedescendant')
  return id ? (document.getElementById(id)?.textContent ?? '') : undefined
}

describe('the top bar', () => {
  test('requests once per pause in typing and nothing for fewer than two letters', async () => {
    const user = await open('Profil Saya', '/profile/view')
    await user.type(box(), 'h')
    await user.type(box(), 'ana')
    expect((await options()).map((o) => o.textContent)).toEqual([
      expect.stringContaining('Hana Santoso'),
    ])
    expect(school.asked(/^GET \/search/).map((r) => `${r.method} ${r.path}`)).toEqual([
      'GET /search?q=hana',
    ])
    expect(screen.getByText('1 peserta')).toHaveAttribute('role', 'status')
  })
  test('cycles through the options with arrows, announces them and resets on typing', async () => {
    const user = await open('Profil Saya', '/profile/view')
    await user.type(box(), 'santoso')
    await options()
    expect([box().getAttribute('aria-expanded'), chosen()]).toEqual(['true', undefined])
    await user.keyboard('{ArrowDown}')
    expect(chosen()).toContain('Hana Santoso')
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(chosen()).toContain('Hana Santoso')
    await user.keyboard('{ArrowUp}')
    expect(chosen()).toContain('Indra Santoso')
    expect(screen.getAllByRole('option', { selected: true })).toHaveLength(1)
    await user.type(box(), 'x')
    expect(chosen()).toBeUndefined()
  })
  test('keeps results until the next answer and groups similar names', async () => {
    const user = await open('Profil Saya', '/profile/view')
    await user.type(box(), 'wijya')
    const group = await screen.findByRole('group', { name: 'Nama yang mirip' })
    expect(within(group).getByRole('option')).toHaveTextContent(
      /Joko Wijaya.*Nada Makassar · Gita Wijaya · Piano Grade 1/,
    )
    await user.type(box(), 'zzzz')
    expect(await screen.findByText('Tidak ada peserta yang cocok')).toBeVisible()
    expect(box()).toHaveAttribute('aria-expanded', 'false')
  })
  test('finds bills and receipts by number, and leads by name', async () => {
    const { superadmin, ids } = school
    const s = { ...school.api, ids, superadmin } as unknown as School
    const bill = await makeBill(s, ids.akun, 90_000)
    const { nomor } = must(await superadmin.get<{ nomor: string }>(`/billing/view?id=${bill}`))
    const receipt = must(
      await superadmin.post<{ id: number; nomor: string }>('/billing-payment/create', {
        akun_billing_id: ids.akun,
        tanggal: currentDay(),
        metode: MetodePembayaran.tunai,
        jumlah: 90_000,
      }),
    )
    const lead = { nama: 'Calon Hanura', phone: '081277770001', gedung_id: ids.gedung }
    must(await superadmin.post('/lead/create', lead))
    const user = await open('Profil Saya', '/profile/view')
    await user.type(box(), nomor)
    expect(
      within(await screen.findByRole('group', { name: 'Tagihan' })).getByRole('option'),
    ).toHaveTextContent(`${nomor}`)
    await user.clear(box())
    await user.type(box(), 'hanura')
    expect(
      within(await screen.findByRole('group', { name: 'Lead' })).getByRole('option'),
    ).toHaveTextContent(/^Calon Hanura/)
    await user.clear(box())
    await user.type(box(), receipt.nomor)
    await user.click(
      within(await screen.findByRole('group', { name: 'Pembayaran' })).getByRole('option'),
    )
    await waitFor(() => expect(place()).toBe(`/billing-payment/view?id=${receipt.id}`))
  })
  test('hides the search from a user without its code', async () => {
    const { accesses } = await school.api.db
      .selectFrom('role')
      .select('accesses')
      .where('id', '=', 6)
      .executeTakeFirstOrThrow()
    await school.api.db
      .updateTable('role')
      .set({ accesses: accesses.replace('"search",', '').replace(',"search"', '') })
      .where('id', '=', 6)
      .execute()
    await open('Profil Saya', '/profile/view', school.ids.peserta)
    expect(screen.queryByRole('combobox', { name: 'Cari peserta di sini' })).toBeNull()
  })
})

describe('the palette', () => {
  test('requests only what the user may see and leads students to their profile', async () => {
    const user = await open('Ubah Password', '/profile/ubah-password', school.ids.peserta)
    await user.keyboard('{Control>}k{/Control}')
    const dialog = await screen.findByRole('dialog', { name: 'Palet perintah' })
    await user.type(within(dialog).getByRole('combobox'), 'INV/2025')
    await waitFor(() => expect(school.asked(/^GET \/search/)).toHaveLength(1))
    expect(school.asked(/^GET \/billing/)).toEqual([])
    await user.clear(within(dialog).getByRole('combobox'))
    await user.type(within(dialog).getByRole('combobox'), 'hana')
    await user.click(await within(dialog).findByRole('option', { name: /Hana Santoso/ }))
    await waitFor(() => expect(place()).toBe('/profile/view'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
