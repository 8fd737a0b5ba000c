/** Export of a list: the file has the same rows as all pages of the list. */
import { readFile } from 'node:fs/promises'
import { parse } from 'node:querystring'
import type { Page } from '@playwright/test'
import { MetodePembayaran } from '#contract/enums.ts'
import { expect, test } from '../fixtures.ts'

/** Parses a CSV file to rows of cells. In a quoted cell, two quotes stand for one. */
const cells = (csv: string): string[][] => {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of csv.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\n\r]*))(,|\r?\n|$)/g,
  )) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === '') break
    if (end !== ',') rows.push([])
  }
  return rows.filter((row) => row.length > 1 || row[0] !== '')
}
const exported = async (page: Page) => {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await page.getByRole('button', { name: 'Ekspor' }).click()
      await page.getByRole('menuitem', { name: 'CSV' }).click()
    })(),
  ])
  const bytes = await readFile(await file.path())
  const [head = [], ...rows] = cells(bytes.toString('utf8').slice(1))
  const column = (label: string) => rows.map((row) => row[head.indexOf(label)] ?? '')
  return { name: file.suggestedFilename(), bom: bytes.subarray(0, 3).toString('hex'), rows, column }
}

test.describe('superadmin', () => {
  test.use({ role: 'superadmin' })
  test('exports a filtered, sorted list of banks and neutralises a formula in a cell', async ({
    page,
    open,
    api,
  }) => {
    const evil = '=HYPERLINK("http://contoh.id";"Klik")'
    for (const [nama_bank, status] of [
      [evil, 'aktif'],
      ['Bank Uji, "Kutip"', 'aktif'],
      ['Bank Uji Tutup', 'nonaktif'],
    ])
      expect(
        (
          await api('superadmin').post('/bank/create', {
            nama_bank,
            no_rekening: '123456',
            atas_nama: 'Nada',
            tipe: 'rekening',
            metode: MetodePembayaran.transfer,
            status,
          })
        ).status,
      ).toBeLessThan(300)
    await open('/bank?status=aktif&sort=-nama_bank')
    await expect(page.getByRole('row').filter({ hasText: '"Kutip"' })).toBeVisible()
    const shownNames = await page.locator('tbody td[data-label="Nama Bank"]').allInnerTexts()
    const file = await exported(page)
    expect(file.name).toMatch(/^bank-aktif-\d{4}-\d\d-\d\d\.csv$/)
    expect(file.bom).toBe('efbbbf')
    expect(file.column('Nama Bank')).toEqual(
      shownNames.map((name) => (name === evil ? `'${evil}` : name)),
    )
    expect(new Set(file.column('Status'))).toEqual(new Set(['Aktif']))
    const [sheet] = await Promise.all([
      page.waitForEvent('download'),
      (async () => {
        await page.getByRole('button', { name: 'Ekspor' }).click()
        await page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click()
      })(),
    ])
    expect(sheet.suggestedFilename()).toMatch(/^bank-aktif-\d{4}-\d\d-\d\d\.xlsx$/)
    expect((await readFile(await sheet.path())).subarray(0, 4).toString('latin1')).toBe(
      'PK\x03\x04',
    )
  })
})

test.describe('admin', () => {
  test.use({ role: 'admin' })
  for (const [route, call] of [
    ['/user/peserta?q=an&sort=-created_at', '/user?jenis=peserta&q=an&sort=-created_at'],
    [
      '/billing/unpaid?sort=-jatuh_tempo&sumber=generate',
      '/billing?payment_status=0&status=1&batal=0&sumber=generate&sort=-jatuh_tempo',
    ],
  ] as const) {
    test(`exports all pages of ${route}`, async ({ page, open, api }) => {
      await open(route)
      const total = /dari ([\d.]+)/
        .exec(await page.getByText(/^Menampilkan/).innerText())?.[1]
        ?.replaceAll('.', '')
      const file = await exported(page)
      const ids: string[] = []
      for (let n = 1; ids.length < Number(total); n++) {
        const { data, headers } = await api('admin').get<{ id: number }[]>(
          `${call}&per-page=100&page=${n}`,
        )
        expect(headers.get('x-pagination-total-count')).toBe(total)
        ids.push(...data.map((row) => String(row.id)))
      }
      expect(ids.length).toBeGreaterThan(20)
      expect(file.column('ID')).toEqual(ids)
      expect(parse(new URL(page.url()).hash.split('?')[1] ?? '')).toMatchObject(
        parse(route.split('?')[1] ?? ''),
      )
    })
  }
})
