/**
 * Reuse of the mapping of an earlier import for files of the same account with the same headings.
 * In case of doubt, the user is asked.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { importMutasi } from '#contract/billing/mutasiBank/mutasiBankCalls.ts'
import type { CallOutput } from '#contract/call.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import { makeAccount, sendStatement } from '#mocks/money/statement.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

type Trial = CallOutput<typeof importMutasi>
let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const account = () => makeAccount(s, s.ids.gedung)
const tried = async (bank: number, text: string, more = {}): Promise<Trial> =>
  must(await sendStatement(s.admin, bank, text, { pratinjau: '1', ...more }))
const run = (bank: number, text: string, more = {}) => sendStatement(s.admin, bank, text, more)
const flows = ({ contoh }: Trial) =>
  contoh.filter((row) => row.hasil !== 'dilewati').map((row) => row.masuk - row.keluar)
const stored = async (bank: number): Promise<number> =>
  must<unknown[]>(await s.superadmin.get(`/mutasi-bank?bank_id=${bank}&per-page=100`)).length
/** Returns the mapping of a preview, changed by one answer to each question. */
const answered = ({ pemetaan, pertanyaan }: Trial, ...answers: number[]) => ({
  pemetaan: JSON.stringify(
    Object.assign({}, pemetaan, ...pertanyaan.map((q, i) => q.pilihan[answers[i] ?? 0]?.ubah)),
  ),
})

const decimalPoint =
  'Tanggal;Keterangan;Jumlah\n24/10/2025;LES;350000.00\n25/10/2025;BIAYA;-15000.00'
const thousandsDot =
  'Tanggal;Keterangan;Jumlah\n24/11/2025;LES PIANO;350.000\n25/11/2025;LES BIOLA;450.000'

