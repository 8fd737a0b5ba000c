/** Tests forms in the dialogs of banks and courses, operated as a user does. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw/http'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { serveSchool } from '#mocks/serve.ts'
import { router } from '#src/router.tsx'
import { closeApp, place, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

/** Returns a pattern for a label with or without the mark of a required field. */
const label = (text: string) => new RegExp(`^${text}( \\*)?$`)
/** Returns the queries within the form’s dialog. The page under it has equally named controls. */
const form = () => within(document.querySelector<HTMLElement>('[role=dialog]:has(form)')!)
const box = (name: string) =>
  form().getByLabelText(label(name), { selector: 'input:not([type=hidden]), select, textarea' })
const save = () => form().getByRole('button', { name: 'Simpan' })
/** Returns the error message that describes a field. */
const error = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => (id.endsWith('error') ? document.getElementById(id)?.textContent : ''))
    .join('')
const waitForClose = (name: string) =>
  waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull())
const bank = async () => (await school.superadmin.get(`/bank/view?id=${school.ids.bank}`)).data

const openNew = async (path: string) => {
  const user = await renderApp(path, school.superadmin.token)
  await user.click(await screen.findByRole('button', { name: 'Tambah' }))
  await screen.findByRole('button', { name: 'Simpan' })
  return user
}
const openBank = async () => {
  const user = await renderApp('/bank', school.superadmin.token)
  await user.click(await screen.findByRole('cell', { name: 'BCA' }))
  await screen.findByRole('button', { name: 'Simpan' })
  return user
}
const retype = async (user: UserEvent, field: HTMLElement, text: string) => {
  await user.clear(field)
  await user.type(field, text)
}
const fillBank = async (user: UserEvent, rekening = '777') => {
  await user.type(box('Nama Bank'), 'Bank  Jago ')
  await user.type(box('No. Rekening'), rekening)
  await user.type(box('Atas Nama'), 'Sekolah')
}

describe('rules of the contract', () => {
  test('marks required fields, focuses the first error and clears it on typing', async () => {
    const user = await openNew('/bank')
    for (const name of ['Nama Bank', 'No. Rekening', 'Atas Nama']) expect(box(name)).toBeRequired()
    expect(box('Urutan')).not.toBeRequired()
    expect(screen.getByText('Jika dikosongkan, semua outlet')).toBeVisible()
    await waitFor(() => expect(box('Nama Bank')).toHaveFocus())
    await user.type(box('No. Rekening'), '12#4')
    await retype(user, box('Urutan'), '99999')
    await user.click(save())
    expect(
      [box('Nama Bank'), box('No. Rekening'), box('Atas Nama'), box('Urutan')].map(error),
    ).toEqual([
      'Wajib diisi',
      'Hanya angka, huruf, titik, dan strip',
      'Wajib diisi',
      'Maksimal 9.999',
    ])
    expect(box('Nama Bank')).toHaveFocus()
    expect(box('Nama Bank')).toHaveAttribute('aria-invalid', 'true')
    await user.keyboard('B')
    expect(error(box('Nama Bank'))).toBe('')
    expect(error(box('Atas Nama'))).toBe('Wajib diisi')
    expect(school.asked(/^POST/)).toHaveLength(0)
  })
  test('shows the errors of all required fields at once, including dependent ones', async () => {
    const user = await renderApp('/user/create?role_id=6', school.superadmin.token)
    await user.click(await screen.findByRole('button', { name: 'Simpan' }))
    const selector = 'form :is(input:not([type=hidden]), select)'
    for (const name of ['Nama', 'Jenis Kelamin', 'Tanggal Lahir', 'Outlet', 'Akun Billing'])
      expect(error(screen.getByLabelText(label(name), { selector })), name).toBe('Wajib diisi')
  })
  test('marks the consent of a guardian as required below the age of 18', async () => {
    const user = await renderApp('/user/create?role_id=6', school.superadmin.token)
    const born = await screen.findByLabelText(label('Tanggal Lahir'), { selector: 'input' })
    await user.type(born, '1/2/2020')
    await waitFor(() => expect(document.querySelector('[name=persetujuan]')).toBeRequired())
    expect(document.querySelector('[data-field=persetujuan]')).toHaveTextContent(/ \*$/)
  })
  test('focuses the first empty field after those preset by the URL', async () => {
    await renderApp('/user/create?role_id=6', school.superadmin.token)
    await waitFor(() => expect(screen.getByLabelText(label('Nama'))).toHaveFocus())
  })
  test('ignores the second press of a double click, so that the focus stays', async () => {
    const user = await openNew('/bank')
    await user.click(save())
    expect(box('Nama Bank')).toHaveFocus()
    // Focusing the error may scroll the page, so the second press of a double click (`detail` 2)
    // could hit another element. The app ignores the second press, but not a single press.
    const heading = screen.getByRole('heading', { name: 'Tambah Bank' })
    for (const type of ['mousedown', 'click'])
      expect(
        heading.dispatchEvent(new MouseEvent(type, { detail: 2, bubbles: true, cancelable: true })),
      ).toBe(false)
    expect(
      heading.dispatchEvent(
        new MouseEvent('mousedown', { detail: 1, bubbles: true, cancelable: true }),
      ),
    ).toBe(true)
  })
  test('saves a valid form with tidied values, closes and shows the row in the list', async () => {
    const user = await openNew('/bank')
    await fillBank(user)
    await user.selectOptions(box('Metode'), 'Mesin kartu (dua bank)')
    await user.click(save())
    expect(await screen.findByText('Bank Jago ditambahkan')).toBeVisible()
    await waitForClose('Tambah Bank')
    expect(
      await screen.findByRole('row', { name: /Bank Jago 777 Sekolah Mesin kartu .*Rekening/ }),
    ).toBeVisible()
  })
  test('shows an error of a rule over several fields at its field', async () => {
    const user = await openNew('/gedung')
    for (const [name, text] of [
      ['Nama Outlet', 'Nada Uji'],
      ['Kode', 'UJI'],
      ['Alamat', 'Jl. 1'],
      ['Kota', 'Bogor'],
    ] as const)
      await user.type(box(name), text)
    const closes = box('Jam Tutup')
    await user.clear(closes)
    await user.type(closes, '07:00')
    await user.click(save())
    await waitFor(() => expect(error(closes)).toBe('Harus setelah jam buka'))
    expect(closes).toHaveFocus()
  })
})

