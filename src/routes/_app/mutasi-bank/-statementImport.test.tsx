/**
 * Tests of the import of a bank statement: the page asks for the values that the file lacks before
 * the server stores rows.
 */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import { must } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

const stored = async () =>
  must<{ masuk: number; keluar: number }[]>(
    await school.superadmin.get(`/mutasi-bank?bank_id=${school.ids.bank}&per-page=100`),
  ).map((line) => line.masuk - line.keluar)
const send = async (text: string) => {
  const user = await renderApp('/mutasi-bank/import', (await school.api.as(1)).token)
  const bank = await screen.findByLabelText(/^Rekening/)
  await waitFor(() => expect(within(bank).getAllByRole('option').length).toBeGreaterThan(1))
  await user.selectOptions(bank, String(school.ids.bank))
  const file = new File([text], 'mutasi.csv', { type: 'text/csv' })
  await user.upload(screen.getByLabelText(/^Berkas mutasi/), file)
  await screen.findByText(/belum ada yang disimpan/)
  return user
}
const importButton = () => screen.getByRole('button', { name: /^Impor \d+ baris$/ })

test('asks for the direction of money if the file does not state it', async () => {
  const user = await send(
    'Tanggal;Keterangan;Jumlah\n24/11/2025;LES PIANO;350.000\n25/11/2025;LES BIOLA;450.000',
  )
  const ask = await screen.findByRole('radiogroup', { name: /^Arah uang dari 2 baris tidak dapat/ })
  expect(within(ask).getByText('24 Nov 2025 · LES PIANO · Rp350.000')).toBeVisible()
  expect(importButton()).toBeDisabled()
  const check = screen.getByRole('button', { name: 'Periksa dengan jawaban ini' })
  expect(check).toBeDisabled()
  await user.click(within(ask).getByRole('radio', { name: 'Semuanya uang masuk' }))
  await user.click(check)
  await waitFor(() => expect(importButton()).toBeEnabled())
  expect(screen.queryByRole('radiogroup')).toBeNull()
  expect(await stored()).toEqual([])
  await user.click(importButton())
  expect(await screen.findByText(/^2 baris dari mutasi\.csv diimpor/)).toBeVisible()
  expect((await stored()).toSorted()).toEqual([350_000, 450_000])
})

test('shows a contradiction to the last import and days in the future', async () => {
  const head = 'Tanggal;Keterangan;Debit;Kredit\n'
  await school.superadmin.upload('/mutasi-bank/import', 'a.csv', `${head}24/10/2025;A;;1000.00`, {
    bank_id: String(school.ids.bank),
  })
  const future = addDays(currentDay(), 2)
  const user = await send(`${head}${future};B;;350.000\n${future};C;15.000;`)
  expect(screen.getByText(/^2 baris bertanggal di masa depan/)).toBeVisible()
  const ask = await screen.findByRole('radiogroup', {
    name: 'Terakhir kali titik adalah tanda desimal; berkas ini memakai titik sebagai pemisah ribuan.',
  })
  expect(importButton()).toBeDisabled()
  await user.click(within(ask).getByRole('radio', { name: /^Titik memisahkan ribuan/ }))
  await user.click(screen.getByRole('button', { name: 'Periksa dengan jawaban ini' }))
  await waitFor(() => expect(importButton()).toBeEnabled())
  await user.click(importButton())
  await screen.findByText(/^2 baris dari mutasi\.csv diimpor/)
  expect((await stored()).toSorted()).toEqual([-15_000, 1000, 350_000])
})
