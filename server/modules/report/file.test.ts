/**
 * Reports as files: they contain the same figures as the screen, with sums and ratios as formulas.
 */
import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  figuresOf,
  goesWith,
  totalLabelOf,
  type AnyReport,
  type FigureKind,
  type ReportAnswer,
} from '#contract/report/report.ts'
import { reports } from '#contract/report/reports.ts'
import { makeRandom } from '#contract/values/random.ts'
import { formatNumber } from '#contract/values/rupiah.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Client } from '#mocks/api/api.ts'
import { uploadProof } from '#mocks/money/confirmation.ts'
import { makeAkun, makeBill } from '#mocks/people/family.ts'
import { makePeople } from '#mocks/report/reportPeople.ts'
import { fillReports } from '#mocks/report/reportSchool.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

const all = Object.values(reports) as AnyReport[]
let s: School
beforeAll(async () => {
  s = await makeSchool()
  await fillReports(s, makeRandom(5), await makePeople(s))
})
afterAll(() => s.close())

const days = {
  rentang: 'dari=2025-10-01&sampai=2026-04-20',
  tanggal: 'pada=2026-01-31',
  bulan: 'bulan=2026-02',
}
const waysOf = (report: AnyReport) =>
  Object.keys(report.bases).flatMap((basis) =>
    Object.entries(report.groups)
      .filter(([, group]) => goesWith(group, basis))
      .map(([kelompok]) => `${days[report.span]}&basis=${basis}&kelompok=${kelompok}`),
  )
const said = (kind: FigureKind, value: number | null | undefined): string => {
  if (value == null) return ''
  return kind === 'persen' ? `${formatNumber(value / 100)}%` : String(value)
}

interface Cell {
  formula: string | undefined
  value: string
}
/** Returns the cells of a sheet by address, such as `B3`. */
const cellsOf = (bytes: Uint8Array): Map<string, Cell> => {
  const xml = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml']!)
  const cells = new Map<string, Cell>()
  for (const [, name, inner] of xml.matchAll(/<c r="([A-Z]+\d+)"[^>]*>(.*?)<\/c>/g))
    cells.set(name!, {
      formula: /<f>(.*?)<\/f>/.exec(inner!)?.[1],
      value: /<v>(.*?)<\/v>/.exec(inner!)?.[1] ?? inner!.replace(/<[^>]+>/g, ''),
    })
  return cells
}
const numberAt = (cells: Map<string, Cell>, name: string) => Number(cells.get(name)?.value || 0)
/** Evaluates a formula, which is a sum of a column, a sum of cells, or a ratio. */
const computed = (cells: Map<string, Cell>, formula: string): number | null => {
  const sum = /^SUM\(([A-Z]+)(\d+):[A-Z]+(\d+)\)$/.exec(formula)
  if (sum) {
    let total = 0
    for (let row = Number(sum[2]); row <= Number(sum[3]); row++)
      total += numberAt(cells, `${sum[1]}${row}`)
    return total
  }
  const added = (text: string) =>
    [...text.matchAll(/([+-]?)([A-Z]+\d+)/g)].reduce(
      (n, [, sign, name]) => n + (sign === '-' ? -1 : 1) * numberAt(cells, name!),
      0,
    )
  const ratio = /ROUND\(\((.*?)\)(?:\*(\d+))?\/([A-Z]+\d+),(\d)\)/.exec(formula)
  if (!ratio) return added(formula)
  const by = numberAt(cells, ratio[3]!)
  const scale = 10 ** Number(ratio[4])
  return by === 0
    ? null
    : Math.round(((added(ratio[1]!) * Number(ratio[2] ?? 1)) / by) * scale) / scale
}

