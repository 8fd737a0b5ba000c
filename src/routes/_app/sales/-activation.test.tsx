/**
 * Tests of the wizard that activates a lead: the slot for a lesson is held, released and held
 * again, and the choice of the course is undone.
 */
import { screen, waitFor, within } from '@testing-library/react'
import { delay } from 'msw'
import { http, HttpResponse } from 'msw/http'
import { afterEach, expect, test } from 'vitest'
import type { CallOutput } from '#contract/call.ts'
import { Activation } from '#contract/enums.ts'
import type { activationState } from '#contract/sales/activationCalls.ts'
import { hold, lastLead, makeHour, makeLead, studentBody } from '#mocks/people/calon.ts'
import { must, type School } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

/**
 * Creates a lead who is interested in the course, registers the student for the lead (step 1 of the
 * wizard), and returns the id of the lead with the sales person.
 */
const registered = async () => {
  const { api, ids, superadmin } = school
  const sales = await api.as(ids.sales)
  const s = { ...api, ids, superadmin, sales } as unknown as School
  const lead = await makeLead(s, { kursus_minat: [ids.kursus] })
  must(await sales.post(`/user/tambah-peserta?id=${lead}&sumber=lead`, studentBody(lastLead())))
  return { s, sales, lead }
}
type State = CallOutput<typeof activationState>
const stateOf = async (lead: number) =>
  must(await school.superadmin.get<State>(`/lead/aktivasi?id=${lead}&sumber=lead`))
const open = (lead: number, token: string) => renderApp(`/sales/lead/aktivasi?id=${lead}`, token)
const dialog = async (name: RegExp) => within(await screen.findByRole('dialog', { name }))
const waitForClose = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('holds a seat in a class for a lead and releases it', async () => {
  const { sales, lead } = await registered()
  const user = await open(lead, sales.token)
  await user.click(
    await screen.findByRole('button', { name: /^Pilih jam ini: Senin 09\.00.*Citra Guru$/ }),
  )
  expect(await screen.findByText(/^Jam dipesan: Senin 09\.00.*Citra Guru$/)).toBeVisible()
  expect(await screen.findByRole('timer')).toHaveTextContent('tersisa')
  expect((await stateOf(lead)).slot).toMatchObject({ kelas: { id: school.ids.kelas } })
  await user.click(screen.getByRole('button', { name: 'Lepas, pilih jadwal lain' }))
  const ask = await dialog(/^Lepas Senin 09\.00.*Citra Guru\?$/)
  await user.click(ask.getByRole('button', { name: 'Lepas slot' }))
  await waitForClose()
  expect(await screen.findByText('Slot dilepas')).toBeVisible()
  expect(await screen.findByRole('button', { name: /^Pilih jam ini: Senin 09\.00/ })).toBeVisible()
  expect((await stateOf(lead)).slot).toBeNull()
})

test('keeps a typed phone and mail when the kind of payer changes', async () => {
  const { api, ids, superadmin } = school
  const sales = await api.as(ids.sales)
  const s = { ...api, ids, superadmin, sales } as unknown as School
  const user = await open(await makeLead(s), sales.token)
  const box = (name: string) => document.querySelector<HTMLInputElement>(`input[name=${name}]`)!
  const pay = await screen.findByLabelText(/^Yang Membayar/)
  await user.selectOptions(pay, 'baru')
  await user.clear(box('akun_phone'))
  await user.type(box('akun_phone'), '081299990001')
  await user.clear(box('akun_email'))
  await user.type(box('akun_email'), 'baru.uji@contoh.id')
  await user.selectOptions(pay, 'sendiri')
  await user.type(box('tanggal_lahir'), '1/2/1990')
  await waitFor(() => expect(box('phone')).toHaveValue('081299990001'))
  expect(box('email')).toHaveValue('baru.uji@contoh.id')
  await user.clear(box('phone'))
  await user.type(box('phone'), '081299990002')
  await user.selectOptions(pay, 'baru')
  expect(box('phone')).toHaveValue('081299990002')
  expect(box('akun_email')).toHaveValue('baru.uji@contoh.id')
})

