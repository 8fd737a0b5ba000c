/**
 * Statements in random notations. Either every line is read correctly, or the import asks the user
 * a question.
 */
import { expect, test } from 'vitest'
import { everySeed, type Random } from '#contract/values/random.ts'
import { addDays, monthNames } from '#contract/values/tanggal.ts'
import { readSheet } from '#server/import/sheets/sheet.ts'
import { readStatementSheet } from '#server/modules/billing/mutasiBank/statementFile/statement.ts'

const limits = { rows: 25_000, columns: 60, lateHead: true } as const
const today = '2026-11-26'

type Pair = readonly [string, string]
interface TrueLine {
  tanggal: string
  keterangan: string
  /** Amount in rupiah; negative for outgoing money. */
  jumlah: number
}
const someLines = (r: Random): TrueLine[] => {
  const start = addDays('2026-01-01', r.int(0, 290))
  let tanggal = start
  const lines = Array.from({ length: r.int(1, 12) }, (_, i) => {
    tanggal = addDays(tanggal, r.int(0, 3))
    const jumlah = r.pick([r.int(1, 999), r.int(1, 99) * 1000, r.int(1000, 5_000_000)])
    return { tanggal, keterangan: `ORANG ${i}`, jumlah: r.chance(0.6) ? jumlah : -jumlah }
  })
  return r.chance(0.3) ? lines.toReversed() : lines
}

/** Returns a function that writes an amount in a random notation, without a sign. */
const someAmounts = (r: Random): ((n: number) => string) => {
  const [thousand, decimals] = r.pick<Pair>([
    ['.', ',00'],
    [',', '.00'],
    ['.', ''],
    [',', ''],
    ['', ''],
    ['', '.00'],
    ['', ',00'],
    [' ', ''],
    ['\u00a0', ',00'],
    ['.', ',-'],
    ['', '.0'],
  ])
  const before = r.pick(['', '', 'Rp', 'Rp ', 'IDR '] as const)
  return (n) => `${before}${String(n).replace(/\B(?=(\d{3})+$)/g, thousand)}${decimals}`
}
const oldMonths = 'Jan Peb Mrt Apr Mei Jun Jul Agt Sept Okt Nop Des'.split(' ')
/**
 * Returns a function that writes a date in a random notation (`write`). `isMonthFirst` is true if
 * the notation puts the month first; the heading must then be English.
 */
const someDays = (r: Random): { write: (day: string) => string; isMonthFirst: boolean } => {
  const sign = r.pick(['/', '-', '.', ' '] as const)
  const order = r.pick(['dmy', 'dmy', 'mdy', 'ymd', 'nama', 'nama lama', 'rapat'] as const)
  const time = r.pick(['', '', ' 09:15:22', ' 09.15'] as const)
  const isShort = r.chance(0.2)
  const write = (day: string): string => {
    const [y = '', m = '', d = ''] = day.split('-')
    const year = isShort && sign !== ' ' ? y.slice(2) : y
    if (order === 'ymd') return `${y}-${m}-${d}${time}`
    if (order === 'rapat') return `${y}${m}${d}`
    if (order === 'nama') return `${Number(d)} ${monthNames[Number(m) - 1]} ${y}${time}`
    if (order === 'nama lama') return `${d}-${oldMonths[Number(m) - 1]}-${year}${time}`
    return `${[...(order === 'mdy' ? [m, d] : [d, m]), year].join(sign)}${time}`
  }
  return { write, isMonthFirst: order === 'mdy' }
}

