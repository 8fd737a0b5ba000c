/** Tests lists on the screen of banks, operated as a user does. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw/http'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { MetodePembayaran } from '#contract/enums.ts'
import { serveSchool } from '#mocks/serve.ts'
import { router } from '#src/router.tsx'
import { closeApp, place, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

/**
 * Adds `count` banks, named `Bank 01`, `Bank 02` and so on. The school already has the bank BCA.
 * Every third added bank is inactive.
 */
const addBanks = async (count: number) => {
  for (let n = 1; n <= count; n++) {
    const name = `Bank ${String(n).padStart(2, '0')}`
    await school.superadmin.post('/bank/create', {
      nama_bank: name,
      no_rekening: `90${n}`,
      atas_nama: 'Sekolah Nada',
      urutan: n,
      tipe: n % 2 ? 'rekening' : 'edc',
      status: n % 3 ? 'aktif' : 'nonaktif',
    })
  }
}
const open = (path: string, bearer = school.superadmin.token) => renderApp(path, bearer)
const table = () => screen.findByRole('table')
const button = (name: string) => screen.getByRole('button', { name })
const rows = () => [...document.querySelectorAll<HTMLElement>('tbody tr[data-id]')]
const names = () => rows().map((row) => row.querySelector('td:not([data-cell])')?.textContent)
const shows = (...expectedNames: string[]) => waitFor(() => expect(names()).toEqual(expectedNames))
const lists = () => school.asked(/^GET \/bank(\?|$)/)

describe('the rows of a list', () => {
  test('shows labels and formats of the contract, with a caption for screen readers', async () => {
    await addBanks(2)
    await open('/bank')
    const grid = await screen.findByRole('table', { name: 'Bank: 3 baris, halaman 1 dari 1' })
    expect(
      within(grid)
        .getAllByRole('columnheader')
        .map((h) => h.textContent),
    ).toEqual(['', 'Nama Bank', 'No. Rekening', 'Atas Nama', 'Metode', 'Urutan', 'Status', 'Aksi'])
    expect(
      within(grid)
        .getAllByRole('row')
        .slice(1)
        .map((r) =>
          within(r)
            .getAllByRole('cell')
            .slice(1, 7)
            .map((c) => c.textContent),
        ),
    ).toEqual([
      ['BCA', '1234567890', 'Sekolah Nada', 'TransferRekening', '0', 'Aktif'],
      ['Bank 01', '901', 'Sekolah Nada', 'TransferRekening', '1', 'Aktif'],
      ['Bank 02', '902', 'Sekolah Nada', 'TransferMesin EDC', '2', 'Aktif'],
    ])
    expect(screen.getByRole('heading', { level: 1, name: 'Bank' })).toBeVisible()
    expect(document.title).toBe('Bank · Nada')
    expect(screen.getByText('Menampilkan 1–3 dari 3')).toBeVisible()
    expect(screen.queryByRole('navigation', { name: 'Navigasi halaman' })).toBeNull()
  })
  test('shows skeletons under the columns while the first page loads', async () => {
    const gate = Promise.withResolvers<undefined>()
    school.use(http.get('*/api/bank', () => gate.promise))
    // Loads another list first and then navigates to the list of banks. The route waits for the
    // rows for a short time before it shows the skeletons.
    await open('/gedung')
    await table()
    router.history.push('/bank')
    expect(
      await screen.findByRole('status', { name: 'Memuat' }, { timeout: 3000 }),
    ).toHaveAttribute('aria-busy', 'true')
    gate.resolve(undefined)
    await shows('BCA')
  })
  test('asks by name before deleting, shows a message and reloads', async () => {
    await addBanks(1)
    const user = await open('/bank')
    await table()
    await user.click(button('Aksi Bank 01'))
    await user.click(await screen.findByRole('menuitem', { name: 'Hapus' }))
    const question = await screen.findByRole('dialog', { name: 'Hapus Bank 01?' })
    await user.click(within(question).getByRole('button', { name: 'Batal' }))
    expect(school.asked(/delete/)).toHaveLength(0)
    await user.click(button('Aksi Bank 01'))
    await user.click(await screen.findByRole('menuitem', { name: 'Hapus' }))
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Hapus' }),
    )
    expect(await screen.findByText('Bank 01 dihapus')).toBeVisible()
    await shows('BCA')
  })
  test('shows the users of a row that cannot be deleted and offers to deactivate it', async () => {
    await school.superadmin.post('/billing-payment/create', {
      akun_billing_id: school.ids.akun,
      tanggal: '2024-01-01',
      metode: MetodePembayaran.transfer,
      bank_id: school.ids.bank,
      jumlah: 1000,
    })
    const remove = async () => {
      await user.click(button('Aksi BCA'))
      await user.click(await screen.findByRole('menuitem', { name: 'Hapus' }))
      await user.click(
        within(await screen.findByRole('dialog', { name: 'Hapus BCA?' })).getByRole('button', {
          name: 'Hapus',
        }),
      )
      return screen.findByRole('dialog', { name: 'Error 409' })
    }
    const user = await open('/bank')
    await table()
    const refused = await remove()
    expect(refused).toHaveTextContent('Bank BCA tidak dapat dihapus karena masih dipakai:')
    expect(within(refused).getByRole('listitem')).toHaveTextContent(
      /^1 Pembayaran: KW\/2024\/01\/0001$/,
    )
    await user.click(within(refused).getByRole('button', { name: 'Nonaktifkan' }))
    expect(await screen.findByText('Bank BCA dinonaktifkan')).toBeVisible()
    await waitFor(() => expect(document.querySelector('tbody tr')).toHaveTextContent('Nonaktif'))
    // The bank is already inactive, so the dialog does not offer to deactivate it.
    expect(within(await remove()).queryByRole('button', { name: 'Nonaktifkan' })).toBeNull()
  })
  test('replaces the deletion error with the error of a rejected deactivation', async () => {
    const user = await open('/gedung')
    await table()
    await user.click(button('Aksi Nada Jakarta'))
    await user.click(await screen.findByRole('menuitem', { name: 'Hapus' }))
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Hapus' }),
    )
    await user.click(await screen.findByRole('button', { name: 'Nonaktifkan' }))
    expect(await screen.findByText(/^Outlet masih punya kelas aktif: Piano Grade 1/)).toBeVisible()
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
  })
})

