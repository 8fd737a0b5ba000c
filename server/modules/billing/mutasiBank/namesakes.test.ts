/**
 * Sure proposals for statement lines. If the text of a line also fits the name of another payer, no
 * proposal for the line is sure, and the user must decide.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import { makeLine, matchBills } from '#mocks/money/statement.ts'
import { makeAkun, makeBill, makePeserta } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { engineOf } from '#server/db/engine.ts'
import { transaction } from '#server/db/transaction.ts'
import { namesakeQueries } from '#server/modules/billing/mutasiBank/namesakes.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const issued = { tanggal_terbit: addDays(currentDay(), -20), jatuh_tempo: currentDay() }
const best = async (id: number) =>
  must<any>(await s.admin.get(`/mutasi-bank/view?id=${id}&expand=usulan`)).usulan[0]
/**
 * Makes a family with a bill, and a statement line that pays the bill. `teks` is the name as a bank
 * writes it. Checks that the proposal for the line is sure.
 */
const lineOf = async (name: string, teks: string) => {
  const akun = await makeAkun(s, { name, gedung_id: s.ids.gedung })
  const bill = await makeBill(s, akun, 350_000, issued)
  const id = await makeLine(s, s.ids.gedung, { keterangan: `TRSF CR ${teks}`, jumlah: 350_000 })
  expect(await best(id)).toMatchObject({ billing_ids: [bill], pasti: true })
  return { id, bill }
}

test('makes a line unsure if a payer of another outlet has a matching name', async () => {
  const { id, bill } = await lineOf('Ratna Mulyani', 'RATNA MULYANI')
  await makeAkun(s, { name: 'Ibu Ratna Mulyani', gedung_id: s.ids.gedung2 })
  expect(await best(id)).toMatchObject({ billing_ids: [bill], pasti: false })
  expect(await matchBills(s, id, { billing_ids: [bill], pasti: true })).toMatchObject({
    status: 409,
  })
  must(await matchBills(s, id, { billing_ids: [bill] }))
})

test.each([
  [
    'a child',
    'Nuraini Wulan',
    'NURAINI WULAN',
    (akun: number) => makePeserta(s, akun, s.ids.gedung, { name: "Nur'aini Wulan" }),
  ],
  [
    'a contact',
    'Joko Prasetya',
    'JOKO PRASETYA',
    (akun: number) =>
      s.db
        .insertInto('akun_billing_kontak')
        .values({ user_id: akun, nama: 'Joko Prasetya', terima_tagihan: 0 })
        .execute(),
  ],
  [
    'a name on bills',
    'Maya Kartini',
    'MAYA KARTINI',
    (akun: number) =>
      s.db
        .updateTable('akun_billing_profil')
        .set({ nama_tagihan: 'Maya Kartini' })
        .where('user_id', '=', akun)
        .execute(),
  ],
  [
    'a payer of a longer name',
    'Andi Kusuma',
    'ANDI KUSUMA WARDANA',
    (akun: number) =>
      s.db
        .updateTable('user')
        .set({ name: 'Andi Kusuma Wardana', name_kunci: 'andi kusuma wardana' })
        .where('id', '=', akun)
        .execute(),
  ],
])('makes a line unsure if the name matches %s', async (_, name, teks, make) => {
  const { id } = await lineOf(name, teks)
  await make(await makeAkun(s, { gedung_id: s.ids.gedung2 }))
  expect((await best(id)).pasti).toBe(false)
})

test('finds names by an index, without a full scan', async () => {
  const isSqlite = engineOf(s.db) === 'sqlite'
  for (const query of namesakeQueries([
    ['budi santoso', 'budi santoso\uFFFD'],
    ['suharto', 'suharto'],
  ])) {
    const plan = await transaction(s.db, async (trx) => {
      // Disables sequential scans, because otherwise PostgreSQL scans a small table instead of
      // using the index.
      if (!isSqlite) await sql`set local enable_seqscan = off`.execute(trx)
      const prefix = isSqlite ? sql`explain query plan ` : sql`explain `
      return JSON.stringify((await sql`${prefix}${query}`.execute(trx)).rows)
    })
    expect(plan).toMatch(/user_nama_polos|akun_billing_kontak_nama|akun_billing_profil_nama/)
    expect(plan).not.toMatch(/Seq Scan|SCAN x/)
  }
})
