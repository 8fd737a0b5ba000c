/** The saldo of a payer on the screen: given back, handed on within the family, put right. */
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { infoBilling } from '#contract/access/userCalls.ts'
import type { CallOutput } from '#contract/call.ts'
import { makeAkun } from '#mocks/family.ts'
import { must, type School } from '#mocks/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

const saldoOf = async (id: number) =>
  must(await school.superadmin.get<CallOutput<typeof infoBilling>>(`/user/info-billing?id=${id}`))
    .saldo_kredit
const give = async (id: number, jumlah: number) => {
  const body = { arah: 'tambah', jumlah, alasan: 'Saldo awal untuk pengujian' }
  must(await school.superadmin.post(`/user/koreksi-saldo?id=${id}`, body))
}
const dialog = async (name: RegExp) => within(await screen.findByRole('dialog', { name }))
type Form = Awaited<ReturnType<typeof dialog>>
/** Opens the payer of the school and an action of theirs. */
const act = async (label: string): Promise<{ user: UserEvent; form: Form }> => {
  const user = await renderApp(`/user/view?id=${school.ids.akun}`, school.superadmin.token)
  await user.click(await screen.findByRole('button', { name: 'Aksi lain' }))
  await user.click(await screen.findByRole('menuitem', { name: label }))
  return { user, form: await dialog(new RegExp(`^${label} Fajar Santoso$`)) }
}
const fill = async (user: UserEvent, form: Form, label: RegExp, text: string) => {
  const field = await form.findByLabelText(label, { selector: 'input, textarea' })
  await user.clear(field)
  await user.type(field, text)
}
/** Sends the dialog, which goes away, and sees what is said. */
const send = async (user: UserEvent, form: Form, button: string, told: string) => {
  await user.click(form.getByRole('button', { name: button }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText(told)).toBeVisible()
}

test('saldo is put right, by as much and for a reason', async () => {
  const { user, form } = await act('Koreksi saldo')
  await user.selectOptions(await form.findByLabelText(/^Arah/), 'tambah')
  await fill(user, form, /^Jumlah/, '75000')
  expect(await form.findByText(/menjadi/)).toHaveTextContent(/menjadi Rp\s?75\.000/)
  await user.click(form.getByRole('button', { name: 'Catat koreksi' }))
  expect(await form.findByText(/^Wajib/)).toBeVisible()
  await fill(user, form, /^Alasan/, 'Salah dicatat bulan lalu')
  await send(user, form, 'Catat koreksi', 'Fajar Santoso saldonya dikoreksi')
  expect(await saldoOf(school.ids.akun)).toBe(75_000)
})

test('saldo is given back in cash, with the receipt, and no more than there is', async () => {
  await give(school.ids.akun, 90_000)
  const { user, form } = await act('Kembalikan saldo')
  expect(await form.findByText(/^Saldo sekarang/)).toHaveTextContent(/menjadi Rp\s?0/)
  await fill(user, form, /^Jumlah/, '95000')
  await fill(user, form, /^Alasan/, 'Berhenti les, minta kembali')
  const slip = new File([`%PDF-1.7\n${'x'.repeat(60)}`], 'bukti.pdf', { type: 'application/pdf' })
  await user.upload(form.getByLabelText(/^Bukti/, { selector: '[type=file]' }), slip)
  expect(await form.findByRole('button', { name: /Lihat berkas/ })).toBeVisible()
  await user.click(form.getByRole('button', { name: 'Kembalikan' }))
  await waitFor(() => expect(form.getByLabelText(/^Jumlah/)).toBeInvalid())
  await fill(user, form, /^Jumlah/, '60000')
  await send(user, form, 'Kembalikan', 'Fajar Santoso menerima saldonya kembali')
  expect(await saldoOf(school.ids.akun)).toBe(30_000)
})

test('saldo is handed on to another payer of the family', async () => {
  const { api, ids, superadmin } = school
  const { phone } = must(await superadmin.get<{ phone: string }>(`/user/view?id=${ids.akun}`))
  const s = { ...api, ids, superadmin } as unknown as School
  const other = await makeAkun(s, { name: 'Ratna Santoso', phone })
  await give(ids.akun, 80_000)
  const { user, form } = await act('Alihkan saldo')
  await user.type(await form.findByLabelText(/^Ke/, { selector: 'input' }), 'Ratna')
  await user.click(await screen.findByRole('option', { name: /Ratna Santoso/ }))
  await fill(user, form, /^Alasan/, 'Satu keluarga, dua akun')
  await send(user, form, 'Alihkan', 'Fajar Santoso mengalihkan saldonya')
  expect([await saldoOf(ids.akun), await saldoOf(other)]).toEqual([0, 80_000])
})