describe('search and filters', () => {
  test('requests once after a pause in typing and replaces the history entry', async () => {
    await addBanks(3)
    await open('/bank?page=2&sort=-nama_bank')
    await table()
    const [before, length] = [lists().length, history.length]
    const box = screen.getByRole('searchbox', { name: 'Cari' })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      for (const value of ['b', 'ba', 'ban', 'bank']) {
        fireEvent.change(box, { target: { value } })
        vi.advanceTimersByTime(119)
      }
      expect(place()).toBe('/bank?page=2&sort=-nama_bank')
      vi.advanceTimersByTime(1)
    } finally {
      vi.useRealTimers()
    }
    await waitFor(() => expect(place()).toBe('/bank?sort=-nama_bank&q=bank'))
    await shows('Bank 03', 'Bank 02', 'Bank 01')
    expect(history.length).toBe(length)
    expect(
      lists()
        .slice(before)
        .map(({ path }) => path),
    ).toEqual(['/bank?sort=-nama_bank&q=bank'])
  })
  test('searches a long number as typed', async () => {
    const user = await open('/bank')
    await table()
    await user.type(screen.getByRole('searchbox', { name: 'Cari' }), '12345678901234567890')
    await waitFor(() => expect(place()).toBe('/bank?q=12345678901234567890'))
    expect(await screen.findByText('Tidak ada yang cocok')).toBeVisible()
  })
  test('sends the typed text at once on leaving the box', async () => {
    await addBanks(1)
    const user = await open('/bank')
    await table()
    await user.type(screen.getByRole('searchbox', { name: 'Cari' }), 'bca')
    await user.tab()
    expect(place()).toBe('/bank?q=bca')
  })
  test('shows a removable chip per filter; Atur ulang removes all except the order', async () => {
    await addBanks(6)
    const user = await open('/bank?status=nonaktif&tipe=edc&q=bank&sort=-urutan&page=9')
    await shows('Bank 06')
    expect(
      screen
        .getAllByRole('button', { name: /^Hapus filter/ })
        .map((b) => b.getAttribute('aria-label')),
    ).toEqual(['Hapus filter Cari', 'Hapus filter Status', 'Hapus filter Tipe'])
    expect(screen.getByText('Nonaktif', { selector: 'b' })).toBeVisible()
    await user.click(button('Hapus filter Tipe'))
    await shows('Bank 06', 'Bank 03')
    expect(place()).toBe('/bank?status=nonaktif&sort=-urutan&q=bank')
    await user.click(button('Hapus filter Cari'))
    await waitFor(() => expect(place()).toBe('/bank?status=nonaktif&sort=-urutan'))
    expect(screen.getByRole('searchbox', { name: 'Cari' })).toHaveValue('')
    await user.click(button('Atur ulang'))
    await waitFor(() => expect(place()).toBe('/bank?sort=-urutan'))
    await waitFor(() => expect(rows()).toHaveLength(7))
    expect(screen.queryByRole('button', { name: /^Hapus filter/ })).toBeNull()
  })
  test('returns to page 1 on choosing a filter, with an entry in the history', async () => {
    await addBanks(24)
    const user = await open('/bank?page=2')
    await table()
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Status' }), 'Nonaktif')
    await waitFor(() => expect(place()).toBe('/bank?status=nonaktif'))
    await waitFor(() => expect(rows()).toHaveLength(8))
    router.history.back()
    await waitFor(() => expect(place()).toBe('/bank?page=2'))
    await waitFor(() => expect(rows()).toHaveLength(5))
  })
  test('ignores invalid values in a pasted URL', async () => {
    await open('/bank?page=x&per-page=7&sort=rahasia&status=mungkin&constructor=1&warna=merah')
    await shows('BCA')
    expect(lists().map(({ path }) => path)).toEqual(['/bank'])
  })
})