type Column = { head: readonly [string, string]; cell: (line: TrueLine, i: number) => string }
/** Returns one or more random columns that show the amount and its direction. */
const someDirection = (r: Random, amount: (n: number) => string, isEnglish: boolean): Column[] => {
  const of = (line: TrueLine) => amount(Math.abs(line.jumlah))
  const amountColumn = (cell: Column['cell']): Column => ({
    head: ['', isEnglish ? r.pick(['Amount', 'Amount (IDR)']) : r.pick(['Jumlah', 'Nominal'])],
    cell,
  })
  const nothing = r.pick(['', amount(0), '-'] as const)
  const marks = r.pick<Pair>([
    ['DB', 'CR'],
    ['D', 'K'],
    ['Dr', 'Cr'],
    ['Debit', 'Kredit'],
    ['debet', 'kredit'],
    ['Uang Keluar', 'Uang Masuk'],
    ['K', 'M'],
    ['-', '+'],
    ['Debit', 'Credit'],
  ] as const)
  const signs: readonly ((text: string, isOut: boolean) => string)[] = [
    (t, isOut) => (isOut ? `-${t}` : t),
    (t, isOut) => (isOut ? `−${t}` : t),
    (t, isOut) => (isOut ? `- ${t}` : `+ ${t}`),
    (t, isOut) => (isOut ? `(${t})` : t),
    (t, isOut) => (isOut ? `${t.replace(',-', '')}-` : t),
    (t, isOut) => `${t} ${isOut ? 'DB' : 'CR'}`,
    (t, isOut) => (isOut ? `${t} DB` : t),
    (t, isOut) => `${isOut ? 'DR' : 'CR'} ${t}`,
  ]
  const style = r.int(0, 3)
  if (style === 0) {
    const [out, into] = isEnglish
      ? r.pick<Pair>([['Debit', 'Credit'] as const, ['Withdrawal', 'Deposit'] as const])
      : r.pick<Pair>([
          ['Debet', 'Kredit'] as const,
          ['Keluar', 'Masuk'] as const,
          ['MUTASI_DEBET', 'MUTASI_KREDIT'] as const,
        ])
    // Writes some outgoing amounts as negative amounts in the credit column, as banks do for
    // reversed credits.
    const isTakenBack = (line: TrueLine, i: number) => line.jumlah < 0 && i % 5 === 4
    return [
      {
        head: ['Mutasi', out],
        cell: (line, i) => (line.jumlah < 0 && !isTakenBack(line, i) ? of(line) : nothing),
      },
      {
        head: ['', into],
        cell: (line, i) => {
          if (isTakenBack(line, i)) return `-${of(line)}`
          return line.jumlah > 0 ? of(line) : nothing
        },
      },
    ]
  }
  if (style === 1) {
    // Avoids headings such as `D/K` if `K` means keluar (outgoing), because in a column with such a
    // heading `K` means kredit.
    const isKeluar = marks[0] === 'K'
    const head = isKeluar
      ? r.pick(['M/K', 'Jenis', ''] as const)
      : r.pick(['D/K', 'Db/Cr', 'Jenis', 'Type', 'Tipe Transaksi', ''] as const)
    return [
      amountColumn(of),
      { head: ['', head], cell: (line) => (line.jumlah < 0 ? marks[0] : marks[1]) },
    ]
  }
  const sign = signs[r.int(0, signs.length - 1)] ?? ((t: string) => t)
  return [amountColumn((line) => (style === 2 ? sign(of(line), line.jumlah < 0) : of(line)))]
}

