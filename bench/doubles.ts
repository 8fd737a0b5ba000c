/** Who is likely the same person as a new lead, among many people, beside the same SQL by hand. */
import { RoleId } from '#contract/enums.ts'
import {
  firstSound,
  firstSpellings,
  isSimilarName,
  soundKey,
} from '#contract/sales/rules/similar.ts'
import { makeRandom } from '#contract/values/random.ts'
import { fold } from '#server/db/fold.ts'
import { insertMany } from '#server/db/insertMany.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Db } from '#server/db/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Actor } from '#server/http/context.ts'
import { findSimilar } from '#server/modules/sales/duplicates.ts'
import { cities } from '#server/seed/cities.ts'
import { firstStart, made } from '#server/seed/first.ts'
import { makeFamily, makeName, mobileNumber } from '#server/seed/names.ts'
import { compare, type Hand } from './api.ts'
import { makeClass, password, personRow } from './data.ts'
import { postgresPlace, sqlitePlace, type Place } from './place.ts'
import type { Row } from './table.ts'

/** Rows that go into one transaction: all of them at once are much memory. */
const batch = 5000
interface Somebody {
  name: string
  phone: string
  email: string
}
/** Users, and a fifth as many leads, with names and numbers as a school has them. */
const fill = async (db: Db, people: number): Promise<Somebody> => {
  await migrate(db)
  await firstStart(db, { username: 'superadmin', password })
  const { gedung_id } = await makeClass(db)
  const r = makeRandom(7)
  const [city] = cities
  if (!city) throw new Error('No city to take names from')
  const some = (n: number): Somebody => ({
    name: makeName(r, makeFamily(r, city), r.chance() ? 'Perempuan' : 'Laki-laki').name,
    phone: mobileNumber(r),
    email: `orang.${n}@contoh.id`,
  })
  const seller = await transaction(db, (trx) =>
    insertMany<{ id: number }>(trx, 'user', [personRow(RoleId.sales, 'Dewi Sales', gedung_id)], {
      returning: ['id'],
    }),
  )
  const leads = Math.round(people / 6)
  const sales_id = seller[0]?.id ?? 0
  let last: Somebody = some(0)
  for (let from = 0; from < people; from += batch)
    await transaction(db, async (trx) => {
      const all = Array.from({ length: Math.min(batch, people - from) }, (_, i) => some(from + i))
      last = all.at(-1) ?? last
      const rows = all.filter((_, i) => from + i >= leads)
      const asking = all.filter((_, i) => from + i < leads)
      if (rows.length > 0)
        await insertMany(
          trx,
          'user',
          rows.map(({ name, phone, email }) => ({
            ...personRow(RoleId.akunBilling, name, gedung_id),
            phone,
            email,
          })),
        )
      if (asking.length === 0) return
      await insertMany(
        trx,
        'lead',
        asking.map(({ name, phone, email }) => ({
          ...made(),
          nama: name,
          nama_kunci: fold(name),
          nama_bunyi: soundKey(name),
          phone,
          email,
          gedung_id,
          sales_id,
          kursus_minat: '[]',
          tahap: 'baru',
          tahap_at: made().created_at,
          activation: 0,
          cari: fold(name),
        })),
      )
    })
  return last
}

/** What is read of a person beside the name, as the answer needs it. */
const ofLead = `select l.id, l.nama, l.phone, l.email, l.tahap, l.gedung_id, g.nama as gedung from lead l join gedung g on g.id = l.gedung_id where l.dihapus_at is null and `
const ofUser = `select u.id, u.name, u.phone, u.phone_alt, u.wali_phone, u.email, u.role_id, u.status, u.sumber, u.gedung_id, g.nama as gedung from "user" u left join gedung g on g.id = u.gedung_id where u.status <> 0 and `
/** The same by hand, without what is made of the answers. */
const byHand = async (hand: Hand, who: Partial<Somebody>): Promise<void> => {
  const { name, phone, email } = who
  if (phone !== undefined) {
    await hand([[`${ofLead}l.phone = ? order by l.id desc limit 100`, phone]])
    const columns = 'u.phone = ? or u.phone_alt = ? or u.wali_phone = ?'
    await hand([[`${ofUser}(${columns}) order by u.id desc limit 100`, phone, phone, phone]])
    return
  }
  if (email !== undefined) {
    await hand([[`${ofLead}l.email = ? order by l.id desc limit 100`, email]])
    await hand([[`${ofUser}u.email = ? order by u.id desc limit 100`, email]])
    return
  }
  const beginning = (table: string, column: string, key: string, words: readonly string[]) => {
    const parts = words.map(
      () =>
        `select * from (select id, ${column} as nama from ${table} where ${key} = ? limit 2000) a union all select * from (select id, ${column} as nama from ${table} where ${key} >= ? and ${key} < ? limit 2000) b`,
    )
    const values = words.flatMap((word) => [word, `${word} `, `${word}!`])
    return hand([[parts.join(' union all '), ...values]])
  }
  for (const [rows, of, id] of [
    [await beginning('lead', 'nama', 'nama_bunyi', [firstSound(name ?? '')]), ofLead, 'l.id'],
    [await beginning('"user"', 'name', 'name_kunci', firstSpellings(name ?? '')), ofUser, 'u.id'],
  ] as const) {
    const alike = rows.filter((row) => isSimilarName(String(row.nama), name ?? '')).slice(0, 50)
    if (alike.length === 0) continue
    const marks = alike.map(() => '?').join(', ')
    await hand([[`${of}${id} in (${marks}) order by ${id} desc`, ...alike.map((row) => row.id)]])
  }
}
/** Who may see everybody. */
const owner: Actor = {
  id: 1,
  name: 'Pemilik',
  role_id: RoleId.superadmin,
  dasar: RoleId.superadmin,
  accesses: ['*'],
  allowed: new Set(),
  customRoles: [],
  gedung: [],
  token_hash: '',
  harus_ganti_password: false,
}
/**
 * The search itself, without the way to the server and back, which costs more than all of it.
 */
const measure = async (
  engine: string,
  { db, hand, known }: { db: Db; hand: Hand; known: Somebody },
  people: number,
): Promise<Row[]> => {
  const rows: Row[] = []
  for (const [what, who] of [
    ['a phone', { phone: known.phone }],
    ['a mail', { email: known.email }],
    ['a name', { name: known.name }],
    ['a name that nobody has', { name: 'Xyzzy Plugh' }],
  ] as const) {
    const { name, phone, email }: Partial<Somebody> = who
    const sought = {
      nama: name ?? null,
      phones: phone === undefined ? [] : [phone],
      email: email ?? null,
      kecuali: {},
    }
    rows.push(
      await compare(
        `${engine}: doubles among ${people} people, by ${what}`,
        '≤ 3',
        () => findSimilar(db, owner, sought),
        () => byHand(hand, who),
      ),
    )
  }
  return rows
}
const onPlace = async (engine: string, place: Place, people: number): Promise<Row[]> => {
  const known = await fill(place.db, people)
  await place.analyze()
  const { hand, close } = await place.hand()
  const rows = await measure(engine, { db: place.db, hand, known }, people)
  await close()
  await place.end()
  return rows
}
/** Both engines' rows; `postgres` is the URL of a server. */
export const benchDoubles = async (postgres: string, people: number): Promise<Row[]> => [
  ...(await onPlace('SQLite', await sqlitePlace(), people)),
  ...(await onPlace('PostgreSQL', await postgresPlace(postgres), people)),
]
