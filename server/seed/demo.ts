/**
 * Makes the demo school of `npm run demo`, with an account of each role and twelve months of bills
 * and lessons up to today.
 */
import { currentDay } from '#contract/values/tanggal.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { hashPassword, verifyPassword } from '#server/http/auth.ts'
import { makeLessons } from '#server/modules/schedule/lessons/makeLessons.ts'
import { makeClosings } from '#server/seed/billing/closings.ts'
import { makeConfirmations } from '#server/seed/billing/confirmations.ts'
import { makeCorrections } from '#server/seed/billing/corrections.ts'
import { makeReminders } from '#server/seed/billing/reminders.ts'
import { makeStatement } from '#server/seed/billing/statement.ts'
import { firstStart } from '#server/seed/first.ts'
import { makeNotices } from '#server/seed/notices.ts'
import { makeExpenses } from '#server/seed/sales/expenses.ts'
import { makeTrials } from '#server/seed/sales/trials.ts'
import { makeHistory } from '#server/seed/schedule/history.ts'
import { makeHonor } from '#server/seed/schedule/honor.ts'
import { makeSchool, setSettings } from '#server/seed/school.ts'

export const demoPassword = 'nada-demo'
const accounts = [
  ['superadmin', 'Superadmin: pemilik, boleh semua'],
  ['admin', 'Admin: kantor depan, semua outlet'],
  ['admin.makassar', 'Admin: outlet Makassar saja'],
  ['pelatih', 'Guru: kelas dan muridnya'],
  ['sales', 'Sales: peserta dan keluarganya'],
  ['akunbilling', 'Akun billing: membayar untuk dua anak'],
  ['peserta', 'Peserta: anak dari akunbilling'],
] as const

const table = (rows: readonly (readonly string[])[]): string[] => {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)))
  const line = (row: readonly string[]) =>
    `  ${row
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd()}`
  return [line(rows[0]!), line(widths.map((w) => '-'.repeat(w))), ...rows.slice(1).map(line)]
}
const printAccounts = (print: (text: string) => void) => {
  for (const text of table([
    ['Username', 'Password', 'Siapa'],
    ...accounts.map(([username, person]) => [username, demoPassword, person]),
  ]))
    print(text)
}

/**
 * Returns whether the database contains data that must not be changed: an outlet or a user. A
 * single user with the demo password does not count, because an interrupted run of the demo leaves
 * only the superadmin.
 */
const isFilled = async (db: Db): Promise<boolean> => {
  if (await db.selectFrom('gedung').select('id').limit(1).executeTakeFirst()) return true
  const users = await db.selectFrom('user').select(['username', 'password_hash']).limit(2).execute()
  return (
    users.length > 1 ||
    (users.length === 1 && !(await verifyPassword(users[0]!.password_hash, demoPassword)))
  )
}

/**
 * Fills an empty database with the demo school, with dates relative to `today`. A database with
 * data is not changed.
 */
export const seedDemo = async (
  db: Db,
  print: (text: string) => void,
  today = currentDay(),
): Promise<void> => {
  if (await isFilled(db)) {
    print(
      'Basis data sudah berisi dan dipertahankan. Untuk mulai lagi, hapus foldernya (DATA_DIR) atau pakai basis data kosong.',
    )
    const knownUsers = await db
      .selectFrom('user')
      .select('username')
      .where(
        'username',
        'in',
        accounts.map(([username]) => username),
      )
      .execute()
    if (knownUsers.length === accounts.length) printAccounts(print)
    return
  }
  const began = Date.now()
  print('Menyiapkan sekolah contoh …')
  await firstStart(db, { username: 'superadmin', password: demoPassword })
  await transaction(db, (trx) =>
    setSettings(trx, {
      nama_sekolah: 'Sekolah Musik Nada',
      label_metode_2: 'EDC BCA/Mandiri',
      label_metode_3: 'EDC BRI',
    }),
  )
  await makeSchool(
    db,
    {
      students: 400,
      accounts: 300,
      coaches: 10,
      outlets: 3,
      sales: 3,
      months: 12,
      seed: 2018,
      today,
      passwordHash: await hashPassword(demoPassword),
    },
    { atomic: true },
  )
  await makeLessons(db, new Date(`${today}T00:00:00Z`))
  await makeHistory(db, today)
  await makeTrials(db, today)
  await makeExpenses(db, today)
  await makeConfirmations(db, today)
  await makeReminders(db, today)
  await makeClosings(db, today)
  await makeStatement(db, today)
  await makeCorrections(db, today)
  await makeHonor(db, today)
  await makeNotices(db)
  print(
    `Sekolah contoh siap dalam ${((Date.now() - began) / 1000).toFixed(1)} dtk: 3 outlet, 400 peserta, 12 bulan tagihan. Akun untuk mencoba:`,
  )
  printAccounts(print)
}
