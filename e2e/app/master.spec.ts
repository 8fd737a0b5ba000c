/**
 * Outlets, courses with prices, classes and enrolments: created and changed by an admin, and the
 * lists that other roles see.
 */
import type { Locator, Page } from '@playwright/test'
import { expect, take, test, type Account } from '../fixtures.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const save = (form: Locator) => form.getByRole('button', { name: 'Simpan' }).click()
/**
 * Returns a pattern that matches only the complete label, with or without the asterisk of a
 * required field.
 */
const only = (label: string) => new RegExp(`^${label}\\s*\\*?$`)
/** Types a text into a picker and chooses the option with that text. */
const pick = async (page: Page, form: Locator, label: string, text: string) => {
  await form.getByLabel(only(label)).and(form.locator('input')).fill(text)
  await take(page, text)
}
/**
 * Opens a list and waits for its heading, because until then the previous page, with similar
 * buttons, may still show.
 */
const go = async (
  page: Page,
  open: (route: string) => Promise<void>,
  route: string,
  title: string,
) => {
  await open(route)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
}
const action = async (page: Page, row: string, item: string) => {
  await page
    .getByRole('button', { name: `Aksi ${row}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test.describe('the office', () => {
  test.use({ role: 'admin', allowErrors: [/\b(409|422)\b/] })

  test('creates an outlet, a category and a course with dated prices', async ({ page, open }) => {
    await go(page, open, '/gedung', 'Kelola Outlet')
    await page.getByRole('button', { name: 'Tambah' }).click()
    const outlet = dialog(page, 'Tambah Outlet')
    await outlet.getByLabel('Nama Outlet').fill('Nada Uji')
    await outlet.getByLabel('Kode').fill('U-I')
    await outlet.getByLabel('Alamat').fill('Jl. Uji 1')
    await outlet.getByLabel('Kota').fill('Ujungpandang')
    await outlet.getByLabel('Jam Tutup').fill('07:00')
    await save(outlet)
    await expect(outlet.getByText('Huruf besar dan angka saja')).toBeVisible()
    await outlet.getByLabel('Kode').fill('uji')
    await save(outlet)
    await expect(outlet.getByText('Harus setelah jam buka')).toBeVisible()
    await outlet.getByLabel('Jam Tutup').fill('21:00')
    await save(outlet)
    await expect(page.getByText('Outlet Nada Uji ditambahkan')).toBeVisible()

    await go(page, open, '/kategori-kursus', 'Kategori Kursus')
    await page.getByRole('button', { name: 'Tambah' }).click()
    const category = dialog(page, 'Tambah Kategori Kursus')
    await category.getByLabel('Nama').fill('Gamelan')
    await save(category)
    await expect(page.getByRole('row', { name: /Gamelan/ })).toBeVisible()

    await go(page, open, '/kursus', 'Semua Kursus')
    await page.getByRole('button', { name: 'Tambah' }).click()
    const course = dialog(page, 'Tambah Kursus')
    await course.getByLabel('Nama Kursus').fill('Gamelan Bersama')
    await course.getByLabel('Kode').fill('GML-B')
    await pick(page, course, 'Kategori', 'Gamelan')
    await expect(course.getByLabel('Kapasitas Maksimal')).toHaveCount(0)
    await course.getByLabel('Tipe').selectOption('Grup')
    await course.getByLabel('Kapasitas Maksimal').fill('2')
    await course.getByLabel('Biaya Bulanan').fill('300000')
    await save(course)
    await expect(page.getByText('Kursus Gamelan Bersama ditambahkan')).toBeVisible()

    await page.getByLabel('Cari', { exact: true }).fill('gamelan')
    await action(page, 'Gamelan Bersama', 'Harga')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Detail Kursus/)
    const prices = page.getByRole('tabpanel', { name: 'Harga' })
    await expect(prices.getByText('Berlaku kini')).toHaveCount(1)
    const price = dialog(page, 'Tambah Harga Kursus')
    for (const [day, amount] of [
      ['2024-01-01', '320000'],
      ['2024-06-01', '340000'],
    ] as const) {
      await prices.getByRole('button', { name: 'Tambah Harga' }).click()
      await price.getByLabel('Berlaku Mulai').fill(day)
      await price.getByLabel('Biaya Bulanan').fill(amount)
      await price.getByRole('button', { name: 'Simpan' }).dblclick()
      await expect(price).toHaveCount(0)
    }
    await expect(prices.getByRole('row').nth(1)).toContainText('Rp340.000')
    await expect(prices.getByRole('row', { name: /Berlaku kini/ })).toHaveText(/1 Jun 2024/)
    await prices.getByRole('button', { name: 'Tambah Harga' }).click()
    await price.getByLabel('Berlaku Mulai').fill('2024-06-01')
    await save(price)
    await expect(price.getByText('Sudah ada harga untuk outlet dan tanggal itu')).toBeVisible()
    await price.getByRole('button', { name: 'Batal' }).click()
    await page.getByRole('button', { name: 'Tinggalkan' }).click()
    await action(page, 'Semua outlet, 1 Jun 2024', 'Hapus')
    await page.getByRole('button', { name: 'Hapus', exact: true }).click()
    await expect(prices.getByRole('row', { name: /Berlaku kini/ })).toHaveText(/1 Jan 2024/)
  })

  test('opens fees from the outlets; asks before leaving a form; keeps it on stay', async ({
    page,
    open,
  }) => {
    await go(page, open, '/gedung', 'Kelola Outlet')
    await page.getByRole('main').getByRole('link', { name: 'Biaya' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Biaya')
    await page.getByRole('button', { name: 'Tambah' }).click()
    const fee = dialog(page, 'Tambah Biaya')
    await fee.getByLabel('Nama Biaya').fill('Separuh jadi')
    await page.goBack()
    await page.getByRole('button', { name: 'Tetap di sini' }).click()
    await expect(page).toHaveURL(/#\/biaya$/)
    await expect(fee.getByLabel('Nama Biaya')).toHaveValue('Separuh jadi')
    await page.goBack()
    await page.getByRole('button', { name: 'Tinggalkan' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kelola Outlet')
  })

  test('fits names of maximum length on a phone: list, record and form', async ({
    page,
    open,
    api,
  }) => {
    const [longName, post] = ['Superkalifragilistikekspialidosius'.repeat(3), api('admin').post]
    const outlet = (
      await post<{ id: number }>('/gedung/create', {
        kode: 'PJG',
        nama: longName.slice(0, 80),
        alamat: 'x',
        kota: longName.slice(0, 60),
      })
    ).data
    const ruang = (
      await post<{ id: number }>('/ruang/create', {
        nama: longName.slice(0, 60),
        gedung_id: outlet.id,
      })
    ).data
    const kategori = (await api('admin').get<{ id: number }[]>('/kategori-kursus')).data[0]
    const kursus = (
      await post<{ id: number }>('/kursus/create', {
        kode: 'PANJANG',
        nama: longName.slice(0, 80),
        kategori_kursus_id: kategori?.id,
        biaya_bulanan: 999_999_999_999,
        gedung: [outlet.id],
      })
    ).data
    await page.setViewportSize({ width: 320, height: 640 })
    /** Returns the elements that reach beyond the right edge of the window. */
    const over = () =>
      page.evaluate(() =>
        [
          document.documentElement,
          ...document.querySelectorAll(
            'main :is(button, a, input):not(thead *), [role=dialog] :is(button, input)',
          ),
        ]
          .filter((e) =>
            e === document.documentElement
              ? e.scrollWidth > innerWidth
              : e.getBoundingClientRect().right > innerWidth,
          )
          .map(
            (e) => `${e.tagName} ${e.getAttribute('aria-label') ?? e.textContent?.slice(0, 30)}`,
          ),
      )
    const fits = () => expect.poll(over).toEqual([])
    for (const [route, title] of [
      ['/gedung', 'Kelola Outlet'],
      ['/ruang', 'Kelola Ruang'],
      [`/ruang/view?id=${ruang.id}`, 'Detail Ruang'],
      [`/kursus/view?id=${kursus.id}`, 'Detail Kursus'],
    ] as const) {
      await go(page, open, route, title)
      await expect(page.getByText(longName.slice(0, 60)).first()).toBeVisible()
      await fits()
    }
    await page.getByRole('button', { name: 'Ubah' }).click()
    await expect(dialog(page, 'Ubah Kursus').getByText(longName.slice(0, 60)).first()).toBeVisible()
    await fits()
  })

  test('fills a class; puts a student on leave', async ({ page, open, api }) => {
    const students = (
      await api('admin').get<{ id: number; name: string }[]>(
        '/user?jenis=peserta&status=10&per-page=50',
      )
    ).data
    const [first, second] = [
      students[0],
      students.find((s) => s.name.slice(0, 8) !== students[0]?.name.slice(0, 8)),
    ]
    const coach = (await api('admin').get<{ label: string }[]>('/user/pilihan?jenis=pelatih'))
      .data[0]
    if (!first || !second || !coach)
      throw new Error('The demo school has no two students and a coach')

    const outlet = (await api('admin').get<{ id: number }[]>('/gedung?q=nada%20uji')).data[0]
    await api('admin').post('/ruang/create', {
      nama: 'Pendopo',
      gedung_id: outlet?.id,
      kapasitas: 20,
    })
    await go(page, open, '/kursus-pelatih', 'Jadwal Kelas Guru')
    await page.getByRole('button', { name: 'Tambah' }).click()
    const kelas = dialog(page, 'Tambah Kelas')
    await pick(page, kelas, 'Guru', coach.label)
    await pick(page, kelas, 'Kursus', 'Gamelan Bersama')
    await pick(page, kelas, 'Outlet', 'Nada Uji')
    // The outlet has only one room, so the form proposes it.
    await expect(kelas.getByRole('combobox', { name: 'Ruang' })).toHaveValue('Pendopo')
    await kelas.getByLabel('Hari').selectOption('Minggu')
    await kelas.getByLabel('Jam Mulai').fill('23:45')
    await kelas.getByLabel('Kapasitas').fill('1')
    await save(kelas)
    await expect(kelas.getByText('Kelas melewati tengah malam').first()).toBeVisible()
    await kelas.getByLabel('Jam Mulai').fill('03:00')
    await save(kelas)
    // The message about opening hours is visible even before saving. Saving also marks the field as
    // invalid.
    await expect(kelas.getByText('Nada Uji buka 08.00–21.00').first()).toBeVisible()
    await expect(kelas.getByLabel('Jam Mulai')).toHaveAttribute('aria-invalid', 'true')
    // Chooses 18:00, because no class of the demo school is that late on a Sunday.
    await kelas.getByLabel('Jam Mulai').fill('18:00')
    // The coach is not available at that time: a soft conflict, which the user confirms with a
    // reason.
    await expect(kelas.getByText('Jam ini bukan slot kosong guru')).toBeVisible()
    await kelas.getByLabel('Alasan Bentrok').fill('Guru bersedia sesudah konser')
    await kelas.getByLabel(/Tetap lanjutkan/).check()
    await save(kelas)
    await expect(kelas).toHaveCount(0)
    await page.getByLabel('Cari', { exact: true }).fill('gamelan')
    await expect(page.getByRole('row', { name: /GML-B/ })).toContainText('18.00–18.30 WIB')

    await go(page, open, '/kursus-peserta', 'Jadwal Kursus Peserta')
    const jadwal = dialog(page, 'Tambah Jadwal Kursus Peserta')
    await page.getByRole('button', { name: 'Tambah' }).click()
    await pick(page, jadwal, 'Peserta', first.name)
    await pick(page, jadwal, 'Kelas', 'Gamelan Bersama')
    await save(jadwal)
    await expect(jadwal).toHaveCount(0)

    // The class is full now: the next student can only wait for a seat.
    await page.getByRole('button', { name: 'Tambah' }).click()
    await pick(page, jadwal, 'Peserta', second.name)
    const wanted = jadwal.getByRole('combobox', { name: /^Kelas/ })
    await wanted.fill('Gamelan Bersama')
    await expect(page.getByRole('option', { name: /^Gamelan Bersama.*penuh/ })).toBeDisabled()
    await wanted.press('Enter')
    await expect(jadwal.getByText(/penuh \(1 dari 1\)/).first()).toBeVisible()
    await jadwal.getByRole('button', { name: 'Masukkan ke daftar tunggu' }).click()
    await expect(jadwal.getByText(/menunggu di kelas ini sejak .*, urutan 1/)).toBeVisible()
    await jadwal.getByRole('button', { name: 'Batal' }).click()
    await page.getByRole('button', { name: 'Tinggalkan' }).click()

    await page.getByRole('button', { name: /^Filter/ }).click()
    await pick(page, page.locator('[data-filters]'), 'Kursus', 'Gamelan Bersama')
    await page.keyboard.press('Escape')
    await action(page, `${first.name} – Gamelan Bersama`, 'Cuti')
    const leave = dialog(page, `Cuti ${first.name} – Gamelan Bersama`)
    await leave.getByLabel('Cuti Mulai').fill('2 Jan 2030')
    await leave.getByLabel('Alasan').fill('Belajar di luar kota')
    await leave.getByRole('button', { name: 'Catat cuti' }).click()
    await expect(leave.getByText('Cuti dimulai tanggal 1 sebuah bulan').first()).toBeVisible()
    await leave.getByLabel('Cuti Mulai').fill('1 Jan 2030')
    await leave.getByRole('button', { name: 'Catat cuti' }).click()
    await expect(leave).toHaveCount(0)
    await expect(page.getByRole('row', { name: /Gamelan Bersama.*Cuti/ })).toBeVisible()
    await page.getByRole('row', { name: /Gamelan Bersama.*Cuti/ }).click()
    await expect(page).toHaveURL(/\/kursus-peserta\/view\?id=\d+$/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(
      'Detail Jadwal Kursus Peserta',
    )
  })
})

/**
 * Filters that a list shows to a role. `add` is true if the list shows the button to add a row. The
 * test also fails if the list sends a call that the role may not send, because the call causes a
 * console error.
 */
const offered: readonly [role: Account, route: string, filters: readonly string[], add: boolean][] =
  [
    ['sales', '/kursus-peserta', ['Status', 'Outlet', 'Kursus'], true],
    ['akunbilling', '/kursus-peserta', ['Status', 'Outlet', 'Kursus'], false],
    ['peserta', '/kursus-peserta?gedung_id=1', ['Status'], false],
    ['sales', '/kursus-pelatih', ['Outlet', 'Guru', 'Kursus', 'Hari', 'Status'], false],
    ['pelatih', '/kursus-pelatih?pelatih_id=1', ['Outlet', 'Kursus', 'Hari', 'Status'], false],
  ]
for (const [role, route, filters, add] of offered) {
  test.describe(role, () => {
    test.use({ role })
    test(`shows ${role} the filters and buttons of ${route}`, async ({ page, open }) => {
      await open(route)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Jadwal/)
      // Opens the menu with the filters for which the toolbar has no room, if it exists.
      const more = page.getByRole('button', { name: /^Filter/ }).filter({ visible: true })
      if (await more.count()) await more.click()
      for (const label of ['Outlet', 'Guru', 'Kursus', 'Hari', 'Status'])
        await expect(page.locator('[data-filters]').getByText(label, { exact: true })).toHaveCount(
          filters.includes(label) ? 1 : 0,
        )
      await expect(page.getByRole('button', { name: 'Tambah' })).toHaveCount(add ? 1 : 0)
      await open(route.split('?')[0] ?? route)
      await expect(page.locator('tbody tr[data-id]').first()).toBeVisible()
      // Each row has a menu for every role, with at least a link to the record.
      await expect(page.getByRole('button', { name: /^Aksi / }).first()).toBeVisible()
    })
  })
}

test.describe('limits', () => {
  test.use({ role: 'sales' })
  test('hides special prices and master data from sales people', async ({ page, open }) => {
    await go(page, open, '/kursus-peserta', 'Jadwal Kursus Peserta')
    await page.getByRole('button', { name: 'Tambah' }).click()
    await expect(
      dialog(page, 'Tambah Jadwal Kursus Peserta').getByLabel(only('Mulai')),
    ).toBeVisible()
    await expect(page.getByLabel('Biaya Bulanan Khusus')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await open('/kursus')
    await expect(page.getByRole('heading', { name: 'Akses Ditolak', exact: true })).toBeVisible()
  })
})