describe('order and pages', () => {
  test('sorts by a header, then reverses, with aria-sort and the URL', async () => {
    await addBanks(2)
    const user = await open('/bank')
    await table()
    const header = (name: string) => screen.getByRole('columnheader', { name })
    expect(header('Urutan')).toHaveAttribute('aria-sort', 'ascending')
    expect(within(header('No. Rekening')).queryByRole('button')).toBeNull()
    await user.click(within(header('Nama Bank')).getByRole('button'))
    await shows('Bank 01', 'Bank 02', 'BCA')
    expect(place()).toBe('/bank?sort=nama_bank')
    expect([
      header('Nama Bank').getAttribute('aria-sort'),
      header('Urutan').getAttribute('aria-sort'),
    ]).toEqual(['ascending', null])
    await user.click(within(header('Nama Bank')).getByRole('button'))
    await shows('BCA', 'Bank 02', 'Bank 01')
    expect(header('Nama Bank')).toHaveAttribute('aria-sort', 'descending')
    await user.click(within(header('Urutan')).getByRole('button'))
    await waitFor(() => expect(place()).toBe('/bank'))
  })
  test('shows pages by name and prefetches the next one', async () => {
    await addBanks(44)
    const user = await open('/bank')
    await table()
    const nav = await screen.findByRole('navigation', { name: 'Navigasi halaman' })
    const page = (name: string) => within(nav).getByRole('button', { name })
    expect(
      within(nav)
        .getAllByRole('button')
        .map((b) => b.getAttribute('aria-label')),
    ).toEqual([
      'Halaman pertama',
      'Halaman sebelumnya',
      'Halaman 1',
      'Halaman 2',
      'Halaman 3',
      'Halaman berikutnya',
      'Halaman terakhir',
    ])
    expect(
      [page('Halaman pertama'), page('Halaman sebelumnya')].every((b) => b.matches(':disabled')),
    ).toBe(true)
    expect(page('Halaman 1')).toHaveAttribute('aria-current', 'page')
    await waitFor(() => expect(lists().map(({ path }) => path)).toEqual(['/bank', '/bank?page=2']))
    await user.click(page('Halaman berikutnya'))
    expect(await screen.findByText('Menampilkan 21–40 dari 45')).toBeVisible()
    expect(place()).toBe('/bank?page=2')
    await user.click(page('Halaman terakhir'))
    expect(await screen.findByText('Menampilkan 41–45 dari 45')).toBeVisible()
    expect(page('Halaman berikutnya')).toBeDisabled()
    await user.click(page('Halaman 1'))
    await waitFor(() => expect(place()).toBe('/bank'))
  })
})

test('returns to page 1 on choosing the number of rows per page', async () => {
  await addBanks(22)
  const user = await open('/bank?page=2')
  await table()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Baris per halaman' }), '50')
  await waitFor(() => expect(rows()).toHaveLength(23))
  expect(place()).toBe('/bank?per-page=50')
})

