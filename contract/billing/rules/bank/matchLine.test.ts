import { describe, expect, test } from 'vitest'
import type { MatchBill } from '#contract/billing/rules/bank/matchAmount.ts'
import {
  proposeMatches,
  type MatchAccount,
  type MatchCandidates,
  type MatchConfirmation,
  type MatchPayment,
} from '#contract/billing/rules/bank/matchLine.ts'
import { everySeed } from '#contract/values/random.ts'

const line = (jumlah: number, teks: string, tanggal = '2026-11-10') => ({
  tanggal,
  jumlah,
  teks,
  bank_id: 1,
})
const bill = (id: number, sisa: number, more: Partial<MatchBill> = {}): MatchBill => ({
  id,
  nomor: `INV/2026/11/${String(id).padStart(4, '0')}`,
  sisa,
  jatuh_tempo: '2026-11-10',
  tanggal_terbit: '2026-10-25',
  ...more,
})
const account = (akun_billing_id: number, names: string[], bills: MatchBill[]): MatchAccount => ({
  akun_billing_id,
  akun: names[0] ?? '',
  names,
  bills,
})
const budi = account(1, ['Budi Santoso', 'Alya Putri Santoso'], [bill(11, 350_000)])
const confirmation = (more: Partial<MatchConfirmation> = {}): MatchConfirmation => ({
  id: 90,
  nomor: 'KP/2026/11/0001',
  akun_billing_id: 1,
  akun: 'Budi Santoso',
  names: ['Budi Santoso', 'BUDI S'],
  jumlah: 350_000,
  tanggal: '2026-11-10',
  bank_id: 1,
  ...more,
})
const payment = (more: Partial<MatchPayment> = {}): MatchPayment => ({
  id: 70,
  nomor: 'KW/2026/11/0007',
  akun_billing_id: 1,
  akun: 'Budi Santoso',
  names: ['Budi Santoso'],
  jumlah: 350_000,
  tanggal: '2026-11-10',
  referensi: null,
  ...more,
})
const of = (more: Partial<MatchCandidates>): MatchCandidates => ({
  accounts: [],
  confirmations: [],
  payments: [],
  kodeUnik: false,
  ...more,
})
/**
 * Returns a short text for each proposal: its kind and its id, followed by `pasti` when the
 * proposal is sure.
 */
const short = (...args: Parameters<typeof proposeMatches>) =>
  proposeMatches(...args).map((p) => `${p.jenis} ${p.id}${p.pasti ? ' pasti' : ''}`)