test('focuses a wrong password repetition and shows its error', async () => {
  const user = await renderApp('/profile/ubah-password', school.superadmin.token)
  await user.type(await screen.findByLabelText(label('Password Lama')), 'lama-sekali-1')
  await user.type(screen.getByLabelText(label('Password Baru')), 'kuda baterai staples benar')
  const again = screen.getByLabelText(label('Ulangi Password Baru'))
  await user.type(again, 'lain lagi')
  await user.click(screen.getByRole('button', { name: 'Simpan' }))
  expect(again).toHaveFocus()
  expect(again).toBeInvalid()
  expect(error(again)).toBe('Tidak sama dengan password baru')
})

test('sends a save once, even if the next page loads slowly', async () => {
  const user = await renderApp('/profile/ubah-password', school.superadmin.token)
  for (const [name, text] of [
    ['Password Lama', 'lama-sekali-1'],
    ['Password Baru', 'kuda baterai staples benar'],
    ['Ulangi Password Baru', 'kuda baterai staples benar'],
  ] as const)
    await user.type(await screen.findByLabelText(label(name)), text)
  const way = Promise.withResolvers<void>()
  onTestFinished(() => way.resolve())
  let reads = 0
  school.use(
    http.post('*/api/profile/update-password', () =>
      HttpResponse.json({ success: true, data: {} }),
    ),
    // Blocks the profile request that follows the save, so that the navigation has to wait.
    http.get('*/api/profile', async () => {
      reads += 1
      if (reads > 1) await way.promise
    }),
  )
  const button = screen.getByRole('button', { name: 'Simpan' })
  await user.click(button)
  expect(await screen.findByText('Password diubah')).toBeVisible()
  expect(button).toBeDisabled()
  button.removeAttribute('disabled')
  fireEvent.submit(button)
  await user.keyboard('{Control>}{Enter}{/Control}')
  way.resolve()
  await waitFor(() => expect(place()).toBe('/'))
  expect(school.asked(/^POST .*update-password/)).toHaveLength(1)
})

