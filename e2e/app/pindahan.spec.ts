/**
 * Moving in from one workbook: template, trial with a problem, mapping of an unknown sheet, the
 * corrected workbook, its run, and a repetition that stores nothing.
 */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { book, schoolSheets } from '#mocks/import/workbook.ts'
import { checkAll } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'

test.use({ role: 'superadmin' })
test.describe.configure({ timeout: 120_000 })

const choose = async (page: Page, sheets: Parameters<typeof book>[0]) =>
  page.getByLabel('Berkas', { exact: true }).setInputFiles({
    name: 'sekolah.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(book(sheets)),
  })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const row = (page: Page, name: RegExp) => page.getByRole('row', { name })
const download = async (page: Page, name: string) => {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).click(),
  ])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test('moves a school in: template, problem, unknown sheet, correction, run', async ({
  page,
  open,
  api,
}) => {
  await open('/setting')
  await page.getByRole('link', { name: 'Pindahkan dari Excel' }).click()
  await expect(heading(page, 'Langkah 1 dari 3: Berkas')).toBeVisible()
  await checkAll(page, 'the first step')
  const template = await download(page, 'Template Excel (XLSX)')
  expect(template.name).toMatch(/^pindahan-nada.*\.xlsx$/)
  expect(template.bytes.subarray(0, 2).toString()).toBe('PK')

  await choose(page, schoolSheets('71', 'Nada Salah'))
  await expect(heading(page, 'Langkah 2 dari 3: Periksa')).toBeFocused()
  await expect(row(page, /^3 Studio B/)).toContainText('Outlet: "Nada Salah" tidak ditemukan')
  await checkAll(page, 'a trial with problems')
  const problems = await download(page, 'Daftar masalah (XLSX)')
  expect(problems.name).toBe('masalah-sekolah.xlsx')

  await page.getByLabel('Daftar Jurusan').selectOption('Kategori Kursus')
  await page.getByRole('button', { name: 'Periksa ulang' }).click()
  await expect(row(page, /^Daftar Jurusan \(Kategori Kursus\) 1 1/)).toBeVisible()

  await page.getByRole('button', { name: 'Pilih berkas yang diperbaiki' }).click()
  await choose(page, schoolSheets('71'))
  // A reload shows the same trial, whose id is in the address.
  await expect(page.getByRole('button', { name: 'Simpan 4 baris' })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Simpan 4 baris' }).click()
  await expect(page.getByText('sekolah.xlsx: semua lembar disimpan.')).toBeVisible()
  await expect(row(page, /^Ruang/)).toContainText('Disimpan')
  await checkAll(page, 'a finished run')
  expect((await api('superadmin').get<unknown[]>('/gedung?q=Nada 71')).data).toHaveLength(1)
  expect((await api('superadmin').get<unknown[]>('/kategori-kursus?q=Biola 71')).data).toHaveLength(
    1,
  )

  await page.getByRole('button', { name: 'Pindahkan berkas lain' }).click()
  await choose(page, schoolSheets('71'))
  await expect(page.getByText(/^Isi berkas sama dengan data yang ada/)).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Langkah 1 dari 3: Berkas')).toBeVisible()
})
