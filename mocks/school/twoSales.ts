/**
 * Two sales people of the same outlet, each with own rows of every kind: leads, families, bills,
 * payments, enrolments, expenses and files. A side is a sales person with these rows. All texts of
 * a side contain a word that no other rows contain. Tests search for this word in responses to the
 * other sales person.
 */
import { sql } from 'kysely'
import { Hari, MetodePembayaran, RoleId, UserStatus } from '#contract/enums.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Body, Client } from '#mocks/api/api.ts'
import { confirmationBody, uploadProof } from '#mocks/money/confirmation.ts'
import { makeReminder } from '#mocks/money/reminder.ts'
import { hold, nextDay } from '#mocks/people/calon.ts'
import {
  enrol,
  makeBill,
  makeDraft,
  makeKelas,
  makePelatih,
  makeRuang,
} from '#mocks/people/family.ts'
import type { Row, Snapshot } from '#mocks/school/belongs.ts'
import { must, type School } from '#mocks/school/school.ts'

export interface Side {
  word: string
  sales: number
  client: Client
  akun: number
  peserta: number
  pendaftar: number
  /** Id of a lead with a recorded call and a held seat in a class. */
  lead: number
  /** Id of a lead with a trial lesson. */
  tried: number
  /** Id of a lead whose activation is started but not completed. */
  begun: number
  kelas: number
  enrolment: number
  bill: number
  draft: number
  payment: number
  confirmation: number
  expense: number
  credit: number
  slot: number
}

let n = 0
const people = async (s: School, word: string) => {
  const make = async (role_id: number, kind: string, more: Body = {}) =>
    must(
      await s.superadmin.post<{ id: number }>('/user/create', {
        role_id,
        name: `${kind} ${word}`,
        email: `${kind}.${word}@contoh.id`.toLowerCase(),
        phone: `0813${20_000_000 + ++n}`,
        gedung_id: s.ids.gedung,
        ...more,
      }),
    ).id
  const sales = await make(RoleId.sales, 'Sales')
  const akun = await make(RoleId.akunBilling, 'Keluarga', { sales_id: sales })
  const child = { gender: 'Perempuan', tanggal_lahir: '2015-03-04', persetujuan: true }
  const wali = { wali_nama: `Wali ${word}`, wali_phone: '081234567890' }
  const peserta = await make(RoleId.peserta, 'Murid', {
    akun_billing_id: akun,
    sales_id: sales,
    ...child,
    ...wali,
  })
  const pendaftar = await make(RoleId.peserta, 'Pendaftar', {
    status: UserStatus.nonaktif,
    akun_billing_id: akun,
    sales_id: sales,
    ...child,
    ...wali,
  })
  await s.db.updateTable('user').set({ sumber: 'mandiri' }).where('id', '=', pendaftar).execute()
  return { sales, akun, peserta, pendaftar }
}

/**
 * Creates rows about the money of a family: a bill and a draft, a payment that leaves saldo
 * (credit), a confirmation, a credit note, a reminder, and a link to the bill.
 */
const money = async (
  s: School,
  { akun, peserta, by }: { akun: number; peserta: number; by: Client },
  w: string,
) => {
  const line = { jenis_billing_id: s.ids.jenis, deskripsi: `Buku ${w}`, peserta_id: peserta }
  const items = [{ ...line, harga_satuan: 300_000 }]
  const place = { gedung_id: s.ids.gedung, items }
  const bill = await makeBill(s, akun, 0, place)
  const draft = await makeDraft(s, akun, 0, place)
  const pay = { akun_billing_id: akun, gedung_id: s.ids.gedung, metode: MetodePembayaran.tunai }
  const payment = must(
    await s.superadmin.post<{ id: number }>('/billing-payment/create', {
      ...pay,
      tanggal: '2025-01-05',
      jumlah: 100_000,
      catatan: `Titipan ${w}`,
      alokasi: [{ billing_id: bill, jumlah: 60_000 }],
    }),
  ).id
  const body = { by, akun, gedung_id: s.ids.gedung, bukan_kembar: true }
  const confirmation = must(
    await by.post<{ id: number }>('/konfirmasi-pembayaran/create', await confirmationBody(s, body)),
  ).id
  must(await s.superadmin.post(`/billing/share?id=${bill}`))
  await makeReminder(s, bill)
  const note = { jumlah: 1000, alasan: `Potongan untuk ${w}` }
  must(await s.superadmin.post(`/billing/nota-kredit?id=${bill}`, note))
  return { bill, draft, payment, confirmation }
}