test('extends a hold once and renews it after it has expired', async () => {
  const { s, sales, lead } = await registered()
  const { id } = await hold(s, lead, await makeHour(s))
  const user = await open(lead, sales.token)
  await user.click(await screen.findByRole('button', { name: 'Perpanjang' }))
  expect(await screen.findByText('Jam dipesan lebih lama')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Perpanjang' })).toBeDisabled())
  await closeApp()
  const past = { sampai_at: new Date(0).toISOString() }
  await s.db.updateTable('slot_ditahan').set(past).where('id', '=', id).execute()
  const later = await open(lead, sales.token)
  expect(await screen.findByText(/^Waktu pesanan sudah habis/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Daftarkan/ })).toBeNull()
  await later.click(screen.getByRole('button', { name: 'Pilih lagi' }))
  expect(await screen.findByText(/^Jam dipesan: Selasa 10\.00/)).toBeVisible()
  expect(await screen.findByRole('timer')).toBeVisible()
  expect((await stateOf(lead)).slot).toMatchObject({ habis: false })
})

test('rejects renewing a hold on an hour taken meanwhile and shows the conflict', async () => {
  const { s, sales, lead } = await registered()
  const hour = await makeHour(s)
  const { id } = await hold(s, lead, hour)
  const past = { sampai_at: new Date(0).toISOString() }
  await s.db.updateTable('slot_ditahan').set(past).where('id', '=', id).execute()
  const user = await open(lead, sales.token)
  const again = await screen.findByRole('button', { name: 'Pilih lagi' })
  await hold(s, await makeLead(s), hour)
  await user.click(again)
  expect(await screen.findByRole('list', { name: 'Bentrok' })).toBeVisible()
  expect(screen.getByText(/^Waktu pesanan sudah habis/)).toBeVisible()
})

test('requires a reason to hold a slot during leave of its coach', async () => {
  const { s, sales, lead } = await registered()
  const hour = await makeHour(s)
  const { id } = await hold(s, lead, hour)
  const past = { sampai_at: new Date(0).toISOString() }
  await s.db.updateTable('slot_ditahan').set(past).where('id', '=', id).execute()
  const { pelatih_id, mulai } = hour
  const leave = { pelatih_id, mulai, selesai: mulai, alasan: 'Pernikahan saudara' }
  const createdLeave = must(await s.superadmin.post<{ id: number }>('/pelatih-libur/create', leave))
  must(await s.superadmin.post(`/pelatih-libur/setujui?id=${createdLeave.id}`))
  const user = await open(lead, sales.token)
  await user.click(await screen.findByRole('button', { name: 'Pilih lagi' }))
  const ask = await dialog(/^Pilih Selasa 10\.00.* walau ada bentrok\?$/)
  await user.click(ask.getByRole('button', { name: 'Pilih jam ini' }))
  expect(ask.getByLabelText(/^Alasan/)).toBeInvalid()
  await user.type(ask.getByLabelText(/^Alasan/), 'Keluarga tahu minggu itu libur')
  await user.click(ask.getByRole('button', { name: 'Pilih jam ini' }))
  await waitForClose()
  expect(await screen.findByText(/^Jam dipesan: Selasa 10\.00/)).toBeVisible()
  expect((await stateOf(lead)).slot).toMatchObject({ habis: false })
})

test('chooses a course and undoes the choice with a reason', async () => {
  const { s, lead } = await registered()
  await hold(s, lead, await makeHour(s))
  const user = await open(lead, school.superadmin.token)
  const finish = await screen.findByRole('button', { name: 'Daftarkan dan buat draft tagihan' })
  await waitFor(() => expect(finish).toBeEnabled())
  await user.click(finish)
  expect(await screen.findByText('Aktivasi selesai.')).toBeVisible()
  expect((await stateOf(lead)).activation).toBe(Activation.pilihKursus)
  await user.click(screen.getByRole('button', { name: 'Urungkan pilihan kursus' }))
  const ask = await dialog(/^Urungkan pilihan kursus Calon \d+\?$/)
  await user.type(ask.getByLabelText(/^Alasan/), 'singkat')
  await user.click(ask.getByRole('button', { name: 'Urungkan' }))
  expect(ask.getByLabelText(/^Alasan/)).toBeInvalid()
  await user.type(ask.getByLabelText(/^Alasan/), ', lalu keluarga memilih hari lain')
  await user.click(ask.getByRole('button', { name: 'Urungkan' }))
  await waitForClose()
  expect(await screen.findByText('Pilihan kursus diurungkan')).toBeVisible()
  expect(await screen.findByRole('heading', { name: /^Langkah 2 dari 3/ })).toBeVisible()
  expect(await stateOf(lead)).toMatchObject({
    activation: Activation.terdaftar,
    kursus_peserta: null,
  })
})