describe('report files', () => {
  test.each(all.map((report) => [report.name, report] as const))(
    '%s: CSV and XLSX contain the figures of the screen',
    async (name, report) => {
      for (const query of waysOf(report)) {
        const answer = must(await s.admin.get<ReportAnswer>(`/laporan/${name}?${query}`))
        const csv = await s.admin.get<string>(`/laporan/${name}/ekspor?${query}`)
        const table: string[][] = parse(csv.data, { bom: true })
        const names = figuresOf(report, answer.kelompok)
        const figures = [...answer.baris, answer.total].map(({ nilai }) =>
          names.map((n) => said(report.all[n]!.kind, nilai[n])),
        )
        const lines = table.slice(1, 1 + figures.length)
        expect(
          lines.map((row) => row.slice(-names.length)),
          query,
        ).toEqual(figures)

        const { data, status } = await s.admin.bytes(`/laporan/${name}/ekspor?${query}&format=xlsx`)
        expect(status).toBe(200)
        const cells = cellsOf(data)
        const formulas = [...cells.values()].filter((c) => c.formula !== undefined)
        // Expects no sums for a group whose lines show states of different days, because such lines
        // must not be added up.
        const isSummed = !report.groups[answer.kelompok]?.states
        expect(formulas.length > 0, query).toBe(isSummed)
        for (const { formula, value } of formulas)
          expect(computed(cells, formula!), `${query} ${formula}`).toBe(Number(value))
        const texts = [...cells.values()].map((c) => c.value)
        expect(texts).toContain(totalLabelOf(report, answer.kelompok))
        expect(texts).toContain('Basis')
      }
    },
    60_000,
  )
  test('names the filters, except users out of scope', async () => {
    const { ids } = s
    const query = `gedung_id=${ids.gedung}&metode=0&sales_id=${ids.sales}`
    const said = async (client: Client) =>
      must(await client.get<ReportAnswer>(`/laporan/pendapatan?${query}`)).saring.map(
        ({ label, teks }) => [label, teks],
      )
    const names = [
      ['Outlet', 'Nada Jakarta'],
      ['Sales', 'Dewi Sales'],
      ['Metode', 'Tunai'],
    ]
    expect(await said(s.superadmin)).toEqual(names)
    expect(await said(s.admin2)).toEqual([
      ['Outlet', `#${ids.gedung}`],
      ['Sales', `#${ids.sales}`],
      ['Metode', 'Tunai'],
    ])
    const { data } = await s.superadmin.bytes(`/laporan/pendapatan/ekspor?${query}&format=xlsx`)
    const texts = [...cellsOf(data).values()].map((c) => c.value)
    for (const [label, teks] of names) expect(texts).toEqual(expect.arrayContaining([label, teks]))
  })
  test('requires the code of the report as well and audits the file', async () => {
    const { id: role_id } = must<{ id: number }>(
      await s.superadmin.post('/role/create', {
        name: 'Pengekspor',
        dasar_role_id: 2,
        accesses: ['laporan/ekspor', 'laporan/pengeluaran'],
      }),
    )
    await s.db.updateTable('user').set({ role_id }).where('id', '=', s.ids.admin2).execute()
    expect((await s.admin2.get('/laporan/pendapatan/ekspor')).status).toBe(403)
    expect((await s.admin2.get('/laporan/pengeluaran/ekspor')).status).toBe(200)
    const noted = await s.db
      .selectFrom('audit')
      .select('sesudah')
      .where('entitas', '=', 'laporan')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(noted.map((row) => JSON.parse(row.sesudah ?? '{}').laporan)).toEqual(['pengeluaran'])
  })
})

describe('query validation', () => {
  test.each([
    ['/laporan/pendapatan?dari=2026-05-02&sampai=2026-05-01', 'sampai'],
    ['/laporan/pendapatan?dari=2000-01-01&sampai=2026-05-01', 'sampai'],
    ['/laporan/pendapatan?basis=akrual&kelompok=metode', 'kelompok'],
    ['/laporan/pendapatan?kelompok=constructor', 'kelompok'],
    ['/laporan/pendapatan?gedung_id=abc', 'gedung_id'],
    ['/laporan/pendapatan/rincian?ukuran=rata_rata', 'ukuran'],
    ['/laporan/laba-rugi?bulan=2026-13', 'bulan'],
    ['/laporan/pendapatan/ekspor?format=exe', 'format'],
  ])('rejects %s', async (path, field) => {
    const { status, data } = await s.superadmin.get(path)
    expect(status).toBe(422)
    expect(data.errors.map((e: { field: string }) => e.field)).toContain(field)
  })
})

