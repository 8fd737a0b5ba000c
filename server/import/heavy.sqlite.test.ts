/**
 * Tests that files made to exhaust memory or processor time are rejected with a message, within
 * limits of time and memory, while the server responds to other requests.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { busyLimiters } from '#server/runtime/limiters.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const book = (sheet: string, shared = '') =>
  zipSync({
    'xl/workbook.xml': strToU8(
      '<workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${sheet}`),
    'xl/sharedStrings.xml': strToU8(`<sst>${shared}</sst>`),
  })
const head = '<row r="1"><c t="inlineStr"><is><t>Nama</t></is></c></row>'
const end = '</sheetData></worksheet>'
const attributes = (n: number) =>
  Array.from({ length: n }, (_, i) => `a${i.toString(36)}=""`).join(' ')
// Title, content and expected error of each file. Some files allow several errors: on a busy
// machine the time limit may reject the file before the intended limit does, and on a fast machine
// the file may be read to its end.
const heavy: [string, () => Uint8Array | string, RegExp][] = [
  ['eleven million elements that never end', () => book('<a>'.repeat(11_000_000)), /terlalu rumit/],
  [
    'three million empty cells',
    () => book(`${head}<row>${'<c/>'.repeat(3_000_000)}</row>${end}`),
    /terlalu rumit/,
  ],
  [
    'an element of two million attributes',
    () => book(`<row ${attributes(2_000_000)}/>${end}`),
    /terlalu rumit/,
  ],
  [
    'one long text in three hundred thousand cells',
    () =>
      book(
        `${head}${`<row>${'<c t="s"><v>0</v></c>'.repeat(60)}</row>`.repeat(4900)}${end}`,
        `<si><t>${'x'.repeat(5000)}</t></si>`,
      ),
    /terlalu banyak: maksimal 5 juta|terlalu rumit untuk dibaca/,
  ],
  [
    'a million lines of nothing but commas',
    () => `Nama\n${',,,,\n'.repeat(1_000_000)}`,
    /maksimal 5.000|terlalu rumit untuk dibaca/,
  ],
  ['one line of five million cells', () => ','.repeat(5_000_000), /tidak dapat dibaca/],
  [
    'quotes that never close',
    () => `Nama\n${'"a'.repeat(2_000_000)}`,
    /tidak dapat dibaca|Tidak ada|kolom|terlalu rumit untuk dibaca/,
  ],
]
const sent = (bytes: Uint8Array | string, path = '/ruang/import', client = s.admin) =>
  client.upload(path, 'x.xlsx', bytes, { pratinjau: '1' })

describe('a file', () => {
  test.each(heavy)(
    'of %s is rejected with a message',
    async (_, make, why) => {
      const bytes = make()
      let readCount = 0
      let reading = true
      const answer = sent(bytes).finally(() => {
        reading = false
      })
      while (reading) {
        must(await s.superadmin.get('/bank?per-page=1'))
        readCount++
        // Pauses between the requests, which would otherwise take processor time from the process
        // that reads the file.
        await sleep(20)
      }
      const { status, data } = await answer
      expect([status, data.errors]).toEqual([
        422,
        [{ field: 'file', message: expect.stringMatching(why) }],
      ])
      // Expects that the server responded to other requests while another process read the file.
      expect(readCount).toBeGreaterThan(3)
      expect(busyLimiters()['isolated processes']).toBeUndefined()
    },
    120_000,
  )
  test('of a calendar with five million lines, and with invalid days, is rejected', async () => {
    const calendar = (body: string) => `BEGIN:VCALENDAR\n${body}\nEND:VCALENDAR`
    const event = (more: string) => calendar(`BEGIN:VEVENT\nSUMMARY:Libur\n${more}\nEND:VEVENT`)
    expect(
      (await sent(calendar('\n'.repeat(5_000_000)), '/hari-libur/import')).data.message,
    ).toMatch(/Terlalu banyak baris/)
    for (const day of [
      '20260231',
      '20261301',
      '20260100',
      '00000101',
      '18991231',
      '99991231',
      '2026',
      '',
      '202602311',
      'besok',
    ])
      expect(
        (await sent(event(`DTSTART;VALUE=DATE:${day}`), '/hari-libur/import')).data.errors,
        day,
      ).toEqual([{ field: 'file', message: `Baris 4: "${day}" bukan tanggal yang ada` }])
    expect(
      (await sent(event('DTSTART:20260228\nDTEND:20260230'), '/hari-libur/import')).data.message,
    ).toMatch(/^Baris 5: "20260230" bukan tanggal/)
  }, 60_000)
})

describe('many simultaneous files', () => {
  test('are read few at a time; more than three of a user are rejected until later', async () => {
    const slow = book(`${head}<row>${'<c/>'.repeat(100_000)}</row>${end}`)
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, busyLimiters()['isolated processes']?.running ?? 0)
    }, 5)
    const answers = await Promise.all(
      [s.superadmin, s.admin, s.admin2].flatMap((client) =>
        Array.from({ length: 5 }, () => sent(slow, '/ruang/import', client)),
      ),
    )
    clearInterval(watch)
    expect(most).toBeLessThanOrEqual(2)
    const refused = answers.filter((a) => a.status === 429)
    expect(refused.map((a) => a.headers.get('retry-after'))).toEqual(Array(6).fill('10'))
    expect(answers.filter((a) => a.status === 422).length).toBe(9)
    expect(busyLimiters()['isolated processes']).toBeUndefined()
  }, 120_000)
})