test('stores no draft of a step while it is sent, and stores it after a failure', async () => {
  const { api, ids, superadmin } = school
  const sales = await api.as(ids.sales)
  const s = { ...api, ids, superadmin, sales } as unknown as School
  const lead = await makeLead(s, { kursus_minat: [ids.kursus] })
  const savedBodies: string[] = []
  school.use(
    http.post('*/api/lead/simpan-aktivasi', async ({ request }) => {
      savedBodies.push(await request.clone().text())
    }),
    // Responds later than the 900 ms after which typed values are saved as a draft.
    http.post('*/api/user/tambah-peserta', async () => {
      await delay(1500)
      return HttpResponse.json(
        { success: false, data: { message: 'Tidak bisa sekarang' } },
        { status: 500 },
      )
    }),
  )
  const user = await open(lead, sales.token)
  await user.type(await screen.findByLabelText(/^Email Akun Billing/), 'ade@contoh.id')
  await user.selectOptions(screen.getByLabelText(/^Jenis Kelamin/), 'Perempuan')
  const born = screen.getByLabelText(/^Tanggal Lahir/)
  await user.type(born, '12 mei 1990{Tab}')
  await user.type(await screen.findByLabelText(/^No. HP Peserta/), '081230000001')
  await waitFor(() => expect(savedBodies).not.toEqual([]))
  savedBodies.length = 0
  await user.clear(screen.getByLabelText(/^Nama Peserta/))
  await user.type(screen.getByLabelText(/^Nama Peserta/), 'Ade')
  await user.click(screen.getByRole('button', { name: 'Simpan dan lanjut' }))
  await dialog(/^Error 500/)
  expect(savedBodies).toEqual([])
  await waitFor(() => expect(savedBodies.join()).toContain('Ade'), { timeout: 5000 })
})

test('leads a sales person back to step 1 to change the payer, and forward again', async () => {
  const { sales, lead } = await registered()
  const { peserta } = await stateOf(lead)
  const user = await open(lead, sales.token)
  await user.click(await screen.findByRole('button', { name: 'Keluarga dan peserta' }))
  expect(screen.getByRole('link', { name: 'Ubah data peserta' })).toHaveAttribute(
    'href',
    expect.stringContaining(`/user/update?id=${peserta?.id}`),
  )
  expect(screen.getByRole('link', { name: 'Ganti pembayar' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Kembali ke lead' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Lanjut ke kursus dan jadwal' }))
  expect(await screen.findByRole('button', { name: /^Pilih jam ini: Senin 09\.00/ })).toBeVisible()
})

test.each(['/sales/lead/aktivasi', '/sales/tambah-kursus-peserta'])(
  'shows links instead of an empty card for a lead won outside the wizard: %s',
  async (path) => {
    const { s, sales, lead } = await registered()
    const won = { activation: Activation.pilihKursus, tahap: 'menang' } as const
    await s.db.updateTable('lead').set(won).where('id', '=', lead).execute()
    await renderApp(`${path}?id=${lead}`, sales.token)
    expect(await screen.findByText(/sudah menjadi peserta/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Lihat kursus peserta' })).toBeVisible()
  },
)

test('adds a course to a student from the student’s page, and ends on the enrolment', async () => {
  const { s, sales, lead } = await registered()
  await s.db
    .updateTable('lead')
    .set({ activation: Activation.pilihKursus })
    .where('id', '=', lead)
    .execute()
  const student = (await stateOf(lead)).peserta?.id ?? 0
  const user = await renderApp(`/user/view?id=${student}`, sales.token)
  await user.click(await screen.findByRole('button', { name: 'Tambah kursus' }))
  await user.click(await screen.findByRole('combobox', { name: 'Kursus' }))
  await user.click(await screen.findByRole('option', { name: /^Piano/ }))
  await user.click(await screen.findByRole('button', { name: /^Pilih jam ini: Senin 09\.00/ }))
  const bill = within(await screen.findByRole('region', { name: 'Tagihan pertama' }))
  expect(bill.getByText(/^Harga sebulan/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Daftarkan dan buat draft tagihan' }))
  expect(await screen.findByText(/didaftarkan$/)).toBeVisible()
  expect(await screen.findByRole('heading', { name: /Detail/ })).toBeVisible()
  const rows = await s.db
    .selectFrom('kursus_peserta')
    .select('kursus_pelatih_id')
    .where('peserta_id', '=', student)
    .execute()
  expect(rows).toEqual([{ kursus_pelatih_id: school.ids.kelas }])
})