interface File {
  text: string
  /** Expected lines by line number of the file. */
  truth: ReadonlyMap<number, TrueLine>
}
const shuffled = <T>(r: Random, items: readonly T[]): T[] => {
  const rest = [...items]
  return items.map(() => rest.splice(r.int(0, rest.length - 1), 1)[0] as T)
}
/** Returns the balance after each line. */
const balancesOf = (r: Random, lines: readonly TrueLine[]): ReadonlyMap<TrueLine, number> => {
  let saldo = r.int(10_000_000, 90_000_000)
  const isNewestFirst = (lines[0]?.tanggal ?? '') > (lines.at(-1)?.tanggal ?? '')
  return new Map(
    (isNewestFirst ? lines.toReversed() : lines).map((line) => [line, (saldo += line.jumlah)]),
  )
}
/** Returns a random choice of columns besides date, description and amount. */
const moreColumns = (r: Random, saldo: Column): Column[] => {
  const more: Column[] = [
    saldo,
    { head: ['', 'Cabang'], cell: () => '0998' },
    { head: ['', 'No. Referensi'], cell: (_, i) => `R${i}` },
  ]
  return more.filter(() => r.chance(0.45))
}
const someColumns = (r: Random, lines: readonly TrueLine[]): Column[] => {
  const isEnglish = r.chance(0.4)
  const [amount, days] = [someAmounts(r), someDays(r)]
  const balances = balancesOf(r, lines)
  // Uses an English heading if the month comes first, because an Indonesian heading implies that
  // the day comes first.
  const isDate = isEnglish || days.isMonthFirst
  return shuffled(r, [
    {
      head: ['', isDate ? r.pick(['Date', 'Posting Date']) : r.pick(['Tanggal', 'Tgl'])],
      cell: (line) => days.write(line.tanggal),
    },
    {
      head: ['', isEnglish ? r.pick(['Description', 'Remark']) : r.pick(['Uraian', 'DESK_TRAN'])],
      cell: (line) => line.keterangan,
    },
    ...someDirection(r, amount, isEnglish),
    ...moreColumns(r, {
      head: ['', isEnglish ? 'Balance' : 'Saldo'],
      cell: (line) => amount(balances.get(line) ?? 0),
    }),
  ])
}
const someFile = (r: Random): File => {
  const lines = someLines(r)
  const columns = someColumns(r, lines)
  const delimiter = r.pick([';', ',', '\t', '|'] as const)
  // Some banks do not quote cells. Then an amount that contains the delimiter is split into two
  // cells.
  const isQuoted = r.chance(0.85)
  const record = (cells: readonly string[]) =>
    cells.map((c) => (isQuoted && c.includes(delimiter) ? `"${c}"` : c)).join(delimiter)
  const rows: string[] = []
  const truth = new Map<number, TrueLine>()
  if (r.chance(0.3)) rows.push(record(['Mutasi Rekening']), record(['No. rekening', '0998877665']))
  if (columns.some(({ head }) => head[0]) && r.chance(0.4))
    rows.push(record(columns.map(({ head }) => head[0])))
  rows.push(record(columns.map(({ head }) => head[1])))
  for (const [i, line] of lines.entries()) {
    rows.push(record(columns.map(({ cell }) => cell(line, i))))
    truth.set(rows.length, line)
    if (r.chance(0.1))
      rows.push(
        record(columns.map(({ cell }) => (cell(line, i) === line.keterangan ? 'LANJUT' : ''))),
      )
  }
  return { text: rows.join('\n'), truth }
}

test('reads true lines from any notation or asks, and never returns a wrong line', () => {
  let [whole, files] = [0, 0]
  everySeed(3000, (r) => {
    const { text, truth } = someFile(r)
    const { lines, skipped, pertanyaan } = readStatementSheet(
      readSheet(Buffer.from(text), limits),
      {
        today,
      },
    )
    files++
    if (pertanyaan.length > 0) return
    for (const { baris, tanggal, masuk, keluar, keterangan } of lines) {
      const line = truth.get(baris)
      expect([baris, tanggal, masuk - keluar, text], text).toEqual([
        baris,
        line?.tanggal,
        line?.jumlah,
        text,
      ])
      expect(keterangan, text).toContain(line?.keterangan)
    }
    const reportedRows = new Set([...lines, ...skipped].map((row) => row.baris))
    const lost = [...truth.keys()].filter((baris) => lines.length > 0 && !reportedRows.has(baris))
    expect(lost, text).toEqual([])
    if (lines.length === truth.size) whole++
  })
  // More than half of the files must be read without a question.
  expect(whole / files).toBeGreaterThan(0.5)
})
