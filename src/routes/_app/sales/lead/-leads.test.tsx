/**
 * Tests of actions on leads (merge, loss, note, handover) and on applicants (closing and reopening
 * the registration) on the screen.
 */
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { addDays, currentDay, formatTanggalShort } from '#contract/values/tanggal.ts'
import type { Body } from '#mocks/api/api.ts'
import { lastLead, makeHour, makeLead } from '#mocks/people/calon.ts'
import { must, type School } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

interface Lead {
  tahap: string
  sales_id: number
  alasan_kalah: string | null
  tindak_lanjut: string | null
  tindak_lanjut_at: string | null
  email: string | null
  aktivitas: { jenis: string; isi: string }[]
}
const newLead = async (more: Body = {}) => {
  const { api, ids, superadmin } = school
  const s = { ...api, ids, superadmin } as unknown as School
  const id = await makeLead(s, { sales_id: ids.sales, ...more }, superadmin)
  return { id, name: `Calon ${lastLead()}` }
}
const leadOf = (id: number) =>
  school.superadmin.get<Lead>(`/lead/view?id=${id}&expand=aktivitas,trial`)
const open = (id: number) => renderApp(`/sales/lead/view?id=${id}`, school.superadmin.token)
const dialog = async () => within(await screen.findByRole('dialog'))
type Form = Awaited<ReturnType<typeof dialog>>
const choose = async (user: UserEvent, label: string, item: string) => {
  await user.click(await screen.findByRole('button', { name: label }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}
const pick = async (user: UserEvent, form: Form, label: RegExp, name: string) => {
  await user.type(await form.findByLabelText(label, { selector: 'input' }), name)
  await user.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }))
}
/** Submits the dialog, waits until it closes, and expects the success message. */
const send = async (user: UserEvent, form: Form, button: string, message: string) => {
  await user.click(await form.findByRole('button', { name: button }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText(message)).toBeVisible()
}

test('merges two leads of one person', async () => {
  const keptLead = await newLead()
  const twin = await newLead({ email: 'kembar@contoh.id' })
  const note = { jenis: 'telepon', isi: 'Minta jadwal sore' }
  must(await school.superadmin.post(`/lead/catat?id=${twin.id}`, note))
  const user = await open(keptLead.id)
  await choose(user, 'Aksi lain', 'Gabungkan dengan lead lain')
  const form = await dialog()
  await user.click(await form.findByRole('button', { name: 'Gabungkan' }))
  expect(await form.findByText(/^Wajib/)).toBeVisible()
  await pick(user, form, /^Lead yang Sama/, twin.name)
  await send(user, form, 'Gabungkan', `Digabung ke ${keptLead.name}`)
  expect(await screen.findByText('Minta jadwal sore')).toBeVisible()
  expect(await screen.findByText('kembar@contoh.id')).toBeVisible()
  expect(must(await leadOf(keptLead.id)).email).toBe('kembar@contoh.id')
  expect((await leadOf(twin.id)).status).toBe(404)
})

test('moves a lead to lost with a reason', async () => {
  const { id, name } = await newLead()
  const user = await open(id)
  await choose(user, 'Pindah tahap', 'Pindah ke Kalah')
  const form = await dialog()
  await user.click(form.getByRole('button', { name: 'Pindahkan ke Kalah' }))
  expect(await form.findByText('Minimal 3 karakter', { selector: '[class*=error]' })).toBeVisible()
  await user.type(form.getByLabelText(/^Alasan/), 'Terlalu jauh dari rumah')
  await send(user, form, 'Pindahkan ke Kalah', `${name} pindah ke Kalah`)
  const reason = await screen.findByText('Alasan kalah')
  expect(reason.closest('dl')).toHaveTextContent('Terlalu jauh dari rumah')
  expect(must(await leadOf(id))).toMatchObject({
    tahap: 'kalah',
    alasan_kalah: 'Terlalu jauh dari rumah',
  })
})

test('adds a note to a lead and keeps its next step', async () => {
  const tindak_lanjut_at = addDays(currentDay(), 3)
  const { id, name } = await newLead({ tindak_lanjut_at, tindak_lanjut: 'Telepon lagi' })
  const user = await open(id)
  await user.click(await screen.findByRole('button', { name: 'Tulis catatan' }))
  const form = await dialog()
  expect(await form.findByLabelText(/^Langkah Berikut/)).toHaveValue('Telepon lagi')
  await user.click(form.getByRole('button', { name: 'Catat' }))
  expect(await form.findByText(/^Wajib/)).toBeVisible()
  await user.type(form.getByLabelText(/^Isi/), 'Kakaknya sudah les biola')
  await send(user, form, 'Catat', `Aktivitas ${name} dicatat`)
  expect(await screen.findByText('Kakaknya sudah les biola')).toBeVisible()
  const { aktivitas, ...lead } = must(await leadOf(id))
  expect(lead).toMatchObject({ tindak_lanjut_at, tindak_lanjut: 'Telepon lagi' })
  expect(aktivitas).toContainEqual(
    expect.objectContaining({ jenis: 'catatan', isi: 'Kakaknya sudah les biola' }),
  )
})

test('changes the next step of a lead', async () => {
  const { id } = await newLead()
  const day = addDays(currentDay(), 4)
  const user = await open(id)
  await user.click(await screen.findByRole('button', { name: 'Langkah berikut' }))
  const form = await dialog()
  const field = await form.findByLabelText(/^Tanggal Tindak Lanjut/)
  await user.type(field, formatTanggalShort(day))
  await user.type(form.getByLabelText(/^Langkah Berikut/), 'Kirim brosur')
  await user.click(form.getByRole('button', { name: 'Simpan' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText(/Kirim brosur/)).toHaveTextContent(formatTanggalShort(day))
  expect(must(await leadOf(id)).tindak_lanjut_at).toBe(day)
})

test('hands over a lead to another sales person', async () => {
  const { id, name } = await newLead()
  const user = await open(id)
  await choose(user, 'Aksi lain', 'Serahkan ke sales lain')
  const form = await dialog()
  await pick(user, form, /^Kepada/, 'Eko Sales')
  await user.type(form.getByLabelText(/^Alasan/), 'Pindah outlet')
  await send(user, form, 'Serahkan', `${name} diserahkan`)
  expect(await screen.findByText('Eko Sales')).toBeVisible()
  expect(must(await leadOf(id)).sales_id).toBe(school.ids.sales2)
})

test('hands over selected leads, except those that the sales person already has', async () => {
  const colleagueLead = await newLead({ sales_id: school.ids.sales2 })
  const otherLead = await newLead()
  const user = await renderApp('/sales/lead', school.superadmin.token)
  for (const { name } of [colleagueLead, otherLead])
    await user.click(await screen.findByRole('checkbox', { name: `Pilih ${name}` }))
  await user.click(await screen.findByRole('button', { name: 'Serahkan' }))
  const form = await dialog()
  await pick(user, form, /^Kepada/, 'Eko Sales')
  await user.click(form.getByRole('button', { name: 'Serahkan' }))
  expect(await screen.findByText('1 berhasil, 1 gagal')).toBeVisible()
  const failures = screen.getByRole('list', { name: 'Yang gagal' })
  expect(failures).toHaveTextContent(/Sudah dipegang sales ini/)
  // The dialog has closed, so that it does not cover the result.
  expect(screen.queryByLabelText(/^Kepada/)).toBeNull()
  expect(must(await leadOf(otherLead.id)).sales_id).toBe(school.ids.sales2)
})

test('moves a trial to another day and cancels it with a reason', async () => {
  const { id, name } = await newLead()
  const { api, ids, superadmin } = school
  const s = { ...api, ids, superadmin } as unknown as School
  const [day, otherDay] = [addDays(currentDay(), 5), addDays(currentDay(), 6)]
  const { kursus_id, pelatih_id, ruang_id } = await makeHour(s)
  const place = { kursus_id, pelatih_id, ruang_id, tanggal: day, jam_mulai: '15:00' }
  must(await superadmin.post(`/lead/trial?id=${id}`, place))
  const user = await open(id)
  await user.click(await screen.findByRole('button', { name: 'Pindahkan' }))
  const form = await dialog()
  const field = await form.findByLabelText(/^Tanggal/)
  expect(field).toHaveValue(formatTanggalShort(day))
  await user.clear(field)
  await user.type(field, formatTanggalShort(otherDay))
  await send(user, form, 'Pindahkan', `Trial ${name} dipindahkan`)
  expect(must(await leadOf(id))).toMatchObject({ trial: { tanggal: otherDay } })
  await user.click(await screen.findByRole('button', { name: 'Batalkan trial' }))
  const cancel = await dialog()
  await user.click(await cancel.findByRole('button', { name: 'Batalkan trial' }))
  expect(await cancel.findByText(/^Wajib/)).toBeVisible()
  await user.type(cancel.getByLabelText(/^Alasan/), 'Anaknya sakit')
  await send(user, cancel, 'Batalkan trial', `Trial ${name} dibatalkan`)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Batalkan trial' })).toBeNull())
  expect(must(await leadOf(id)).tahap).toBe('dihubungi')
})

test('opens a message in WhatsApp and records it once', async () => {
  const { id, name } = await newLead()
  const user = await open(id)
  await user.click((await screen.findAllByRole('button', { name: 'WhatsApp' }))[0]!)
  const form = await dialog()
  const text = await form.findByLabelText('Isi pesan')
  await waitFor(() => expect(text).not.toHaveValue(''))
  await user.clear(text)
  await user.type(text, 'Halo, kelas hari Senin masih ada')
  const link = form.getByRole('link', { name: 'Buka WhatsApp' })
  expect(link).toHaveAttribute('href', expect.stringContaining('kelas%20hari%20Senin'))
  link.addEventListener('click', (e) => e.preventDefault())
  await user.click(link)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('WhatsApp dicatat')).toBeVisible()
  expect(await screen.findByText('Halo, kelas hari Senin masih ada')).toBeVisible()
  const { aktivitas } = must(await leadOf(id))
  expect(aktivitas.filter((a) => a.jenis === 'wa')).toHaveLength(1)
  expect(screen.getByRole('heading', { level: 1 }).parentElement).toHaveTextContent(name)
})

/** Makes an applicant, who is a person that registered on the login page. */
const applicant = async (name = 'Nina Pendaftar', email = 'nina@contoh.id') => {
  const { api, ids } = school
  const person = {
    name,
    tanggal_lahir: '1995-02-03',
    email,
    phone: `08183000${1000 + email.length}`,
    password: 'sandi pendaftar 1',
    gedung_id: ids.gedung,
    kursus_minat: [],
    information_source: 'Media Sosial',
    persetujuan: true,
  }
  must(await api.anonymous.post('/auth/register', person))
  const query = api.db.selectFrom('user').select('id').where('email', '=', email)
  return (await query.executeTakeFirstOrThrow()).id
}
interface Applicant {
  sales_id: number | null
  alasan_tutup: string | null
  ditutup_at: string | null
}
const applicantOf = async (id: number) =>
  must(await school.superadmin.get<Applicant>(`/user/view?id=${id}`))
const list = () => renderApp('/sales/pendaftar-mandiri', school.superadmin.token)
const rowMenu = 'Aksi Nina Pendaftar'

test('hands over an applicant to a sales person', async () => {
  const id = await applicant()
  const user = await list()
  const { sales_id } = await applicantOf(id)
  const to = sales_id === school.ids.sales ? 'Eko Sales' : 'Dewi Sales'
  await choose(user, rowMenu, 'Serahkan ke sales')
  const form = await dialog()
  await user.click(await form.findByRole('button', { name: 'Serahkan' }))
  expect(await form.findByText(/^Wajib/)).toBeVisible()
  await pick(user, form, /^Kepada/, to)
  await send(user, form, 'Serahkan', 'Nina Pendaftar diserahkan')
  const row = within((await screen.findByRole('button', { name: rowMenu })).closest('tr')!)
  expect(await row.findByText(to)).toBeVisible()
  expect((await applicantOf(id)).sales_id).not.toBe(sales_id)
})

test('closes a registration and reopens it from the closed ones', async () => {
  const id = await applicant()
  const user = await list()
  await choose(user, rowMenu, 'Tutup pendaftaran')
  const form = await dialog()
  await user.click(await form.findByRole('button', { name: 'Tutup pendaftaran' }))
  expect(await form.findByText(/^Wajib/)).toBeVisible()
  await user.selectOptions(form.getByLabelText(/^Alasan/), 'Tidak jadi')
  await user.type(form.getByLabelText(/^Catatan/), 'Pindah kerja')
  await send(user, form, 'Tutup pendaftaran', 'Pendaftaran Nina Pendaftar ditutup')
  await waitFor(() => expect(screen.queryByRole('button', { name: rowMenu })).toBeNull())
  expect(await applicantOf(id)).toMatchObject({ alasan_tutup: 'batal' })
  await user.click(screen.getByRole('tab', { name: 'Ditutup' }))
  expect(await screen.findByText('Pindah kerja')).toBeVisible()
  await choose(user, rowMenu, 'Buka kembali')
  await send(user, await dialog(), 'Buka kembali', 'Nina Pendaftar dibuka kembali')
  await waitFor(() => expect(screen.queryByRole('button', { name: rowMenu })).toBeNull())
  expect(await applicantOf(id)).toMatchObject({ ditutup_at: null })
})

test('hands over selected applicants together', async () => {
  const nina = await applicant()
  const oki = await applicant('Oki Pendaftar', 'oki@contoh.id')
  const user = await list()
  for (const name of ['Nina Pendaftar', 'Oki Pendaftar'])
    await user.click(await screen.findByRole('checkbox', { name: `Pilih ${name}` }))
  await user.click(await screen.findByRole('button', { name: 'Serahkan' }))
  const form = await dialog()
  const { sales_id } = await applicantOf(nina)
  await pick(user, form, /^Kepada/, sales_id === school.ids.sales ? 'Eko Sales' : 'Dewi Sales')
  await user.click(form.getByRole('button', { name: 'Serahkan' }))
  await waitFor(() => expect(screen.queryByLabelText(/^Kepada/)).toBeNull())
  expect(await screen.findByText(/^2 berhasil/)).toBeVisible()
  const { sales_id: after } = await applicantOf(nina)
  expect(after).not.toBe(sales_id)
  expect((await applicantOf(oki)).sales_id).toBe(after)
})