test('keeps the receivables of a past day unchanged after later voids and moves', async () => {
  const akun = await makeAkun(s)
  const today = currentDay()
  const [before, yesterday] = [addDays(today, -3), addDays(today, -1)]
  const dates = { tanggal_terbit: addDays(today, -20), jatuh_tempo: addDays(today, -10) }
  const bills: number[] = []
  for (const harga of [400_000, 300_000, 200_000]) bills.push(await makeBill(s, akun, harga, dates))
  const pay = (jumlah: number, billing_id: number) =>
    s.superadmin.post<{ id: number }>('/billing-payment/create', {
      akun_billing_id: akun,
      tanggal: before,
      metode: 0,
      jumlah,
      alokasi: [{ billing_id, jumlah }],
    })
  const voided = must(await pay(150_000, bills[0]!)).id
  const moved = must(await pay(100_000, bills[1]!)).id
  must(
    await s.superadmin.post('/billing-payment/create', {
      akun_billing_id: akun,
      gedung_id: s.ids.gedung,
      tanggal: before,
      metode: 0,
      jumlah: 10_000,
      alokasi: [],
    }),
  )
  const asOf = `pada=${yesterday}&akun_billing_id=${akun}`
  const read = async (path: string) => must(await s.superadmin.get<ReportAnswer>(path))
  /** Reads the figures of every report that shows amounts owed as of a day. */
  const owed = async () => {
    const { total } = await read(`/laporan/piutang?${asOf}`)
    const byMonth = await read(`/laporan/piutang?${asOf}&kelompok=bulan`)
    const sales = await read(`/laporan/performa-sales?dari=${before}&sampai=${yesterday}`)
    return {
      total: total.nilai,
      months: byMonth.baris.map((line) => line.nilai),
      tunggakan: sales.baris.map(({ kunci, nilai }) => [kunci, nilai.tunggakan]),
    }
  }
  const debtBefore = await owed()
  expect([debtBefore.total.total, debtBefore.total.tagihan, debtBefore.total.h1]).toEqual([
    650_000, 3, 650_000,
  ])
  expect([debtBefore.total.saldo, debtBefore.months.at(-1)?.total]).toEqual([10_000, 650_000])
  const alasan = 'Salah catat kemarin'
  must(await s.superadmin.post(`/billing-payment/batalkan?id=${voided}`, { alasan }))
  expect(await owed()).toEqual(debtBefore)
  must(
    await s.superadmin.post(`/billing-payment/alih?id=${moved}`, {
      alokasi: [{ billing_id: bills[2], jumlah: 100_000 }],
      alasan,
    }),
  )
  expect(await owed()).toEqual(debtBefore)
  must(await s.superadmin.post(`/billing/batalkan?id=${bills[0]}`, { alasan }))
  expect(await owed()).toEqual(debtBefore)
  must(await s.superadmin.post(`/billing/terbit-ulang?id=${bills[1]}`, { alasan }))
  expect(await owed()).toEqual(debtBefore)
  must(
    await s.superadmin.post(`/user/refund-saldo?id=${akun}`, {
      jumlah: 4000,
      tanggal: today,
      metode: 0,
      gedung_id: s.ids.gedung,
      bukti: await uploadProof(s.superadmin),
      alasan,
    }),
  )
  expect(await owed()).toEqual(debtBefore)
  // The bill that replaces the voided one is a draft, which is not counted.
  const now = must(await s.superadmin.get<ReportAnswer>(`/laporan/piutang?akun_billing_id=${akun}`))
    .total.nilai
  expect([now.total, now.tagihan]).toEqual([100_000, 1])
})