describe('the mapping of the last import', () => {
  test('never reads 350.000 as 350: asks first, and stores nothing until then', async () => {
    const bank = await account()
    must(await run(bank, decimalPoint))
    const trial = await tried(bank, thousandsDot)
    expect(trial.asal_pemetaan).toBe('terakhir')
    expect(trial.pertanyaan).toMatchObject([
      {
        jenis: 'desimal',
        pesan:
          'Terakhir kali titik adalah tanda desimal; berkas ini memakai titik sebagai pemisah ribuan.',
        contoh: [{ baris: 2, teks: '350.000' }],
      },
    ])
    expect(flows(trial)).toEqual([350_000, 450_000])
    expect(await run(bank, thousandsDot)).toMatchObject({ status: 422 })
    expect(await stored(bank)).toBe(2)
    const again = await tried(bank, thousandsDot, answered(trial))
    expect([again.pertanyaan, flows(again)]).toEqual([[], [350_000, 450_000]])
    must(await run(bank, thousandsDot, answered(trial)))
    expect(await stored(bank)).toBe(4)
    // If the user chooses the second answer to the question, all lines are skipped, because their
    // amounts would then have three decimals.
    expect(flows(await tried(bank, thousandsDot, answered(trial, 1)))).toEqual([])
  })

  test('is not used for other headings: debits stay debits, a balance is no income', async () => {
    const bank = await account()
    must(await run(bank, decimalPoint))
    const split =
      'Tanggal;Keterangan;Debit;Kredit;Saldo\n24/11/2025;BIAYA ADM;15000.00;0.00;9985000.00\n24/11/2025;TARIK TUNAI;500000.00;0.00;9485000.00\n25/11/2025;LES BIOLA;0.00;450000.00;9935000.00'
    const trial = await tried(bank, split)
    expect([trial.asal_pemetaan, flows(trial)]).toEqual(['dikenali', [-15_000, -500_000, 450_000]])
    const balance = 'Tanggal;Keterangan;Saldo;Debit;Kredit\n24/11/2025;BIAYA;9985000;15000;0'
    expect(flows(await tried(bank, balance))).toEqual([-15_000])
  })

  test('does not read 11/05 to 11/25 as May to July', async () => {
    const bank = await account()
    const head = 'Date,Description,Debit,Credit\n'
    must(await run(bank, `${head}24/10/2025,A,,350000`))
    const file = `${head}11/05/2025,B,,350000\n11/25/2025,C,15000,`
    const trial = await tried(bank, file)
    expect(trial.pertanyaan.map((q) => q.jenis)).toEqual(['urutan_tanggal'])
    expect(trial.contoh.map((row) => row.tanggal)).toEqual(['2025-11-05', '2025-11-25'])
    expect((await run(bank, file)).status).toBe(422)
    expect(trial.pertanyaan[0]?.pilihan.map((p) => p.label)).toEqual([
      'Hari di depan: 11/05/2025 adalah 11 Mei 2025',
      'Bulan di depan: 11/05/2025 adalah 5 Nov 2025',
    ])
    must(await run(bank, file, answered(trial, 1)))
    // Reads ambiguous dates in the order that was chosen for the last file with the same headings.
    expect(await tried(bank, `${head}11/06/2025,D,,350000`)).toMatchObject({
      pertanyaan: [],
      dari: '2025-11-06',
    })
  })

  test('repeats the chosen direction of amounts without a sign, with a warning', async () => {
    const bank = await account()
    const file = 'Tanggal;Keterangan;Jumlah\n24/11/2025;LES PIANO;350000'
    const trial = await tried(bank, file)
    expect(trial).toMatchObject({ baru: 0, masuk: 0, pertanyaan: [{ jenis: 'arah' }] })
    expect(trial.pertanyaan[0]?.contoh).toEqual([
      { baris: 2, teks: '24 Nov 2025 · LES PIANO · Rp350.000' },
    ])
    expect(await run(bank, file)).toMatchObject({ status: 422 })
    expect(await run(bank, file, { pemetaan: JSON.stringify(trial.pemetaan) })).toMatchObject({
      status: 422,
    })
    expect(await stored(bank)).toBe(0)
    expect(flows(await tried(bank, file, answered(trial, 1)))).toEqual([-350_000])
    expect(await tried(bank, file, answered(trial, 2))).toMatchObject({ baru: 0, dilewati: 1 })
    must(await run(bank, file, answered(trial)))
    const next = await tried(bank, file.replace('350000', '450000'))
    expect([next.pertanyaan, flows(next)]).toEqual([[], [450_000]])
    expect(next.peringatan[0]).toMatch(/^1 baris tidak menunjukkan arah uang: seperti pada impor/)
    // A file with the same headings raises a question if it marks incoming money, because unsigned
    // amounts were incoming money in the last import.
    const marked = `${file}\n25/11/2025;SPP;CR 1000`
    expect((await tried(bank, marked)).pertanyaan[0]?.pesan).toMatch(/^Terakhir kali jumlah tanpa/)
  })
})

test('shows days in the future before they are stored', async () => {
  const bank = await account()
  const [future, past] = [3, -400].map((days) => addDays(currentDay(), days))
  const file = `Tanggal;Keterangan;Debit;Kredit\n${past};LAMA;;1000\n${future};BESOK;;2000`
  const { peringatan, baru } = await tried(bank, file)
  expect(baru).toBe(2)
  expect(peringatan).toEqual([
    expect.stringMatching(/^1 baris bertanggal di masa depan \(baris 3: /),
  ])
})

test('shows a line that exists with another description before it is stored twice', async () => {
  const bank = await account()
  const file =
    'Tanggal;Keterangan;Berita;Debit;Kredit\n24/11/2025;TRF;LES PIANO;;1000\n25/11/2025;TRF;;;2000'
  const first = await tried(bank, file)
  expect(first.peringatan).toEqual([])
  must(await run(bank, file))
  const pemetaan = JSON.stringify({ ...first.pemetaan, keterangan: [1] })
  const { baru, peringatan } = await tried(bank, file, { pemetaan })
  expect(baru).toBe(1)
  expect(peringatan).toEqual([expect.stringMatching(/^1 baris baru sama hari .* \(baris 2\)/)])
  // A second transfer with the same date and amount is no possible duplicate if the file also
  // contains the stored transfer.
  const more = await tried(bank, `${file}\n25/11/2025;LAIN;;;2000`)
  expect([more.baru, more.peringatan]).toEqual([1, []])
})
