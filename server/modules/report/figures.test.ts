/**
 * Compares the figures of reports with the results of plain loops over the rows
 * (mocks/report/reportPlain.ts). Also compares every figure with the sum of its detail rows. Uses
 * random schools and ranges; `NADA_REPORT_SCHOOLS` sets the number of schools.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  goesWith,
  isRatio,
  noKey,
  type AnyReport,
  type ReportAnswer,
  type ReportDetail,
} from '#contract/report/report.ts'
import { reports } from '#contract/report/reports.ts'
import { makeRandom, type Random } from '#contract/values/random.ts'
import { addDays, firstDay, lastDay } from '#contract/values/tanggal.ts'
import type { Client } from '#mocks/api/api.ts'
import { makePeople } from '#mocks/report/reportPeople.ts'
import { plainOf, type Around } from '#mocks/report/reportPlain.ts'
import { fillReports } from '#mocks/report/reportSchool.ts'
import type { Row, World } from '#mocks/report/reportStore.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { untyped } from '#server/resource/module.ts'

const schools = Number(process.env.NADA_REPORT_SCHOOLS ?? 1)
const all = Object.values(reports) as AnyReport[]
let s: School
let people: Awaited<ReturnType<typeof makePeople>>
beforeAll(async () => {
  s = await makeSchool()
  people = await makePeople(s)
})
afterAll(() => s.close())

const readAround = async (): Promise<Around> => {
  const read = (table: 'gedung' | 'user' | 'kursus') =>
    untyped(s.db).selectFrom(table).selectAll().execute() as Promise<Row[]>
  return { gedung: await read('gedung'), user: await read('user'), kursus: await read('kursus') }
}
const spanOf = (report: AnyReport, r: Random) => {
  const day = addDays('2025-01-15', r.int(0, 660))
  const end = r.chance(0.3) ? lastDay(day.slice(0, 7)) : addDays(day, r.int(0, 200))
  const month = day.slice(0, 7)
  switch (report.span) {
    case 'rentang':
      return { query: `dari=${day}&sampai=${end}`, dari: day, sampai: end }
    case 'tanggal':
      return { query: `pada=${day}`, dari: day, sampai: day }
    case 'bulan':
      return { query: `bulan=${month}`, dari: firstDay(month), sampai: lastDay(month) }
  }
}
/** Returns all pairs of a basis of the report and a group that is available for this basis. */
const waysOf = (report: AnyReport) =>
  Object.keys(report.bases).flatMap((basis) =>
    Object.entries(report.groups)
      .filter(([, group]) => goesWith(group, basis))
      .map(([kelompok]) => ({ basis, kelompok })),
  )
const counted = (report: AnyReport, kelompok: string) =>
  Object.entries(report.figures).filter(
    ([name, figure]) =>
      !isRatio(figure) && name !== 'target' && !report.groups[kelompok]?.without?.includes(name),
  )
const expectFigures = (
  report: AnyReport,
  answer: ReportAnswer,
  plain: Map<string, Record<string, number>>,
  where: string,
) => {
  const keys = new Set([...answer.baris.map((b) => b.kunci!), ...plain.keys()])
  keys.delete('')
  for (const [name, figure] of counted(report, answer.kelompok)) {
    const empty = !isRatio(figure) && figure.rows === 'median' ? null : 0
    expect(answer.total.nilai[name], `${where} total ${name}`).toBe(plain.get('')?.[name] ?? empty)
    for (const key of keys) {
      const line = answer.baris.find((b) => b.kunci === key)
      expect(line?.nilai[name] ?? empty, `${where} ${key} ${name}`).toBe(
        plain.get(key)?.[name] ?? empty,
      )
    }
  }
}

test(
  'returns the figures of plain loops over the rows, for all outlets and for one',
  async () => {
    for (let seed = 1; seed <= schools; seed++) {
      const r = makeRandom(seed)
      const world = await fillReports(s, r, people)
      const plain = plainOf(world, await readAround())
      const ownOutlets = [s.ids.gedung2]
      for (const report of all)
        for (const way of waysOf(report)) {
          const { query, ...days } = spanOf(report, r)
          const ask = { laporan: report.name, ...days, ...way }
          const path = `/laporan/${report.name}?${query}&basis=${way.basis}&kelompok=${way.kelompok}`
          const where = `seed ${seed} ${path}`
          expectFigures(report, must(await s.superadmin.get<ReportAnswer>(path)), plain(ask), where)
          const scopedAnswer = must(await s.admin2.get<ReportAnswer>(path))
          const filtered = must(
            await s.superadmin.get<ReportAnswer>(`${path}&gedung_id=${ownOutlets[0]}`),
          )
          if (way.kelompok !== 'akun') {
            expectFigures(
              report,
              scopedAnswer,
              plain({ ...ask, gedung: ownOutlets }),
              `${where} admin2`,
            )
            expectFigures(
              report,
              filtered,
              plain({ ...ask, gedung: ownOutlets }),
              `${where} filtered`,
            )
          }
        }
    }
  },
  60_000 * schools,
)

/** Reads all detail rows of a figure, page by page. */
const rowsOf = async (by: Client, path: string): Promise<ReportDetail[]> => {
  const rows: ReportDetail[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await by.get<ReportDetail[]>(`${path}&per-page=100&page=${page}`)
    rows.push(...must(answer))
    pages = Number(answer.headers.get('x-pagination-page-count'))
  }
  return rows
}
const median = (values: number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  if (sorted.length === 0) return null
  return Number.isInteger(half)
    ? (sorted[half - 1]! + sorted[half]!) / 2
    : sorted[Math.floor(half)]!
}
describe('the rows of each figure', () => {
  let world: World
  beforeAll(async () => {
    world = await fillReports(s, makeRandom(77), people)
  })
  test.each(all.map((report) => [report.name, report] as const))(
    'match exactly in %s',
    async (_, report) => {
      expect(world.billing!.length).toBeGreaterThan(10)
      const days = {
        rentang: 'dari=2025-11-01&sampai=2026-03-20',
        tanggal: 'pada=2026-02-10',
        bulan: 'bulan=2026-02',
      }
      for (const { basis, kelompok } of waysOf(report)) {
        const query = `${days[report.span]}&basis=${basis}&kelompok=${kelompok}`
        const answer = must(
          await s.superadmin.get<ReportAnswer>(`/laporan/${report.name}?${query}`),
        )
        const figures = Object.entries(report.all).filter(
          ([name, f]) =>
            !isRatio(f) &&
            name in answer.total.nilai &&
            !report.groups[kelompok]?.without?.includes(name),
        )
        for (const [name, figure] of figures) {
          const check = async (more: string, expected: number | null | undefined) => {
            const path = `/laporan/${report.name}/rincian?${query}&ukuran=${name}${more}`
            const rows = await rowsOf(s.superadmin, path)
            const values = rows.map((row) => row.nilai ?? 0)
            const sum = values.reduce((a, b) => a + b, 0)
            const got = !isRatio(figure) && figure.rows === 'median' ? median(values) : sum
            expect(got, path).toBe(expected ?? null)
            expect(
              rows.every((row) => row.nama !== null),
              path,
            ).toBe(true)
          }
          await check('', answer.total.nilai[name])
          if (name in report.tiles) continue
          for (const line of answer.baris.slice(0, 1))
            await check(`&kunci=${encodeURIComponent(line.kunci ?? noKey)}`, line.nilai[name])
        }
      }
    },
    60_000,
  )
})