describe('responses of the server', () => {
  test('shows field errors at their fields, others above, and keeps the values', async () => {
    school.use(
      http.post('*/api/bank/create', () =>
        HttpResponse.json(
          {
            success: false,
            data: {
              message: 'Tidak valid',
              errors: [
                { field: 'urutan', message: 'Sudah dipakai' },
                { field: 'gaib', message: 'Sekolah tutup' },
              ],
            },
          },
          { status: 422 },
        ),
      ),
    )
    const user = await openNew('/bank')
    await fillBank(user)
    await user.click(save())
    await waitFor(() => expect(error(box('Urutan'))).toBe('Sudah dipakai'))
    expect(box('Urutan')).toHaveFocus()
    expect(screen.getByRole('alert')).toHaveTextContent('Sekolah tutup')
    expect(box('No. Rekening')).toHaveValue('777')
  })
  test('shows a duplicate at its field', async () => {
    const user = await openNew('/bank')
    await retype(user, box('Nama Bank'), 'BCA')
    await user.type(box('No. Rekening'), '1234567890')
    await user.type(box('Atas Nama'), 'Sekolah')
    await user.click(save())
    await waitFor(() => expect(document.activeElement).toHaveAttribute('aria-invalid', 'true'))
    expect(screen.queryByRole('dialog', { name: /^Error/ })).toBeNull()
  })
  test('shows a failure without fields in a dialog and keeps the values', async () => {
    school.use(
      http.post('*/api/bank/create', () =>
        HttpResponse.json(
          { success: false, data: { message: 'Basis data sibuk' } },
          { status: 500 },
        ),
      ),
    )
    const user = await openNew('/bank')
    await fillBank(user)
    await user.click(save())
    const dialog = await screen.findByRole('dialog', { name: 'Error 500' })
    await user.click(within(dialog).getByRole('button', { name: 'Batal' }))
    await waitForClose('Error 500')
    expect(box('No. Rekening')).toHaveValue('777')
    expect(save()).toBeEnabled()
  })
  test('saves once on a double click', async () => {
    const user = await openNew('/bank')
    await fillBank(user)
    await user.dblClick(save())
    await waitForClose('Tambah Bank')
    expect(school.asked(/^POST \/bank\/create/)).toHaveLength(1)
  })
})

describe('a change', () => {
  test('sends only the changed fields with the version, and nothing without a change', async () => {
    const bodies: unknown[] = []
    school.use(
      http.post('*/api/bank/update', async ({ request }) => {
        bodies.push(await request.clone().json())
        return undefined
      }),
    )
    const user = await openBank()
    await user.click(save())
    await waitForClose('Ubah Bank')
    expect(bodies).toEqual([])
    await user.click(screen.getByRole('cell', { name: 'BCA' }))
    await retype(
      user,
      await screen.findByRole('textbox', { name: label('Atas Nama') }),
      'Yayasan Nada',
    )
    await user.click(save())
    await waitForClose('Ubah Bank')
    expect(bodies).toEqual([{ atas_nama: 'Yayasan Nada', versi: 1 }])
    expect(await screen.findByText('Bank BCA disimpan')).toBeVisible()
  })
  test('shows both values of a conflict per field and takes over unchanged fields', async () => {
    const user = await openBank()
    await retype(user, box('Atas Nama'), 'Isian saya')
    await retype(user, box('No. Rekening'), '555')
    await school.superadmin.post(`/bank/update?id=${school.ids.bank}`, {
      atas_nama: 'Isian dia',
      no_rekening: '666',
      urutan: 7,
      versi: 1,
    })
    await user.click(save())
    const clash = await screen.findByRole('table', {
      name: /^Data diubah oleh .* sejak Anda membukanya/,
    })
    expect(screen.getByRole('alert')).toHaveFocus()
    expect(
      within(clash)
        .getAllByRole('row')
        .slice(1)
        .map((r) => [...r.children].map((c) => c.textContent)),
    ).toEqual([
      ['No. Rekening', '555', '666'],
      ['Atas Nama', 'Isian saya', 'Isian dia'],
      ['Urutan', 'tidak Anda ubah', '7'],
    ])
    expect(
      [box('Atas Nama'), box('No. Rekening'), box('Urutan')].map(
        (f) => (f as HTMLInputElement).value,
      ),
    ).toEqual(['Isian saya', '555', '7'])
    await user.click(within(clash).getByRole('radio', { name: '666' }))
    expect(box('No. Rekening')).toHaveValue('666')
    await user.click(save())
    await waitForClose('Ubah Bank')
    expect(await bank()).toMatchObject({
      atas_nama: 'Isian saya',
      no_rekening: '666',
      urutan: 7,
      versi: 3,
    })
  })
})

