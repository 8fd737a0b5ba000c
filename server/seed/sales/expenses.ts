/**
 * Makes the expenses of the sales persons of a generated school in half a year. Most expenses of
 * the last days wait for approval. Most older ones are approved. Some expenses were rejected,
 * approved after a rejection, or voided.
 */
import { MetodePembayaran, RoleId } from '#contract/enums.ts'
import { makeRandom, type Random } from '#contract/values/random.ts'
import { addDays } from '#contract/values/tanggal.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { openAfterwards, putProof } from '#server/seed/afterwards.ts'
import { momentOf, keyed, stamp, type Ids, type Put, type Row } from '#server/seed/maker.ts'
import { pick } from '#server/seed/names.ts'
import { expenseReasons, refusals, type Reason } from '#server/seed/sales/words.ts'
import { readSettings } from '#server/settings.ts'

const days = 182
/** Age in days below which most expenses still wait for approval. */
const decidedAfter = 6
const tables = ['pengeluaran_sales', 'berkas', 'berkas_isi', 'penghitung', 'audit'] as const

interface Person {
  id: number
  name: string
  gedung_id: number | null
}
interface Spending extends Reason {
  sales: Person
  tanggal: string
  jumlah: number
  keterangan: string
}
interface World {
  today: string
  random: Random
  ids: Ids
  put: Put
  admin: Person
  nextNumber: (tanggal: string) => string
}

const spend = (r: Random, sales: Person, tanggal: string): Spending => {
  const reason = pick(r, expenseReasons)
  const steps = Math.round((reason.most - reason.least) / reason.step)
  return {
    ...reason,
    sales,
    tanggal,
    jumlah: reason.least + r.int(0, steps) * reason.step,
    keterangan: pick(r, reason.texts),
  }
}

type Fate = 'waits' | 'approved' | 'entered' | 'refused' | 'again' | 'void'
/** Draws what has happened to an expense, depending on its age. */
const fateOf = ({ random: r, today }: World, tanggal: string): Fate => {
  if (tanggal > addDays(today, -decidedAfter)) return r.chance(0.85) ? 'waits' : 'refused'
  const luck = r.int(1, 100)
  if (luck <= 7) return 'refused'
  if (luck <= 12) return 'again'
  if (luck <= 16) return 'void'
  return luck <= 26 ? 'entered' : 'approved'
}

/** Returns the columns of an expense that state its approval, rejection or void. */
const decisionOf = ({ random: r, admin }: World, fate: Fate, day: string) => {
  const isRefused = fate === 'refused' || fate === 'again'
  const isApproved =
    fate === 'approved' || fate === 'entered' || fate === 'again' || fate === 'void'
  const undecided = isRefused ? 'ditolak' : 'diajukan'
  return {
    status: isApproved ? 'disetujui' : undecided,
    disetujui_oleh: isApproved ? admin.id : null,
    disetujui_at: isApproved ? momentOf(day, 9000) : null,
    ditolak_oleh: isRefused ? admin.id : null,
    ditolak_at: isRefused ? momentOf(day, 3600) : null,
    alasan_tolak: isRefused ? pick(r, refusals) : null,
    void_at: fate === 'void' ? momentOf(day, 20_000) : null,
    void_by: fate === 'void' ? admin.id : null,
    void_alasan: fate === 'void' ? 'Tercatat dua kali, nota yang sama' : null,
  }
}

const putExpense = (world: World, spending: Spending): void => {
  const { random: r, ids, put, admin, today, nextNumber } = world
  const { sales, tanggal, jumlah, kategori, keterangan } = spending
  const id = ids.next('pengeluaran_sales')
  const fate = fateOf(world, tanggal)
  const filer = fate === 'entered' ? admin : sales
  const wished = addDays(tanggal, fate === 'entered' ? 0 : r.int(1, 4))
  const decision = decisionOf(world, fate, wished < today ? wished : tanggal)
  const row = {
    id,
    ...stamp(momentOf(tanggal), filer.id),
    versi: fate === 'waits' || fate === 'entered' ? 1 : 2,
    nomor: nextNumber(tanggal),
    sales_id: sales.id,
    gedung_id: sales.gedung_id,
    tanggal,
    kategori,
    keterangan,
    jumlah,
    metode: r.chance(0.8) ? MetodePembayaran.tunai : MetodePembayaran.transfer,
    bukti: r.chance(0.8)
      ? putProof(world, r, {
          entitas: 'pengeluaran-sales',
          entitas_id: id,
          nama: `nota-${tanggal}.png`,
          time: momentOf(tanggal),
          by: sales.id,
        })
      : null,
    diajukan_oleh: filer.id,
    ...decision,
  }
  put('pengeluaran_sales', keyed('pengeluaran-sales', row))
  const audit = (aksi: string, by: Person, time: string, sesudah: Row, alasan: string | null) =>
    put('audit', {
      id: ids.next('audit'),
      ...stamp(time, by.id),
      user_nama: by.name,
      aksi,
      entitas: 'pengeluaran-sales',
      entitas_id: id,
      gedung_id: sales.gedung_id,
      sebelum: null,
      sesudah: JSON.stringify(sesudah),
      alasan,
      ip: '127.0.0.1',
      agen: 'Nada',
    })
  const { nomor } = row
  audit('create', filer, row.created_at, { nomor, jumlah, kategori, keterangan }, null)
  if (decision.ditolak_at)
    audit('tolak', admin, decision.ditolak_at, { status: 'ditolak' }, decision.alasan_tolak)
  if (decision.disetujui_at && fate !== 'entered')
    audit('setujui', admin, decision.disetujui_at, { status: 'disetujui' }, null)
  if (decision.void_at)
    audit('batalkan', admin, decision.void_at, { void_at: decision.void_at }, decision.void_alasan)
}

const readPeople = async (trx: Trx) => {
  const people = () => trx.selectFrom('user').select(['id', 'name', 'gedung_id'])
  const sales = await people().where('role_id', '=', RoleId.sales).orderBy('id').execute()
  const admin = await people().where('username', '=', 'admin').executeTakeFirstOrThrow()
  return { sales: sales.filter((s) => s.gedung_id !== null), admin }
}

/** Stores the expenses of the half year before `today`. */
export const makeExpenses = (db: Db, today: string): Promise<void> =>
  transaction(db, async (trx) => {
    const { sales, admin } = await readPeople(trx)
    const { format_nomor_pengeluaran: format } = await readSettings(trx)
    const later = await openAfterwards(trx, tables, ['pengeluaran_sales', 'berkas', 'audit'], {
      paper: 'pengeluaran',
      format,
    })
    const random = makeRandom(2031)
    const world: World = { today, random, admin, ...later }
    for (let day = addDays(today, -days); day < today; day = addDays(day, 1))
      for (const person of sales)
        if (random.chance(day > addDays(today, -decidedAfter) ? 0.45 : 0.14))
          putExpense(world, spend(random, person, day))
    await later.store()
  })