describe('proposals for a bank line', () => {
  const transfer = 'TRSF E-BANKING CR 1011/FTSCY/WS95051 BUDI SANTOSO'
  test.each<[string, Parameters<typeof proposeMatches>, string[]]>([
    [
      'amount and whole name',
      [line(350_000, transfer), of({ accounts: [budi] })],
      ['tagihan 11 pasti'],
    ],
    [
      'the child’s name',
      [line(350_000, 'SPP ALYA PUTRI SANTOSO NOV'), of({ accounts: [budi] })],
      ['tagihan 11 pasti'],
    ],
    [
      'a name that the bank has cut',
      [line(350_000, 'TRSF CR BUDI SANTO'), of({ accounts: [budi] })],
      ['tagihan 11 pasti'],
    ],
    [
      'the number of the bill without its strokes',
      [line(350_000, 'BAYAR INV202611 0011'), of({ accounts: [budi] })],
      ['tagihan 11 pasti'],
    ],
    [
      'amount alone is no proof',
      [line(350_000, 'SETORAN TUNAI'), of({ accounts: [budi] })],
      ['tagihan 11'],
    ],
    [
      'the first name alone is none',
      [line(350_000, 'TRANSFER DARI BUDI'), of({ accounts: [budi] })],
      ['tagihan 11'],
    ],
    ['nothing of it', [line(123_000, 'BIAYA ADM'), of({ accounts: [budi] })], []],
    [
      'less than the bill: named, and not sure',
      [line(200_000, transfer), of({ accounts: [budi] })],
      ['tagihan 11'],
    ],
    [
      'a bill that was made later',
      [line(350_000, transfer, '2026-10-01'), of({ accounts: [budi] })],
      ['tagihan 11'],
    ],
    [
      'two payers of one name and amount',
      [
        line(350_000, transfer),
        of({ accounts: [budi, account(2, ['Budi Santoso'], [bill(21, 350_000)])] }),
      ],
      ['tagihan 11', 'tagihan 21'],
    ],
    [
      'a longer name that holds the shorter one, with another amount',
      [
        line(350_000, `${transfer} WIJAYA`),
        of({ accounts: [budi, account(2, ['Budi Santoso Wijaya'], [bill(21, 700_000)])] }),
      ],
      ['tagihan 11', 'tagihan 21'],
    ],
    [
      'six others of the amount and no name say nothing',
      [
        line(350_000, 'SETORAN TUNAI'),
        of({
          accounts: [1, 2, 3, 4, 5, 6].map((n) => account(n, [`Orang ${n}`], [bill(n, 350_000)])),
        }),
      ],
      [],
    ],
    [
      'a confirmation of that day',
      [line(350_000, transfer), of({ accounts: [budi], confirmations: [confirmation()] })],
      ['konfirmasi 90 pasti', 'tagihan 11'],
    ],
    [
      'a confirmation without a name in the line',
      [line(350_000, 'SETORAN'), of({ confirmations: [confirmation()] })],
      ['konfirmasi 90'],
    ],
    [
      'a confirmation for another account',
      [line(350_000, transfer), of({ confirmations: [confirmation({ bank_id: 2 })] })],
      [],
    ],
    [
      'a confirmation of another week',
      [line(350_000, transfer), of({ confirmations: [confirmation({ tanggal: '2026-10-30' })] })],
      [],
    ],
    [
      'a payment that is there',
      [line(350_000, transfer), of({ accounts: [budi], payments: [payment()] })],
      ['pembayaran 70 pasti', 'tagihan 11'],
    ],
    [
      'two payments alike',
      [
        line(350_000, transfer),
        of({ payments: [payment(), payment({ id: 71, nomor: 'KW/2026/11/0008' })] }),
      ],
      ['pembayaran 70', 'pembayaran 71'],
    ],
    [
      'a payment of another amount',
      [line(350_000, transfer), of({ payments: [payment({ jumlah: 1 })] })],
      [],
    ],
    [
      'a unique code',
      [line(350_012, 'SETORAN TUNAI'), of({ accounts: [budi], kodeUnik: true })],
      ['tagihan 11 pasti'],
    ],
    [
      'the code where the school asks for none',
      [line(350_012, 'SETORAN TUNAI'), of({ accounts: [budi] })],
      [],
    ],
    [
      'another bill’s code',
      [line(350_013, 'SETORAN TUNAI'), of({ accounts: [budi], kodeUnik: true })],
      [],
    ],
  ])('%s', (_, args, expected) => {
    expect(short(...args)).toEqual(expected)
  })

  test('proposes one exact bill, all bills, or the oldest bills that the amount covers', () => {
    const many = account(
      1,
      ['Budi Santoso'],
      [
        bill(1, 100_000, { jatuh_tempo: '2026-09-10' }),
        bill(2, 200_000, { jatuh_tempo: '2026-10-10' }),
        bill(3, 400_000),
      ],
    )
    const bills = (jumlah: number) =>
      proposeMatches(line(jumlah, transfer), of({ accounts: [many] })).map((p) => p.billing_ids)
    expect(bills(400_000)).toEqual([[3]])
    expect(bills(700_000)).toEqual([[1, 2, 3]])
    expect(bills(300_000)).toEqual([[1, 2]])
    expect(bills(250_000)).toEqual([[1, 2]])
    expect(bills(900_000)).toEqual([[1, 2, 3]])
  })

  test('proposes two of three bills whose sum is exactly the amount of the line', () => {
    const bills = [
      bill(1, 350_000, { jatuh_tempo: '2026-09-10' }),
      bill(2, 275_000, { jatuh_tempo: '2026-10-10' }),
      bill(3, 410_000),
    ]
    const of3 = of({ accounts: [account(1, ['Budi Santoso'], bills)] })
    const proposalsOf = (jumlah: number) =>
      proposeMatches(line(jumlah, transfer), of3).map((p) => [p.billing_ids, p.jumlah, p.pasti])
    expect(proposalsOf(760_000)).toEqual([[[1, 3], 760_000, true]])
    expect(proposalsOf(685_000)).toEqual([[[2, 3], 685_000, true]])
    expect(proposalsOf(625_000)).toEqual([[[1, 2], 625_000, true]])
  })
  test('proposes bills with exactly the sum of the line whenever it marks them as exact', () => {
    everySeed(300, (r) => {
      const bills = Array.from({ length: r.int(2, 14) }, (_, i) =>
        bill(i + 1, r.int(1, 9) * 25_000, { jatuh_tempo: `2026-${r.int(1, 9)}-10` }),
      )
      const paid = bills.filter(() => r.chance(0.5))
      const jumlah = paid.reduce((sum, b) => sum + b.sisa, 0)
      if (jumlah === 0) return
      const accounts = [account(1, ['Budi Santoso'], bills)]
      const [proposal] = proposeMatches(line(jumlah, transfer), of({ accounts }))
      const sum = bills
        .filter(({ id }) => proposal?.billing_ids.includes(id))
        .reduce((total, { sisa }) => total + sisa, 0)
      expect(sum).toBe(proposal?.jumlah)
      expect(bills.length > 12 || sum === jumlah).toBe(true)
    })
  })

  test('states the reasons of a proposal in words', () => {
    const [proposal] = proposeMatches(line(360_000, transfer), of({ accounts: [budi] }))
    expect(proposal?.alasan).toEqual([
      'Lebih Rp10.000 dari INV/2026/11/0011: masuk saldo',
      'Nama Budi Santoso ada di keterangan',
    ])
    expect(proposal).toMatchObject({ jumlah: 350_000, akun: 'Budi Santoso', pasti: false })
  })
})

