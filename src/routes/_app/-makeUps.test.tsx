/** Tests of make-up lessons: a family and an admin find, book and release a lesson. */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import { makeBill, setSetting } from '#mocks/people/family.ts'
import { storeLesson } from '#mocks/schedule/lesson.ts'
import { makeHost, makeMakeUp } from '#mocks/schedule/makeUp.ts'
import { must, type School } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

const makeOwed = async () => {
  const { api, ids } = school
  const s = { ...api, ids, superadmin: school.superadmin } as unknown as School
  await makeHost(s, ids.gedung)
  return makeMakeUp(s, ids.gedung)
}
const statusOf = async (id: number) =>
  must(await school.superadmin.get<{ status: string }>(`/kredit-pengganti/view?id=${id}`)).status

test('books a make-up lesson with a free seat for a student and releases it', async () => {
  const { credit, peserta } = await makeOwed()
  const { token } = await school.api.as(peserta)
  const user = await renderApp('/portal/peserta', token)
  const heading = await screen.findByRole('heading', { level: 2, name: 'Kelas pengganti' })
  const panel = within(heading.closest('section')!)
  await user.click(await panel.findByRole('button', { name: /^Pesan kelas pengganti/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Pesan Kelas Pengganti' })
  // Only an admin can include lessons of other levels, so a family has no switch for them.
  expect(within(dialog).queryByRole('switch')).toBeNull()
  const choices = await within(dialog).findAllByRole('button', { name: /^Pesan .*Piano Grade 1/ })
  // Takes the last lesson, because a family cannot release a lesson that begins within hours.
  await user.click(choices.at(-1)!)
  const release = await panel.findByRole('button', { name: /^Batalkan pesanan/ })
  expect(await statusOf(credit)).toBe('dipesan')
  await user.click(release)
  await user.click(await screen.findByRole('button', { name: 'Batalkan pesanan' }))
  expect(await panel.findByRole('button', { name: /^Pesan kelas pengganti/ })).toBeVisible()
  expect(await statusOf(credit)).toBe('tersedia')
})

test('books and revokes a make-up credit in the list', async () => {
  const { credit, peserta } = await makeOwed()
  const user = await renderApp(`/kredit-pengganti?peserta_id=${peserta}`, school.superadmin.token)
  const open = async (action: string) => {
    await user.click(await screen.findByRole('button', { name: /^Aksi / }))
    await user.click(await screen.findByRole('menuitem', { name: action }))
  }
  await open('Pesan pertemuan')
  const dialog = await screen.findByRole('dialog', { name: 'Pesan Kelas Pengganti' })
  expect(within(dialog).getByRole('switch', { name: 'Tampilkan level lain' })).toBeVisible()
  const choices = await within(dialog).findAllByRole('button', { name: /^Pesan .*Piano Grade 1/ })
  // Takes the last lesson, because a family cannot release a lesson that begins within hours.
  await user.click(choices.at(-1)!)
  expect(await screen.findByText(/^Kelas pengganti dipesan/)).toBeVisible()
  expect(await statusOf(credit)).toBe('dipesan')
  await open('Cabut')
  const ask = await screen.findByRole('dialog', { name: /^Cabut kelas pengganti/ })
  await user.type(within(ask).getByLabelText(/^Alasan/), 'Pindah kota')
  await user.click(within(ask).getByRole('button', { name: 'Cabut' }))
  expect(await screen.findByText(/dicabut$/)).toBeVisible()
  expect(await statusOf(credit)).toBe('dicabut')
})

test('asks for a reason before booking another level, and books nothing if cancelled', async () => {
  const { api, ids } = school
  const s = { ...api, ids, superadmin: school.superadmin } as unknown as School
  const course = { kode: 'VOK-9', nama: 'Vokal', kategori_kursus_id: ids.kategori }
  const terms = { tipe: 'group', kapasitas_maks: 5, biaya_bulanan: 400_000 }
  const kursus_id = must(
    await school.superadmin.post<{ id: number }>('/kursus/create', { ...course, ...terms }),
  ).id
  await makeHost(s, ids.gedung, { kursus_id, jam_mulai: '11:00' })
  const { credit, peserta } = await makeMakeUp(s, ids.gedung)
  const user = await renderApp(`/kredit-pengganti?peserta_id=${peserta}`, school.superadmin.token)
  await user.click(await screen.findByRole('button', { name: /^Aksi / }))
  await user.click(await screen.findByRole('menuitem', { name: 'Pesan pertemuan' }))
  const dialog = await screen.findByRole('dialog', { name: 'Pesan Kelas Pengganti' })
  await user.click(within(dialog).getByRole('switch', { name: 'Tampilkan level lain' }))
  const findBookButton = async () =>
    (await within(dialog).findAllByRole('button', { name: /^Pesan .*Vokal/ }))[0]!
  await user.click(await findBookButton())
  const question = await screen.findByRole('dialog', { name: 'Pesan level lain?' })
  await user.click(within(question).getByRole('button', { name: 'Batal' }))
  await waitFor(() => expect(question).not.toBeInTheDocument())
  expect(await statusOf(credit)).toBe('tersedia')
  expect(dialog).toBeVisible()
  await user.click(await findBookButton())
  const again = await screen.findByRole('dialog', { name: 'Pesan level lain?' })
  await user.type(within(again).getByLabelText(/^Alasan/), 'Guru sedang cuti')
  await user.click(within(again).getByRole('button', { name: 'Pesan' }))
  expect(await screen.findByText(/^Kelas pengganti dipesan/)).toBeVisible()
  expect(await statusOf(credit)).toBe('dipesan')
})

const hosting = async (jam_mulai: string) => {
  const { api, ids } = school
  const s = { ...api, ids, superadmin: school.superadmin } as unknown as School
  return { s, api, ids, ...(await makeHost(s, ids.gedung, { jam_mulai })) }
}
test('opens a fifth week for make-ups', async () => {
  const { api, kelas, lessons } = await hosting('14:00')
  const resting = lessons[1]!
  await api.db
    .updateTable('pertemuan')
    .set({ status: 'minggu_5' })
    .where('id', '=', resting)
    .execute()
  const user = await renderApp(
    `/kursus-pelatih/view?id=${kelas}&tab=pertemuan`,
    school.superadmin.token,
  )
  const [state] = await screen.findAllByText('Minggu kelima')
  const row = state!.closest('tr')!
  await user.click(within(row).getByRole('button', { name: /^Aksi / }))
  await user.click(await screen.findByRole('menuitem', { name: 'Buka untuk kelas pengganti' }))
  const dialog = await screen.findByRole('dialog', { name: /untuk kelas pengganti\?$/ })
  expect(await within(dialog).findByText('Tidak ada bentrok.')).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Buka' }))
  expect(await screen.findByText(/ dibuka$/)).toBeVisible()
  const opened = must(
    await school.superadmin.get<{ untuk_pengganti: boolean }[]>(
      `/pertemuan?kursus_pelatih_id=${kelas}&jenis=pengganti`,
    ),
  )
  expect(opened).toMatchObject([{ untuk_pengganti: true }])
})

test('warns on enrolment of a booked make-up that loses its seat', async () => {
  const { s, ids, lessons } = await hosting('15:00')
  const { credit, peserta } = await makeMakeUp(s, ids.gedung)
  const booking = { pertemuan_id: lessons[0] }
  must(await school.superadmin.post(`/kredit-pengganti/pesan?id=${credit}`, booking))
  const { name } = must(await school.superadmin.get<{ name: string }>(`/user/view?id=${peserta}`))
  const user = await renderApp('/kursus-peserta', school.superadmin.token)
  await user.click(await screen.findByRole('button', { name: /^Tambah/ }))
  const form = within(await screen.findByRole('dialog'))
  await user.type(await form.findByRole('combobox', { name: /^Peserta/ }), name)
  await user.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }))
  await user.type(form.getByRole('combobox', { name: /^Kelas/ }), '15.00')
  const [option] = await screen.findAllByRole('option', { name: /15.00/ })
  await user.click(option!)
  expect(await form.findByText(/Kelas pengganti yang dipesan .* dikembalikan/)).toBeVisible()
})

test('shows arrears of a student and the coach pay in the attendance list', async () => {
  const { s, api, ids } = await hosting('16:00')
  const { akun, peserta, kelas } = await makeMakeUp(s, ids.gedung)
  await setSetting(s, 'blokir_tunggakan_bulan', 1)
  const bill = await makeBill(s, akun, 400_000)
  const late = { jatuh_tempo: '2024-01-10' }
  await api.db.updateTable('billing').set(late).where('id', '=', bill).execute()
  await api.db
    .updateTable('billing_item')
    .set({ peserta_id: peserta })
    .where('billing_id', '=', bill)
    .execute()
  const done = { status: 'selesai', honor_tarif: 75_000, honor_nominal: 75_000 } as const
  const lesson = await storeLesson(s, kelas, addDays(currentDay(), -1), done)
  await renderApp(`/kursus-pelatih/absensi?id=${lesson}`, school.superadmin.token)
  expect(await screen.findByText('Menunggak')).toBeVisible()
  expect(screen.getByText(/^Rp\s?75\.000$/)).toBeVisible()
})