const leads = async (s: School, by: Client, word: string) => {
  const make = async (nama: string) =>
    must(
      await by.post<{ id: number }>('/lead/create', {
        nama: `${nama} ${word}`,
        phone: `0819${60_000_000 + ++n}`,
        email: `${nama}.${word}@calon.id`.toLowerCase(),
        gedung_id: s.ids.gedung,
        catatan: `Cerita ${word}`,
      }),
    ).id
  const [lead, tried, begun] = [await make('Calon'), await make('Pencoba'), await make('Pemula')]
  must(await by.post(`/lead/catat?id=${lead}`, { jenis: 'telepon', isi: `Tanya ${word}` }))
  const slot = await hold(s, lead, { kursus_pelatih_id: s.ids.kelas, mulai: nextDay(1) }, by)
  must(
    await by.post(`/lead/trial?id=${tried}`, {
      kursus_id: s.ids.kursus,
      pelatih_id: await makePelatih(s),
      ruang_id: await makeRuang(s, s.ids.gedung),
      tanggal: addDays(currentDay(), 5),
      jam_mulai: '10:00',
    }),
  )
  const isian = JSON.stringify({ name: `Ketikan ${word}` })
  const typed = { langkah: 'peserta', isian, versi: 0 }
  must(await by.post(`/lead/simpan-aktivasi?id=${begun}`, typed))
  return { lead, tried, begun, slot: Number(slot.id) }
}

const makeSide = async (s: School, word: string): Promise<Side> => {
  const members = await people(s, word)
  const client = await s.as(members.sales)
  const kelas = await makeKelas(s, s.ids.gedung, { hari: Hari.rabu, catatan: `Kelas ${word}` })
  // Enrols the student in a class of this side, and in a class with students of both sides.
  const enrolment = await enrol(s, members.peserta, kelas)
  await enrol(s, members.peserta, s.ids.kelas)
  await s.db
    .updateTable('pertemuan')
    .set({ catatan: `Catatan ${word}`, catatan_materi: `Materi ${word}` })
    .where('kursus_pelatih_id', '=', kelas)
    .execute()
  const expense = must(
    await client.post<{ id: number }>('/pengeluaran-sales/create', {
      sales_id: members.sales,
      gedung_id: s.ids.gedung,
      tanggal: '2026-01-05',
      kategori: 'transport',
      jumlah: 70_000 + ++n,
      metode: MetodePembayaran.tunai,
      keterangan: `Pameran ${word}`,
      bukti: await uploadProof(client),
    }),
  ).id
  const credit = must(
    await s.superadmin.post<{ id: number }>('/kredit-pengganti/create', {
      peserta_id: members.peserta,
      kursus_id: s.ids.kursus,
      alasan: `Kredit ${word}`,
    }),
  ).id
  must(await client.post('/saved-view/create', { nama: `Tampilan ${word}`, resource: 'billing' }))
  const paid = await money(s, { ...members, by: client }, word)
  return {
    word,
    client,
    kelas,
    enrolment,
    expense,
    credit,
    ...members,
    ...paid,
    ...(await leads(s, client, word)),
  }
}
/** Creates two sides (sales people with all their rows) in a school that no other test uses. */
export const makeTwoSales = async (s: School): Promise<{ own: Side; other: Side }> => {
  const fee = { biaya_pendaftaran: 100_000 }
  await s.db.updateTable('kursus').set(fee).where('id', '=', s.ids.kursus).execute()
  const [ownSide, otherSide] = [await makeSide(s, 'Safir'), await makeSide(s, 'Zamrud')]
  return { own: ownSide, other: otherSide }
}