describe('leaving a form', () => {
  test('closes an untouched form on Esc', async () => {
    const user = await openNew('/bank')
    await user.type(box('Nama Bank'), '{Escape}')
    await waitForClose('Tambah Bank')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  test('asks about a changed value, but not about one that the form proposes', async () => {
    const akun_billing_id = school.ids.akun
    const user = await renderApp(
      `/billing/form?akun_billing_id=${akun_billing_id}`,
      school.superadmin.token,
    )
    const proposed = async () => {
      const outlet = await screen.findByRole('combobox', { name: label('Outlet') })
      await waitFor(() => expect(outlet).toHaveValue('Nada Jakarta'))
      return outlet
    }
    await proposed()
    void router.navigate({ to: '/bank' })
    await waitFor(() => expect(place()).toBe('/bank'))
    await screen.findByRole('button', { name: 'Tambah' })
    void router.navigate({ to: '/billing/form', search: { akun_billing_id } })
    await retype(user, await proposed(), 'makas')
    await user.click(await screen.findByRole('option', { name: 'Nada Makassar Makassar' }))
    void router.navigate({ to: '/bank' })
    expect(await screen.findByRole('dialog', { name: 'Tinggalkan isian?' })).toBeVisible()
  })
  test('asks about typed text: Tetap di sini keeps it, Tinggalkan discards it', async () => {
    const user = await openNew('/bank')
    await user.type(box('Nama Bank'), 'Jago{Escape}')
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Tinggalkan isian?' })).getByRole('button', {
        name: 'Tetap di sini',
      }),
    )
    await waitForClose('Tinggalkan isian?')
    expect(box('Nama Bank')).toHaveValue('Jago')
    await user.click(form().getByRole('button', { name: 'Batal' }))
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Tinggalkan isian?' })).getByRole('button', {
        name: 'Tinggalkan',
      }),
    )
    await waitForClose('Tambah Bank')
    expect(school.asked(/^POST/)).toHaveLength(0)
  })
  test('asks when opening another page', async () => {
    const user = await openNew('/bank')
    await user.type(box('Nama Bank'), 'Jago')
    void router.navigate({ to: '/gedung' })
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Tinggalkan isian?' })).getByRole('button', {
        name: 'Tetap di sini',
      }),
    )
    await waitForClose('Tinggalkan isian?')
    expect([place(), (box('Nama Bank') as HTMLInputElement).value]).toEqual(['/bank', 'Jago'])
    void router.navigate({ to: '/gedung' })
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Tinggalkan isian?' })).getByRole('button', {
        name: 'Tinggalkan',
      }),
    )
    expect(await screen.findByRole('heading', { level: 1, name: 'Kelola Outlet' })).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  test('waits for a running save instead of asking', async () => {
    const user = await openNew('/bank')
    await fillBank(user)
    const { promise: listed, resolve: answerList } = Promise.withResolvers<void>()
    school.use(
      http.get('*/api/bank', async () => {
        await listed
        return undefined
      }),
    )
    await user.click(save())
    await waitFor(() => expect(school.asked(/^POST \/bank\/create/)).toHaveLength(1))
    await waitFor(() => expect(school.asked(/^GET \/bank(\?|$)/).length).toBeGreaterThan(1))
    void router.navigate({ to: '/gedung' })
    answerList()
    expect(await screen.findByRole('heading', { level: 1, name: 'Kelola Outlet' })).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  test('allows leaving during a save that is never answered', async () => {
    const user = await openNew('/bank')
    await fillBank(user)
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    school.use(
      http.post('*/api/bank/create', async () => {
        await answered
        return undefined
      }),
    )
    await user.click(save())
    await user.click(form().getByRole('button', { name: 'Batal' }))
    await user.click(
      within(
        await screen.findByRole('dialog', { name: 'Tinggalkan isian?' }, { timeout: 8000 }),
      ).getByRole('button', { name: 'Tinggalkan' }),
    )
    await waitForClose('Tambah Bank')
    expect(place()).toBe('/bank')
    answer()
  })
  test('does not ask after typed text was deleted', async () => {
    const user = await openNew('/bank')
    await user.type(box('Nama Bank'), 'J{Backspace}{Escape}')
    await waitForClose('Tambah Bank')
    expect(screen.queryByRole('dialog', { name: 'Tinggalkan isian?' })).toBeNull()
  })
  test('saves from any field on Ctrl+Enter', async () => {
    const user = await openNew('/bank')
    await fillBank(user)
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(await screen.findByText('Bank Jago ditambahkan')).toBeVisible()
  })
})