describe('certainty of a match beside a payer with a similar name', () => {
  const sure = (teks: string, names: string[], candidates: Partial<MatchCandidates> = {}) =>
    proposeMatches(
      line(350_000, teks),
      of({ accounts: [budi], namesakes: [{ akun_billing_id: 9, names }], ...candidates }),
    )[0]?.pasti
  test.each([
    ['TRSF BUDI SANTOSO', ['Budi Santoso'], false],
    ['TRSF BUDI SANTOSO', ['Ibu Santoso Budi'], false],
    ['TRSF BUDI SANTOSO WIJAYA', ['Budi Santoso Wijaya'], false],
    ['TRSF BUDI SANTOSO', ['Rina', 'Budi Santoso, S.T.'], true],
    ['TRSF BUDI SANTOSO', ['Santoso'], true],
    ['TRSF BUDI SANTOSO', ['Budi Santoso Wijaya'], true],
    ['TRSF BUDI SANTOSO', ['Siti Lestari'], true],
    // Texts that contain the number of a bill of the proposed payer. The first two texts also
    // contain the name of another payer.
    ['INV/2026/11/0011 RINA LESTARI', ['Rina Lestari'], false],
    ['INV/2026/11/0011 SUHARTO', ['Suharto'], false],
    ['INV/2026/11/0011', ['Rina Lestari'], true],
  ])('%s beside %j: %s', (teks, names, isSure) => expect(sure(teks, names)).toBe(isSure))

  test('marks a confirmation or a payment as uncertain beside the same name', () => {
    const only = { accounts: [], confirmations: [confirmation()] }
    expect(sure('TRSF BUDI SANTOSO', ['Rina'], only)).toBe(true)
    expect(sure('TRSF BUDI SANTOSO', ['Budi Santoso'], only)).toBe(false)
    const paid = { accounts: [], payments: [payment()] }
    expect(sure('TRSF BUDI SANTOSO', ['Rina'], paid)).toBe(true)
    expect(sure('TRSF BUDI SANTOSO', ['Budi Santoso'], paid)).toBe(false)
  })

  test('marks a line with more words than the lookup limit as uncertain', () => {
    const many = Array.from({ length: 40 }, (_, i) =>
      String.fromCharCode(65 + (i % 26), 65 + Math.floor(i / 26), 66),
    ).join(' ')
    expect(sure(`BUDI SANTOSO ${many}`, [])).toBe(false)
  })
})
