/** Tests of the portals, leave requests and calendar links. */
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { CallOutput } from '#contract/call.ts'
import type { portalPelatih } from '#contract/schedule/portalCalls.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import { makeAkun, makeBill } from '#mocks/people/family.ts'
import { storeLesson } from '#mocks/schedule/lesson.ts'
import { must, type School } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

const day = (n: number) => addDays(currentDay(), n)
const tokenOf = async (id: number) => (await school.api.as(id)).token
const panel = async (name: string) =>
  (await screen.findByRole('heading', { level: 2, name })).closest('section')!

describe('the portal of a coach', () => {
  test('shows week, open tasks and classes, requests leave and withdraws it', async () => {
    const { api, ids } = school
    await api.db.deleteFrom('pertemuan').execute()
    const s = { ...api, ids } as Parameters<typeof storeLesson>[0]
    await storeLesson(s, ids.kelas, day(1))
    await storeLesson(s, ids.kelas, day(-2))
    const user = await renderApp('/portal/pelatih', await tokenOf(ids.pelatih))
    expect(document.title).toBe('Portal Guru · Nada')
    expect(await panel('7 hari ke depan')).toHaveTextContent(/09\.00.*Piano Grade 1.*A1.*Hana/)
    expect(await panel('Menunggu Anda')).toHaveTextContent('1 pertemuan belum diisi')
    expect(screen.getByRole('link', { name: /^Isi absensi Piano Grade 1/ })).toHaveAttribute(
      'href',
      expect.stringContaining('/kursus-pelatih/absensi?id='),
    )
    expect(await panel('Kelas saya')).toHaveTextContent('Hana Santoso')
    expect(screen.getByRole('link', { name: 'Jam kosong saya' })).toBeVisible()
    const leave = await panel('Libur saya')
    await user.click(within(leave).getByRole('button', { name: 'Ajukan libur' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(await within(dialog).findByLabelText(/^Mulai/), '01/02/2030')
    await user.type(within(dialog).getByLabelText(/^Selesai/), '02/02/2030')
    await user.type(within(dialog).getByLabelText(/^Alasan/), 'Resital keluarga')
    await user.click(within(dialog).getByRole('button', { name: 'Ajukan' }))
    await user.click(await within(leave).findByRole('button', { name: /^Tarik pengajuan/ }))
    await user.click(await screen.findByRole('button', { name: 'Tarik' }))
    expect(await within(leave).findByText(/Belum ada pengajuan libur/)).toBeVisible()
  })
})

test('proposes a graduation and asks before discarding typed text', async () => {
  const user = await renderApp('/portal/pelatih', await tokenOf(school.ids.pelatih))
  const classes = await panel('Kelas saya')
  await user.click(within(classes).getByRole('button', { name: 'Usulkan lulus Hana Santoso' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(await within(dialog).findByLabelText(/^Catatan/), 'Siap naik level')
  await user.click(within(dialog).getByRole('button', { name: 'Tutup' }))
  await user.click(await screen.findByRole('button', { name: 'Tetap di sini' }))
  await user.click(within(dialog).getByRole('button', { name: 'Usulkan' }))
  expect(await within(classes).findByText('Usulan lulus: menunggu')).toBeVisible()
  await user.click(within(classes).getByRole('button', { name: /^Tarik usulan lulus Hana/ }))
  await user.click(
    await within(classes).findByRole('button', { name: 'Usulkan lulus Hana Santoso' }),
  )
})
test('shows a coach’s proposal on the record and declines it with an answer', async () => {
  const { api, ids } = school
  const { id } = await api.db
    .selectFrom('kursus_peserta')
    .select('id')
    .where('kursus_pelatih_id', '=', ids.kelas)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const coach = await api.as(ids.pelatih)
  must(await coach.post(`/kursus-peserta/usulkan-lulus?id=${id}`, { catatan: 'Siap naik level' }))
  const user = await renderApp(`/kursus-peserta/view?id=${id}`, school.superadmin.token)
  expect(
    await screen.findByText(/Guru mengusulkan peserta ini lulus: Siap naik level/),
  ).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Aksi lain' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Tolak usulan lulus' }))
  const dialog = await screen.findByRole('dialog')
  const reason = await within(dialog).findByLabelText(/^Alasan/)
  await user.type(reason, 'Tunggu ujian')
  // Every way of closing the dialog asks about unsaved input: the X button, Escape, and a press
  // outside the dialog.
  for (const leave of [
    () => user.click(within(dialog).getByRole('button', { name: 'Tutup' })),
    () => user.type(reason, '{Escape}'),
    () => user.click(document.querySelector('.mantine-Modal-overlay')!),
  ]) {
    await leave()
    await user.click(await screen.findByRole('button', { name: 'Tetap di sini' }))
  }
  expect(reason).toHaveValue('Tunggu ujian')
  await user.click(within(dialog).getByRole('button', { name: 'Tolak usulan' }))
  expect(await screen.findByText(/belum lulus: usulan ditolak/)).toBeVisible()
  const { kelas } = must(await coach.get<CallOutput<typeof portalPelatih>>('/portal/pelatih'))
  expect(kelas[0]?.peserta[0]?.usulan?.jawaban).toBe('Tunggu ujian')
})

test('shows a student the next lessons, their course and hints for empty panels', async () => {
  const { api, ids } = school
  await api.db.deleteFrom('pertemuan').execute()
  await renderApp('/portal/peserta', await tokenOf(ids.peserta))
  expect(await panel('Pertemuan berikutnya')).toHaveTextContent('Hubungi sekolah')
  expect(await panel('Kursus saya')).toHaveTextContent(/Piano Grade 1.*Senin/)
  expect(await panel('Kehadiran setahun terakhir')).toHaveTextContent('Belum ada absensi')
  expect(screen.queryByText('Tagihan saya')).toBeNull()
})

test('shows the lessons affected by a leave while an admin decides on it', async () => {
  const { api, ids, superadmin } = school
  await api.db.deleteFrom('pertemuan').execute()
  const s = { ...api, ids } as Parameters<typeof storeLesson>[0]
  await storeLesson(s, ids.kelas, day(3))
  const { id } = must(
    await superadmin.post('/pelatih-libur/create', {
      pelatih_id: ids.pelatih,
      mulai: day(2),
      selesai: day(4),
      alasan: 'Sakit',
    }),
  )
  const user = await renderApp('/pelatih-libur', superadmin.token)
  await user.click(await screen.findByRole('button', { name: /^Aksi/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Putuskan' }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText(/1 pertemuan perlu guru pengganti/)).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Setujui' }))
  expect(
    await screen.findByText('Libur Citra Guru disetujui; 1 pertemuan perlu pengganti'),
  ).toBeVisible()
  expect(must(await superadmin.get(`/pelatih-libur/view?id=${id}`)).status).toBe('disetujui')
})

test('lets a coach ask for own leave', async () => {
  const { ids, superadmin } = school
  const user = await renderApp('/pelatih-libur', await tokenOf(ids.pelatih))
  await user.click(await screen.findByRole('button', { name: 'Tambah' }))
  const dialog = within(await screen.findByRole('dialog'))
  const date = day(40)
  await user.type(await dialog.findByLabelText(/^Mulai/), date)
  await user.type(dialog.getByLabelText(/^Selesai/), date)
  await user.type(dialog.getByLabelText(/^Alasan/), 'Wisuda anak')
  expect(dialog.queryByLabelText(/^Guru/)).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Simpan' }))
  expect(await screen.findByText('Wisuda anak', { selector: ':not(textarea)' })).toBeVisible()
  const [leave] = must<{ pelatih_id: number }[]>(
    await superadmin.get(`/pelatih-libur?mulai=${date}`),
  )
  expect(leave?.pelatih_id).toBe(ids.pelatih)
})

test('makes a child’s calendar link for a payer, shows it once and revokes it', async () => {
  const { ids } = school
  const user = await renderApp('/profile/view', await tokenOf(ids.akun))
  const calendars = await panel('Kalender')
  await user.click(
    await within(calendars).findByRole('button', { name: 'Buat tautan: Jadwal Hana Santoso' }),
  )
  const dialog = await screen.findByRole('dialog')
  const link = within(dialog).getByLabelText<HTMLInputElement>('Tautan').value
  expect(link).toMatch(/\/api\/kalender\/[\w-]{22}\.ics$/)
  await user.click(within(dialog).getByText('Tutup'))
  await user.click(
    await within(calendars).findByRole('button', { name: 'Cabut: Jadwal Hana Santoso' }),
  )
  await user.click(await screen.findByRole('button', { name: 'Cabut' }))
  expect(
    await within(calendars).findByRole('button', { name: 'Buat tautan: Jadwal Hana Santoso' }),
  ).toBeVisible()
})

test('offers a payer to pay several bills at once, and says how much is paid', async () => {
  const { api, ids, superadmin } = school
  const s = { ...api, ids, superadmin } as unknown as School
  const akun = await makeAkun(s)
  const bill = await makeBill(s, akun, 100_000)
  await makeBill(s, akun, 70_000)
  must(
    await superadmin.post('/billing-payment/create', {
      akun_billing_id: akun,
      tanggal: currentDay(),
      jumlah: 40_000,
      metode: 0,
      alokasi: [{ billing_id: bill, jumlah: 40_000 }],
    }),
  )
  const user = await renderApp('/portal/akun-billing', await tokenOf(akun))
  const due = within(await panel('Yang harus dibayar'))
  expect(due.getByText(/dibayar Rp40\.000 dari Rp100\.000/)).toBeVisible()
  await user.click(due.getByRole('link', { name: 'Bayar semua' }))
  const bills = within(await screen.findByRole('group', { name: /^Tagihan yang dibayar/ }))
  for (const tick of bills.getAllByRole('checkbox')) expect(tick).toBeChecked()
  expect(screen.getByLabelText(/^Jumlah/)).toHaveValue('Rp 130.000')
})