describe('an empty list', () => {
  const empty = () => school.superadmin.post(`/bank/delete?id=${school.ids.bank}`)
  test('shows Belum ada bank with the way to add the first one', async () => {
    await empty()
    const user = await open('/bank')
    const note = (await screen.findByText('Belum ada bank')).parentElement!
    // A list that has never had a row has no tools for rows.
    expect(screen.queryByRole('searchbox', { name: 'Cari' })).toBeNull()
    for (const name of ['Tampilan', 'Kolom', 'Ekspor'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(button('Tambah')).toBeVisible()
    await user.click(within(note).getByRole('button', { name: 'Tambah bank pertama' }))
    expect(await screen.findByRole('dialog', { name: 'Tambah Bank' })).toBeVisible()
  })
  test('says that a part of the rows is empty, and keeps the tools if others exist', async () => {
    await open('/billing/partial')
    expect(await screen.findByText('Belum ada tagihan')).toBeVisible()
    expect(screen.queryByRole('combobox', { name: 'Lewat jatuh tempo' })).toBeNull()
    await closeApp()
    const { akun, gedung, jenis } = school.ids
    await school.superadmin.post('/billing/create', {
      akun_billing_id: akun,
      gedung_id: gedung,
      jatuh_tempo: '2040-12-31',
      items: [{ jenis_billing_id: jenis, deskripsi: 'Buku', harga_satuan: 1000 }],
    })
    await open('/billing/partial')
    expect(await screen.findByText('Tidak ada tagihan di daftar ini')).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Lewat jatuh tempo' })).toBeVisible()
  })
  test('shows Tidak ada yang cocok with Atur ulang', async () => {
    const user = await open('/bank?q=tiada')
    const note = (await screen.findByText('Tidak ada yang cocok')).parentElement!
    await user.click(within(note).getByRole('button', { name: 'Atur ulang' }))
    await shows('BCA')
    expect(place()).toBe('/bank')
  })
  test('shows an error in a dialog and reloads on Coba lagi', async () => {
    let broken = true
    school.use(
      http.get('*/api/bank', () =>
        broken
          ? HttpResponse.json(
              { success: false, data: { message: 'Basis data sibuk' } },
              { status: 500 },
            )
          : undefined,
      ),
    )
    const user = await open('/bank')
    const dialog = await screen.findByRole('dialog', { name: 'Error 500' })
    expect(within(dialog).getByText('Basis data sibuk')).toBeVisible()
    expect(
      within(dialog)
        .getAllByRole('button')
        .map((b) => b.textContent),
    ).toEqual(['Batal', 'Login'])
    broken = false
    await user.click(screen.getByRole('button', { name: 'Coba lagi', hidden: true }))
    await shows('BCA')
  })
})

describe('permissions in a list', () => {
  test('hides Tambah and Aksi and disables rows for a user with read access only', async () => {
    await school.api.db
      .updateTable('role')
      .set({ accesses: JSON.stringify(['dashboard', 'bank/index']) })
      .where('id', '=', 2)
      .execute()
    await open('/bank', (await school.api.as(school.ids.admin)).token)
    await shows('BCA')
    for (const name of ['Tambah', 'Ekspor', 'Aksi BCA'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(rows()[0]).not.toHaveAttribute('tabindex')
  })
})

describe('the columns of a list', () => {
  test('keeps hidden columns hidden on this device', async () => {
    const user = await open('/bank')
    await table()
    await user.click(button('Kolom'))
    const menu = await screen.findByRole('group', { name: 'Kolom' })
    expect(await within(menu).findByRole('checkbox', { name: 'Nama Bank' })).toBeDisabled()
    await user.click(within(menu).getByRole('checkbox', { name: 'Atas Nama' }))
    await waitFor(() =>
      expect(screen.queryByRole('columnheader', { name: 'Atas Nama' })).toBeNull(),
    )
    expect(JSON.parse(localStorage.getItem('nada.list.bank') ?? '')).toMatchObject({
      hidden: ['atas_nama'],
    })
  })
  test('shows them again on Atur ulang kolom', async () => {
    localStorage.setItem('nada.list.bank', '{"hidden":["atas_nama"]}')
    const user = await open('/bank')
    await table()
    expect(screen.queryByRole('columnheader', { name: 'Atas Nama' })).toBeNull()
    await user.click(button('Kolom'))
    await user.click(await screen.findByRole('button', { name: 'Atur ulang kolom' }))
    expect(await screen.findByRole('columnheader', { name: 'Atas Nama' })).toBeVisible()
  })
})

describe('the keyboard shortcuts', () => {
  test('focuses Cari on /, where letters are typed as letters', async () => {
    const user = await open('/bank')
    await table()
    await user.keyboard('/')
    expect(screen.getByRole('searchbox', { name: 'Cari' })).toHaveFocus()
    await user.keyboard('n/j')
    expect(screen.getByRole('searchbox', { name: 'Cari' })).toHaveValue('n/j')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  test('moves the row with j, k and arrows, and opens it with Enter', async () => {
    await addBanks(2)
    const user = await open('/bank')
    await table()
    const focused = () => document.activeElement?.querySelector('td:not([data-cell])')?.textContent
    await user.keyboard('j')
    expect(focused()).toBe('BCA')
    await user.keyboard('jj')
    expect(focused()).toBe('Bank 02')
    await user.keyboard('j')
    expect(focused()).toBe('Bank 02')
    await user.keyboard('k')
    expect(focused()).toBe('Bank 01')
    await user.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}')
    expect(focused()).toBe('BCA')
    await user.keyboard('{Enter}')
    const dialog = await screen.findByRole('dialog', { name: 'Ubah Bank' })
    expect(await within(dialog).findByRole('textbox', { name: /^Nama Bank/ })).toHaveValue('BCA')
  })
  test('are off while the form that n opens still loads', async () => {
    await open('/bank')
    await table()
    fireEvent.keyDown(document.body, { key: 'n' })
    fireEvent.keyDown(document.body, { key: 'j' })
    expect(rows()[0]).not.toHaveFocus()
    expect(await screen.findByRole('dialog', { name: 'Tambah Bank' })).toBeVisible()
  })
  test('adds with n and turns pages with ] and [, except with Ctrl or under a dialog', async () => {
    await addBanks(20)
    const user = await open('/bank')
    await table()
    await user.keyboard(']')
    await screen.findByText('Menampilkan 21–21 dari 21')
    await user.keyboard('[[')
    await screen.findByText('Menampilkan 1–20 dari 21')
    expect(place()).toBe('/bank')
    await user.keyboard('{Control>}n{/Control}')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.keyboard('n')
    await screen.findByRole('dialog', { name: 'Tambah Bank' })
    await user.keyboard('{Control>}]{/Control}')
    expect(place()).toBe('/bank')
  })
  test('stays off if switched off on the device', async () => {
    localStorage.setItem('nada.tombol', 'false')
    const user = await open('/bank')
    await table()
    await user.keyboard('n/')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('searchbox', { name: 'Cari' })).not.toHaveFocus()
  })
})

test('keeps the old rows, marked busy, while a page loads slowly', async () => {
  await addBanks(24)
  const user = await open('/bank')
  await table()
  const gate = Promise.withResolvers<undefined>()
  school.use(http.get('*/api/bank', () => gate.promise))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Status' }), 'Nonaktif')
  await waitFor(() => expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true'))
  expect(rows()).toHaveLength(20)
  gate.resolve(undefined)
  await waitFor(() => expect(rows()).toHaveLength(8))
  expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'false')
})

describe('a selection', () => {
  const tick = (name: string) => screen.getByRole('checkbox', { name: `Pilih ${name}` })
  const region = () => screen.findByRole('region', { name: 'Baris terpilih' })

  test('sends one call per row, keeps failed rows selected with reasons, offers undo', async () => {
    await addBanks(4)
    const user = await open('/bank')
    await table()
    await user.click(tick('Bank 01'))
    await user.keyboard('{Shift>}')
    await user.click(tick('Bank 04'))
    await user.keyboard('{/Shift}')
    const bar = await region()
    expect(within(bar).getByText('4 dipilih')).toBeVisible()
    // Another user changes one of the banks while it is selected.
    const [bank] = (
      await school.superadmin.get<{ id: number; versi: number }[]>('/bank?q=Bank%2002')
    ).data
    await school.superadmin.post(`/bank/update?id=${bank?.id}`, { versi: bank?.versi, urutan: 50 })
    await user.click(within(bar).getByRole('button', { name: 'Nonaktifkan' }))
    const dialog = await screen.findByRole('dialog', { name: 'Nonaktifkan 4 bank' })
    expect(await within(dialog).findByText('2 berhasil, 2 gagal')).toBeVisible()
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map((li) => li.textContent),
    ).toEqual(['Bank 03: Sudah nonaktif', expect.stringMatching(/^Bank 02: Data diubah oleh/)])
    const active = async () =>
      (
        await school.superadmin.get<{ nama_bank: string }[]>('/bank?status=aktif&sort=nama_bank')
      ).data.map((b) => b.nama_bank)
    expect(await active()).toEqual(['Bank 02', 'BCA'])
    await user.click(within(dialog).getByRole('button', { name: 'Urungkan' }))
    expect(
      await within(
        await screen.findByRole('dialog', { name: 'Urungkan: Nonaktifkan 4 bank' }),
      ).findByText('2 berhasil'),
    ).toBeVisible()
    expect(await active()).toEqual(['Bank 01', 'Bank 02', 'Bank 04', 'BCA'])
    await user.click(screen.getByRole('button', { name: 'Tutup' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(within(await region()).getByText('2 dipilih')).toBeVisible()
    expect(tick('Bank 02')).toBeChecked()
    expect(tick('Bank 03')).toBeChecked()
  })
  test('stays as it is, with the failure shown, when not all rows can be loaded', async () => {
    await addBanks(24)
    const user = await open('/bank?q=bank')
    await table()
    await user.click(screen.getByRole('checkbox', { name: 'Pilih semua' }))
    const bar = within(await region())
    school.use(
      http.get('*/api/bank', () =>
        HttpResponse.json({ success: false, data: { message: 'Sibuk' } }, { status: 503 }),
      ),
    )
    await user.click(bar.getByRole('button', { name: 'Pilih semua 24 baris' }))
    const failure = within(await screen.findByRole('dialog', { name: 'Error 503' }))
    await user.click(failure.getByRole('button', { name: 'Batal' }))
    expect(bar.getByText('20 dipilih')).toBeVisible()
    expect(bar.getByRole('button', { name: 'Nonaktifkan' })).toBeEnabled()
  })
  test('covers the page, then all filtered rows, and resets with another filter', async () => {
    await addBanks(24)
    const user = await open('/bank?q=bank')
    await table()
    await user.click(screen.getByRole('checkbox', { name: 'Pilih semua' }))
    expect(within(await region()).getByText('20 dipilih')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Pilih semua 24 baris' }))
    expect(await within(await region()).findByText('24 dipilih')).toBeVisible()
    await user.click(button('Halaman berikutnya'))
    await shows('Bank 21', 'Bank 22', 'Bank 23', 'Bank 24')
    expect(tick('Bank 24')).toBeChecked()
    await user.click(tick('Bank 24'))
    expect(within(await region()).getByText('23 dipilih')).toBeVisible()
    await user.click(button('Hapus filter Cari'))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Baris terpilih' })).toBeNull())
  })
  test('reports every row of 500, including failures', async () => {
    const { id: _, ...like } = await school.api.db
      .selectFrom('bank')
      .selectAll()
      .limit(1)
      .executeTakeFirstOrThrow()
    for (let n = 0; n < 500; n++)
      await school.api.db
        .insertInto('bank')
        .values({
          ...like,
          no_rekening: `7${n}`,
          nama_bank: `Massal ${n}`,
          cari: `massal ${n}`,
          status: n % 50 ? 'aktif' : 'nonaktif',
        })
        .execute()
    const user = await open('/bank?q=massal')
    await table()
    await user.click(screen.getByRole('checkbox', { name: 'Pilih semua' }))
    await user.click(await screen.findByRole('button', { name: 'Pilih semua 500 baris' }))
    await within(await region()).findByText('500 dipilih')
    await user.click(button('Nonaktifkan'))
    const dialog = await screen.findByRole('dialog', { name: 'Nonaktifkan 500 bank' })
    expect(
      await within(dialog).findByText('490 berhasil, 10 gagal', {}, { timeout: 20_000 }),
    ).toBeVisible()
    expect(
      await school.api.db
        .selectFrom('bank')
        .select('id')
        .where('status', '=', 'aktif')
        .where('nama_bank', 'like', 'Massal%')
        .execute(),
    ).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Tutup' }))
    expect(within(await region()).getByText('10 dipilih')).toBeVisible()
  }, 40_000)
  test('selects the focused row with x', async () => {
    await addBanks(1)
    const user = await open('/bank')
    await table()
    await user.keyboard('jx')
    expect(rows()[0]).toHaveAttribute('aria-selected', 'true')
    expect(within(await region()).getByText('1 dipilih')).toBeVisible()
  })
})

describe('columns and density', () => {
  test('moves, hides and condenses columns and rows, and persists on this device', async () => {
    await addBanks(1)
    const user = await open('/bank')
    await table()
    const heads = () =>
      screen
        .getAllByRole('columnheader')
        .map((h) => h.textContent)
        .filter(Boolean)
    await user.click(button('Kolom'))
    await user.click(await screen.findByRole('button', { name: 'Naikkan Atas Nama' }))
    await user.click(screen.getByRole('checkbox', { name: 'Metode' }))
    await user.keyboard('{Escape}')
    expect(heads()).toEqual(['Nama Bank', 'Atas Nama', 'No. Rekening', 'Urutan', 'Status', 'Aksi'])
    await user.click(button('Baris rapat'))
    expect(screen.getByRole('table')).toHaveAttribute('data-dense')
    router.history.push('/gedung')
    await screen.findByRole('heading', { level: 1, name: 'Kelola Outlet' })
    router.history.push('/bank')
    await screen.findByRole('heading', { level: 1, name: 'Bank' })
    await table()
    expect(localStorage.getItem('nada.list.bank')).toContain('"dense":true')
    expect(heads()).toEqual(['Nama Bank', 'Atas Nama', 'No. Rekening', 'Urutan', 'Status', 'Aksi'])
    expect(screen.getByRole('table')).toHaveAttribute('data-dense')
    await user.click(button('Kolom'))
    await user.click(await screen.findByRole('button', { name: 'Atur ulang kolom' }))
    expect(heads()).toEqual([
      'Nama Bank',
      'No. Rekening',
      'Atas Nama',
      'Metode',
      'Urutan',
      'Status',
      'Aksi',
    ])
  })
})

describe('saved views', () => {
  test('stores the current view under a name and restores it from anywhere', async () => {
    await addBanks(3)
    const user = await open('/bank?status=nonaktif&sort=-urutan')
    await shows('Bank 03')
    await user.click(button('Tampilan'))
    await screen.findByText('Belum ada tampilan tersimpan')
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await user.click(button('Salin tautan tampilan ini'))
    expect(await screen.findByText('Tautan tampilan disalin')).toBeVisible()
    expect(written.mock.lastCall?.[0]).toMatch(/#\/bank\?status=nonaktif&sort=-urutan$/)
    await user.click(button('Tampilan'))
    await user.click(await screen.findByRole('button', { name: 'Simpan tampilan ini' }))
    const form = await screen.findByRole('dialog', { name: 'Simpan tampilan' })
    await user.type(await within(form).findByLabelText(/^Nama/), 'Tidak dipakai')
    await user.click(within(form).getByRole('button', { name: 'Simpan' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(button('Atur ulang'))
    await waitFor(() => expect(rows()).toHaveLength(4))
    await user.click(button('Tampilan'))
    await user.click(await screen.findByRole('button', { name: 'Tidak dipakai' }))
    await shows('Bank 03')
    expect(place()).toBe('/bank?status=nonaktif&sort=-urutan')
    // The button names the applied view.
    await user.click(button('Tampilan: Tidak dipakai'))
    await user.click(await screen.findByRole('button', { name: 'Hapus Tidak dipakai' }))
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Hapus Tidak dipakai?' })).getByRole(
        'button',
        { name: 'Hapus' },
      ),
    )
    expect(await screen.findByText('Tampilan Tidak dipakai dihapus')).toBeVisible()
  })
  test('remembers the number of rows per list, unless the URL sets another', async () => {
    await addBanks(25)
    const user = await open('/bank')
    await table()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Baris per halaman' }), '50')
    await waitFor(() => expect(rows()).toHaveLength(26))
    router.history.push('/gedung')
    await screen.findByRole('heading', { level: 1, name: 'Kelola Outlet' })
    router.history.push('/bank')
    await waitFor(() => expect(rows()).toHaveLength(26))
    expect(place()).toBe('/bank?per-page=50')
    router.history.push('/bank?page=2')
    await waitFor(() => expect(rows()).toHaveLength(6))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Baris per halaman' }), '20')
    router.history.push('/gedung')
    await screen.findByRole('heading', { level: 1, name: 'Kelola Outlet' })
    router.history.push('/bank')
    await waitFor(() => expect(rows()).toHaveLength(20))
    expect(place()).toBe('/bank')
  })
})
