/**
 * Tests of the actions on the record of an enrolment: stop, graduate, leave, and requests of the
 * family.
 */
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { KursusPesertaStatus } from '#contract/enums.ts'
import {
  addDays,
  addMonths,
  currentDay,
  firstDay,
  formatTanggalShort,
} from '#contract/values/tanggal.ts'
import { must } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

const name = 'Hana Santoso – Piano Grade 1'
const today = currentDay()
const nextMonth = firstDay(addMonths(today.slice(0, 7), 1))
interface Enrolment {
  status: number
  selesai: string | null
  cuti_mulai: string | null
  diakhiri_at: string | null
  permintaan_status: string | null
}
const stored = async () =>
  must(await school.superadmin.get<Enrolment>(`/kursus-peserta/view?id=${school.ids.kp}`))
const open = (token = school.superadmin.token) =>
  renderApp(`/kursus-peserta/view?id=${school.ids.kp}`, token)
/** Returns the header of the record, with the title and the status. */
const header = () => screen.getByRole('heading', { level: 1 }).parentElement!
/** Presses a button or a menu item by its label and returns the dialog that opens. */
const act = async (user: UserEvent, label: string) => {
  const inSight = screen.queryByRole('button', { name: label })
  if (inSight) await user.click(inSight)
  else {
    await user.click(screen.getByRole('button', { name: 'Aksi lain' }))
    await user.click(await screen.findByRole('menuitem', { name: label }))
  }
  return within(await screen.findByRole('dialog'))
}
type Form = Awaited<ReturnType<typeof act>>
const fill = async (user: UserEvent, form: Form, label: RegExp, text: string) => {
  const field = await form.findByLabelText(label, { selector: 'input, textarea' })
  await user.clear(field)
  await user.type(field, text)
}
/** Submits the dialog, waits until it closes, and expects the success message. */
const send = async (user: UserEvent, form: Form, button: string, message: string) => {
  await user.click(await form.findByRole('button', { name: button }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText(message)).toBeVisible()
}

test('stops an enrolment after a last lesson and continues it', async () => {
  const user = await open()
  const form = await act(user, 'Berhenti')
  const last = addDays(today, 20)
  await fill(user, form, /^Pertemuan Terakhir/, formatTanggalShort(last))
  await user.click(form.getByRole('button', { name: 'Hentikan' }))
  expect(await form.findByText(/^Wajib diisi/)).toBeVisible()
  await fill(user, form, /^Alasan/, 'Pindah ke kota lain')
  await send(user, form, 'Hentikan', `${name} berhenti`)
  expect(await screen.findByText(`Aktif sampai ${formatTanggalShort(last)}`)).toBeVisible()
  expect(screen.getByText('Pindah ke kota lain')).toBeVisible()
  expect(await stored()).toMatchObject({ status: KursusPesertaStatus.aktif, selesai: last })
  const again = await act(user, 'Kembali')
  await send(user, again, 'Lanjutkan', `${name} dilanjutkan`)
  await waitFor(() => expect(header()).not.toHaveTextContent('Aktif sampai'))
  expect(await stored()).toMatchObject({ selesai: null, diakhiri_at: null })
})

test('makes an enrolment inactive after its last lesson and reactivates it', async () => {
  const user = await open()
  const form = await act(user, 'Berhenti')
  await fill(user, form, /^Pertemuan Terakhir/, formatTanggalShort(addDays(today, -1)))
  await fill(user, form, /^Alasan/, 'Pindah ke kota lain')
  await send(user, form, 'Hentikan', `${name} berhenti`)
  expect(await screen.findByText(KursusPesertaStatus.label(0))).toBeVisible()
  expect(await stored()).toMatchObject({ status: KursusPesertaStatus.tidakAktif })
  const again = await act(user, 'Aktifkan')
  expect(await again.findByLabelText(/^Mulai/)).toHaveValue(formatTanggalShort(today))
  await send(user, again, 'Aktifkan', `${name} aktif`)
  await waitFor(() => expect(header()).toHaveTextContent(KursusPesertaStatus.label(1)))
  expect(await stored()).toMatchObject({ status: KursusPesertaStatus.aktif, selesai: null })
})

test('graduates a student whom the coach has proposed', async () => {
  const { api, ids } = school
  const coach = await api.as(ids.pelatih)
  const proposal = { catatan: 'Siap naik ke Grade 2' }
  must(await coach.post(`/kursus-peserta/usulkan-lulus?id=${ids.kp}`, proposal))
  const user = await open()
  expect(screen.getByText(/^Guru mengusulkan peserta ini lulus/)).toBeVisible()
  const form = await act(user, 'Luluskan')
  expect(await form.findByLabelText(/^Alasan/)).toHaveValue('Siap naik ke Grade 2')
  await send(user, form, 'Luluskan', `${name} lulus`)
  await waitFor(() => expect(header()).toHaveTextContent('Lulus'))
  expect(screen.queryByText(/^Guru mengusulkan/)).toBeNull()
  expect(await stored()).toMatchObject({ status: KursusPesertaStatus.lulus, selesai: today })
})

test('records a leave from a month on and the return', async () => {
  const user = await open()
  const form = await act(user, 'Cuti')
  const begin = await form.findByLabelText(/^Cuti Mulai/)
  expect(begin).toHaveValue(formatTanggalShort(nextMonth))
  await fill(user, form, /^Cuti Mulai/, formatTanggalShort(addDays(nextMonth, 1)))
  await user.click(form.getByRole('button', { name: 'Catat cuti' }))
  expect((await form.findAllByText('Cuti dimulai tanggal 1 sebuah bulan'))[0]).toBeVisible()
  await fill(user, form, /^Cuti Mulai/, formatTanggalShort(nextMonth))
  await send(user, form, 'Catat cuti', `${name} cuti`)
  expect(await stored()).toMatchObject({ cuti_mulai: nextMonth })
  await waitFor(() => expect(header()).toHaveTextContent(`Cuti ${formatTanggalShort(nextMonth)}–`))
  const back = await act(user, 'Kembali')
  await send(user, back, 'Catat kembali', `${name} kembali`)
  await waitFor(() => expect(header()).not.toHaveTextContent(/Cuti \d/))
  expect(await stored()).toMatchObject({ status: KursusPesertaStatus.aktif })
})

const ask = async () => {
  const family = await school.api.as(school.ids.akun)
  const request = { permintaan: 'cuti', mulai: nextMonth, alasan: 'Ujian sekolah' }
  must(await family.post(`/kursus-peserta/ajukan?id=${school.ids.kp}`, request))
  return family
}
test('withdraws a request of a family', async () => {
  const { token } = await ask()
  const user = await open(token)
  expect(screen.getByText(/^Keluarga meminta cuti mulai/)).toBeVisible()
  const form = await act(user, 'Tarik permintaan')
  await send(user, form, 'Tarik permintaan', `${name} ditarik permintaannya`)
  await waitFor(() => expect(screen.queryByText(/^Keluarga meminta/)).toBeNull())
  expect(await stored()).toMatchObject({ status: 1, permintaan_status: 'ditarik' })
})

test('rejects a request of a family with a reason', async () => {
  await ask()
  const user = await open()
  const form = await act(user, 'Tolak permintaan')
  await fill(user, form, /^Alasan/, 'Resital bulan depan')
  await send(user, form, 'Tolak permintaan', `${name} ditolak permintaannya`)
  expect(await stored()).toMatchObject({ status: 1, permintaan_status: 'ditolak' })
  const answer = /^Sekolah menolak permintaan cuti .*: Resital bulan depan$/
  expect(await screen.findByText(answer)).toBeVisible()
})
