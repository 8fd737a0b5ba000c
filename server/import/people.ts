/** Imports of coaches and payers, for the sheets of a workbook (decision 0251). */
import { sql, type SqlBool } from 'kysely'
import { Hari, RoleId, SlotPelatih, UserStatus } from '#contract/enums.ts'
import { slotEnd, slotTimes, type Slot, type Weekday } from '#contract/schedule/rules/freeSlots.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { invalid } from '#server/errors.ts'
import type { Ctx } from '#server/http/context.ts'
import type { ImportColumn, ImportKind, RowValues } from '#server/import/columns.ts'
import { rowImport } from '#server/import/master.ts'
import { kindOf } from '#server/modules/access/user/kinds.ts'
import { storeWeek } from '#server/modules/schedule/conflicts/freeSlots.ts'

/** Describes users of one kind, who are recognized by phone number and name. */
const people = (nama: 'pelatih' | 'akun-billing', role_id: number, only: readonly string[]) => ({
  nama,
  resource: 'user' as const,
  uniqueKey: ['phone', 'name'],
  only,
  among: ({ actor }: Ctx) =>
    sql<SqlBool>`${kindOf(nama, actor)} and "user".status <> ${sql.lit(UserStatus.dihapus)}`,
  inputs: () => ({ role_id, status: UserStatus.aktif }),
  columns: { sumber: 'import' },
})

const hours =
  /^(\d{1,2})[.:](\d\d)\s*(?:[-–—]|s\.?\/?d\.?|sampai)\s*(\d{1,2})[.:](\d\d)\s*(\(?tanya( dulu)?\)?)?$/i
const wrongHours = 'Tulis jam seperti 09.00-12.00; 15.00-18.00 (tanya)'
/** Returns the slots of a day with the hours of a cell; undefined for other texts. */
const slotsOfDay = (hari: Weekday, text: string): Slot[] | undefined => {
  const day = new Map<string, Slot['status']>(slotTimes.map((jam) => [jam, SlotPelatih.tidakBisa]))
  for (const part of text
    .split(/[;,\n]/)
    .map((t) => t.trim())
    .filter(Boolean)) {
    const match = hours.exec(part)
    if (!match) return undefined
    const [, h1 = '', m1, h2 = '', m2, asks] = match
    const [from, to] = [`${h1.padStart(2, '0')}:${m1}`, `${h2.padStart(2, '0')}:${m2}`]
    const inside = slotTimes.filter((jam) => jam >= from && slotEnd(jam) <= to)
    if (inside.length === 0) return undefined
    for (const jam of inside) day.set(jam, asks ? SlotPelatih.tanyaDulu : SlotPelatih.kosong)
  }
  return [...day].map(([jam, status]) => ({ hari, jam, status }))
}

const dayColumns = Object.fromEntries(
  Hari.options.map(({ value, label }): [string, ImportColumn] => [
    `hari_${value}`,
    {
      label: `Jam Kosong ${label}`,
      alias: [label, `jam ${label}`, `jam mengajar ${label}`],
      example: value === Hari.senin ? '09.00-12.00; 15.00-18.00' : '',
    },
  ]),
)
/**
 * Stores the free hours of a coach. An empty cell leaves its day unchanged, a dash closes it.
 * Throws 422 with every cell that holds no hours.
 */
const storeHours = async (trx: Trx, ctx: Ctx, id: number, values: RowValues): Promise<boolean> => {
  const days = Hari.options.flatMap(({ value }) => {
    const text = values[`hari_${value}`]
    if (text === undefined) return []
    return [{ value, slots: slotsOfDay(value, text === null ? '' : String(text)) }]
  })
  const wrong = days.filter(({ slots }) => slots === undefined)
  if (wrong.length > 0)
    throw invalid(wrong.map(({ value }) => ({ field: `hari_${value}`, message: wrongHours })))
  const slot = days.flatMap(({ slots = [] }) => slots)
  return slot.length > 0 && storeWeek(trx, ctx, id, slot)
}

export const pelatihImport: ImportKind = rowImport(
  people('pelatih', RoleId.pelatih, [
    'name',
    'kode',
    'phone',
    'email',
    'gender',
    'tanggal_lahir',
    'gedung_id',
    'gedung_wilayah',
    'bidang',
    'level_maks',
    'jenis_honor',
    'tarif_honor',
    'tanggal_masuk',
    'alamat',
  ]),
  { columns: dayColumns, store: storeHours },
)
export const akunBillingImport: ImportKind = rowImport(
  people('akun-billing', RoleId.akunBilling, [
    'name',
    'phone',
    'email',
    'gedung_id',
    'alamat',
    'kota',
    'nama_tagihan',
    'alamat_tagihan',
    'email_tagihan',
    'wa_tagihan',
    'kirim_via',
  ]),
)
