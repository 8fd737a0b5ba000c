/** Tests of the help pages: own tasks, the way from a screen, the search, and tasks of others. */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { RoleId } from '#contract/enums.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, place, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

const adminToken = async () => (await school.api.as(school.ids.admin)).token
const contents = () =>
  within(screen.getByRole('navigation', { name: 'Daftar isi' }))
    .queryAllByRole('link')
    .map((link) => link.textContent)
const heading = (name: string) => screen.findByRole('heading', { name, level: 2 })

describe('the help pages', () => {
  test('show the ten tasks of the own role, with steps, picture and the screen', async () => {
    await renderApp('/panduan', await adminToken())
    expect(contents()).toHaveLength(10)
    expect(contents()[0]).toBe('Menerima pembayaran tunai')
    await heading('Menerima pembayaran tunai')
    expect(screen.getByText('Terima & cetak')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Tambah Pembayaran Baru' })).toHaveAttribute(
      'href',
      '/#/billing-payment/form',
    )
    expect(screen.queryByRole('combobox', { name: 'Role' })).toBeNull()
  })
  test('open at the task of the URL and focus its heading', async () => {
    await renderApp('/panduan?tugas=tutup-kas', await adminToken())
    await waitFor(async () => expect(await heading('Menutup kas harian')).toHaveFocus())
  })
  test('reject a task of another role', async () => {
    await renderApp('/panduan?tugas=cadangan', await adminToken())
    expect(screen.getByText(/bukan untuk role Anda/)).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Menyalakan cadangan otomatis' })).toBeNull()
  })
  test('let a superadmin read those of each role', async () => {
    const user = await renderApp('/panduan', school.superadmin.token)
    await heading('Menyalakan cadangan otomatis')
    await user.selectOptions(
      screen.getByRole('combobox', { name: 'Role' }),
      String(RoleId.akunBilling),
    )
    await heading('Mengirim bukti transfer')
    expect(place()).toBe(`/panduan?role=${RoleId.akunBilling}`)
  })
  test('find a task by its keywords, and say when nothing matches', async () => {
    const user = await renderApp('/panduan', await adminToken())
    const box = screen.getByRole('searchbox', { name: 'Cari' })
    await user.type(box, 'kembalian')
    await waitFor(() => expect(contents()).toEqual(['Menerima pembayaran tunai']))
    await user.clear(box)
    await user.type(box, 'zzz')
    expect(await screen.findByText('Tidak ada yang cocok')).toBeVisible()
    expect(contents()).toEqual([])
  })
  test('open from a screen at its tasks, and then show all', async () => {
    const user = await renderApp('/bank', school.superadmin.token)
    await user.click(screen.getByRole('button', { name: 'Panduan halaman ini' }))
    await heading('Menambah rekening sekolah')
    expect(contents()).toEqual(['Menambah rekening sekolah'])
    await user.click(screen.getByRole('button', { name: 'Tampilkan semua' }))
    await waitFor(() => expect(contents()).toHaveLength(10))
  })
  test('show all tasks for a screen without any', async () => {
    const user = await renderApp('/audit', await adminToken())
    await user.click(screen.getByRole('button', { name: 'Panduan halaman ini' }))
    await heading('Menutup kas harian')
    expect(contents()).toHaveLength(10)
  })
  test('are found in the palette', async () => {
    const user = await renderApp('/gedung', await adminToken())
    await user.keyboard('{Control>}k{/Control}')
    const dialog = await screen.findByRole('dialog', { name: 'Palet perintah' })
    await user.type(within(dialog).getByRole('combobox'), 'kembalian')
    await user.click(
      await within(dialog).findByRole('option', { name: /Menerima pembayaran tunai/ }),
    )
    await heading('Menerima pembayaran tunai')
    expect(place()).toBe('/panduan?tugas=terima-pembayaran')
  })
})