describe('a rupiah field', () => {
  const paste = async (user: UserEvent, field: HTMLElement, text: string) => {
    await user.clear(field)
    await user.click(field)
    await user.paste(text)
  }
  test('shows Rp 1.250.000 while typing and keeps the caret position', async () => {
    const user = await openNew('/kursus')
    const field = box('Biaya Bulanan') as HTMLInputElement
    const texts: string[] = []
    for (const digit of '1250000') {
      await user.type(field, digit)
      texts.push(field.value)
    }
    expect(texts).toEqual([
      'Rp 1',
      'Rp 12',
      'Rp 125',
      'Rp 1.250',
      'Rp 12.500',
      'Rp 125.000',
      'Rp 1.250.000',
    ])
    await user.type(field, '9', { initialSelectionStart: 4, initialSelectionEnd: 4 })
    expect([field.value, field.selectionStart]).toEqual(['Rp 19.250.000', 5])
    await user.keyboard('{Backspace}')
    expect([field.value, field.selectionStart]).toEqual(['Rp 1.250.000', 4])
    await user.type(field, '{Backspace}', { initialSelectionStart: 9, initialSelectionEnd: 9 })
    expect([field.value, field.selectionStart]).toEqual(['Rp 125.000', 7])
    await user.keyboard('{Backspace}')
    expect(field).toHaveValue('Rp 12.000')
    await user.clear(field)
    expect(field).toHaveValue('')
  })
  test('accepts pasted amounts in common notations', async () => {
    const user = await openNew('/kursus')
    for (const text of [
      'Rp 1.250.000',
      'Rp1.250.000',
      'rp. 1.250.000',
      '1250000',
      '1.250.000',
      '  1.250.000 ',
      'Rp1.250.000,-',
      '1.250.000,00',
      'IDR 1,250,000.00',
      '1 250 000',
    ]) {
      await paste(user, box('Biaya Bulanan'), text)
      expect(box('Biaya Bulanan'), text).toHaveValue('Rp 1.250.000')
    }
  })
  test('rejects an amount that is not whole rupiah with an error and keeps the value', async () => {
    const user = await openNew('/kursus')
    const field = box('Biaya Bulanan')
    await user.type(field, '500')
    for (const text of ['12,5', '1.25', '1.250,50', '-500', '(500)', 'seribu', '1e6']) {
      await user.tripleClick(field)
      await user.paste(text)
      expect([(field as HTMLInputElement).value, error(field)], text).toEqual([
        'Rp 500',
        'Rupiah bulat saja, misalnya 1.250.000',
      ])
    }
    await user.type(field, '0')
    expect(error(field)).toBe('')
  })
})