/**
 * Maps the name of a column to the table to which the column refers. A row belongs to a sales
 * person if one of these columns refers to the person, or to a row that belongs to the person.
 */
const links: Readonly<Record<string, string>> = {
  peserta_id: 'user',
  akun_billing_id: 'user',
  sales_id: 'user',
  user_id: 'user',
  diajukan_oleh: 'user',
  lead_id: 'lead',
  billing_id: 'billing',
  payment_id: 'billing_payment',
  kursus_peserta_id: 'kursus_peserta',
  billing_item_id: 'billing_item',
  konfirmasi_id: 'konfirmasi_pembayaran',
  berkas_id: 'berkas',
  absensi_id: 'absensi',
}
/** Tables whose rows belong to the user who created them, with the column that names that user. */
const makers: Readonly<Record<string, string>> = { berkas: 'created_by', import_job: 'created_by' }
type Ids = ReadonlyMap<string, ReadonlySet<unknown>>

/**
 * Returns the ids, by table, of all rows that belong to the users: rows that refer to a user, rows
 * that refer to such rows, and so on.
 */
const idsOf = (state: Snapshot, users: readonly number[]): Ids => {
  const ids = new Map<string, Set<unknown>>([['user', new Set<unknown>(users)]])
  for (let round = 0; round < 4; round++)
    for (const [table, rows] of state) {
      const set = ids.get(table) ?? new Set<unknown>()
      ids.set(table, set)
      for (const { row } of rows.values())
        if (row.id !== undefined && isOf(ids, table, row)) set.add(row.id)
    }
  return ids
}
const isOf = (ids: Ids, table: string, row: Row): boolean =>
  Boolean(ids.get(table)?.has(row.id)) ||
  Object.entries(links).some(([column, to]) => ids.get(to)?.has(row[column])) ||
  ids.get('user')?.has(row[makers[table] ?? '']) === true

const logs = new Set(['audit', 'idempotensi', 'penghitung', 'batas_laju', 'sesi'])
/**
 * Cache of the row ids of each side (sales person), by snapshot. The ids stay valid, because a
 * snapshot never changes.
 */
const idCache = new WeakMap<Snapshot, Map<Side, Ids>>()
/** Returns the ids, by table, of all rows in a snapshot that belong to a side (sales person). */
export const rowsOf = (state: Snapshot, side: Side): Ids => {
  const { sales, akun, peserta, pendaftar } = side
  const ids = idCache.get(state)?.get(side) ?? idsOf(state, [sales, akun, peserta, pendaftar])
  idCache.set(state, (idCache.get(state) ?? new Map<Side, Ids>()).set(side, ids))
  return ids
}
/**
 * Returns a text for each row of a side (sales person) that was changed, added or deleted between
 * two snapshots.
 */
export const changesOf = (before: Snapshot, after: Snapshot, side: Side): string[] => {
  const touched = [...after].filter(
    ([table, rows]) => rows !== before.get(table) && !logs.has(table),
  )
  if (touched.length === 0) return []
  const [was, is] = [rowsOf(before, side), rowsOf(after, side)]
  return touched.flatMap(([table, rows]) => {
    const old = before.get(table)
    const keys = [...new Set([...(old?.keys() ?? []), ...rows.keys()])]
    return keys.flatMap((key) => {
      const [from, to] = [old?.get(key), rows.get(key)]
      if (from?.text === to?.text) return []
      const isOfSide = (from && isOf(was, table, from.row)) || (to && isOf(is, table, to.row))
      return isOfSide ? [`${table} ${key.slice(0, 60)}: ${from ? 'changed' : 'made'}`] : []
    })
  })
}
/** Gives a user a new custom role with the access codes `codes`, based on the sales role. */
export const giveEveryCode = async (s: School, user: number, codes: readonly string[]) => {
  const role = must(
    await s.superadmin.post<{ id: number }>('/role/create', {
      name: `Sales dengan semua kode ${++n}`,
      dasar_role_id: RoleId.sales,
      accesses: codes,
    }),
  ).id
  await sql`update "user" set role_id = ${role} where id = ${user}`.execute(s.db)
}