describe('a picker', () => {
  test('searches on the server, distinguishes rows of similar names and saves the id', async () => {
    const user = await openNew('/bank')
    await fillBank(user)
    await user.type(box('Outlet'), 'makas')
    await waitFor(() => expect(school.asked(/^GET \/gedung\/pilihan\?q=makas$/)).toHaveLength(1))
    const option = await screen.findByRole('option', { name: 'Nada Makassar Makassar' })
    const options = () => within(screen.getByRole('listbox')).getAllByRole('option')
    await waitFor(() => expect(options()).toHaveLength(2))
    expect(options()[1]).toHaveTextContent('+ Buat outlet "makas"')
    await user.click(option)
    await user.click(save())
    await waitForClose('Tambah Bank')
    expect((await school.superadmin.get('/bank?q=jago')).data).toMatchObject([
      { nama_bank: 'Bank Jago', gedung: [school.ids.gedung2] },
    ])
  })
  test('shows the chosen name and an empty result, and closes only its list on Esc', async () => {
    await school.superadmin.post('/kategori-kursus/create', { nama: 'Biola' })
    const user = await openNew('/kursus')
    const field = box('Kategori')
    await user.type(field, 'xyz')
    await waitFor(() =>
      expect(screen.getByRole('listbox')).toHaveTextContent('Tidak ada yang cocok'),
    )
    await user.keyboard('{Escape}')
    expect(screen.getByRole('dialog', { name: 'Tambah Kursus' })).toBeVisible()
    expect(screen.queryByRole('dialog', { name: 'Tinggalkan isian?' })).toBeNull()
    await retype(user, field, 'bio')
    await user.click(await screen.findByRole('option', { name: 'Biola' }))
    expect(field).toHaveValue('Biola')
  })
  test('preselects the only choice of a required field of a new row as no typed change', async () => {
    const user = await openNew('/kursus')
    await waitFor(() => expect(box('Kategori')).toHaveValue('Piano'))
    expect(school.asked(/^GET \/kategori-kursus\/pilihan/).map(({ path }) => path)).toEqual([
      '/kategori-kursus/pilihan?per-page=2',
    ])
    expect(school.asked(/^GET \/(gedung|course-level)\/pilihan/)).toHaveLength(0)
    await user.keyboard('{Escape}')
    await waitForClose('Tambah Kursus')
    expect(screen.queryByRole('dialog', { name: 'Tinggalkan isian?' })).toBeNull()
  })
  test('preselects nothing among several choices and in the form of a stored row', async () => {
    await school.superadmin.post('/kategori-kursus/create', { nama: 'Biola' })
    const user = await openNew('/kursus')
    await waitFor(() => expect(school.asked(/^GET .*per-page=2$/)).toHaveLength(1))
    expect(box('Kategori')).toHaveValue('')
    await user.keyboard('{Escape}')
    await waitForClose('Tambah Kursus')
    const count = school.asked(/pilihan\?per-page/).length
    await router.navigate({ to: '/bank' })
    await user.click(await screen.findByRole('cell', { name: 'BCA' }))
    await screen.findByRole('button', { name: 'Simpan' })
    expect(school.asked(/pilihan\?per-page/)).toHaveLength(count)
  })
  test('names what does not exist yet when nothing was typed', async () => {
    const user = await openNew('/kursus')
    await waitFor(() => expect(box('Level')).toBeEnabled())
    await user.click(box('Level'))
    await waitFor(() =>
      expect(screen.getByRole('listbox')).toHaveTextContent('Belum ada level kursus'),
    )
  })
  test('searches the text typed while the name of the preselected row loads', async () => {
    const { promise: named, resolve: name } = Promise.withResolvers<void>()
    school.use(
      http.get('*/api/gedung/pilihan', async ({ request }) => {
        if (new URL(request.url).searchParams.has('id')) await named
        return undefined
      }),
    )
    // Logs in as an admin of one outlet, for whom the form preselects that outlet.
    const { token } = await school.api.as(school.ids.admin2)
    const user = await renderApp('/billing/form', token)
    const field = await screen.findByRole('combobox', { name: label('Outlet') })
    await waitFor(() => expect(field).toHaveAttribute('placeholder', '…'))
    expect(field).toHaveValue('')
    await user.type(field, 'xyz')
    name()
    await waitFor(() => expect(school.asked(/^GET \/gedung\/pilihan\?.*q=xyz$/)).toHaveLength(1))
    await user.tab()
    expect(field).toHaveValue('Nada Makassar')
  })
  test('chooses the first match on Enter, and nothing before the results arrive', async () => {
    await school.superadmin.post('/kategori-kursus/create', { nama: 'Angklung' })
    await school.superadmin.post('/kategori-kursus/create', { nama: 'Biola' })
    const user = await openNew('/kursus')
    const field = box('Kategori')
    await user.click(field)
    await screen.findByRole('option', { name: 'Angklung' })
    await user.type(field, 'bio{Enter}')
    expect(field).toHaveValue('bio')
    expect(screen.getByRole('dialog', { name: 'Tambah Kursus' })).toBeVisible()
    await waitFor(() =>
      expect(screen.getByRole('option', { name: 'Biola' })).toHaveAttribute(
        'data-combobox-selected',
      ),
    )
    await user.keyboard('{Enter}')
    expect(field).toHaveValue('Biola')
  })
  test('saves nothing on Enter without a marked option, and chooses a marked one', async () => {
    await school.superadmin.post('/kategori-kursus/create', { nama: 'Angklung' })
    const user = await openNew('/kursus')
    const field = box('Kategori')
    await user.click(field)
    await screen.findByRole('option', { name: 'Angklung' })
    await user.keyboard('{Enter}')
    expect(field).toHaveFocus()
    expect(box('Nama Kursus')).not.toHaveAttribute('aria-invalid')
    await user.keyboard('{ArrowDown}{Enter}')
    expect(field).not.toHaveValue('')
  })
})
