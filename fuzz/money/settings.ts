/** Actions that change settings about money while other users work. */
import { alasan, type Field, type Move } from './rows.ts'

export const readSetting = async ({ db }: Pick<Field, 'db'>, key: string) => {
  const row = await db
    .selectFrom('setting')
    .select(['value', 'versi'])
    .where('key', '=', key)
    .executeTakeFirst()
  return { value: JSON.parse(row?.value ?? 'null') as unknown, versi: row?.versi ?? 0 }
}
export const setTo = (key: string, value: unknown, versi: number) => ({
  path: '/setting/update',
  body: { key, value, versi, alasan },
})

/**
 * Switches the setting `auto_pakai_saldo` on or off. While the setting is on, publishing a bill
 * pays the bill at once from the payer's credit.
 */
export const turnAutoSaldo: Move = async (field) => {
  const { value, versi } = await readSetting(field, 'auto_pakai_saldo')
  return setTo('auto_pakai_saldo', value !== true, versi)
}

/** Two alternative sets of late fee tiers. In each, the fee becomes higher after ten days. */
export const tiers = [
  [
    { dari_hari: 1, sampai: 10, tipe: 'persen', nilai: 500 },
    { dari_hari: 11, sampai: null, tipe: 'nominal', nilai: 40_000 },
  ],
  [
    { dari_hari: 1, sampai: 10, tipe: 'persen', nilai: 300 },
    { dari_hari: 11, sampai: null, tipe: 'persen', nilai: 1000 },
  ],
] as const
/** Formats of bill numbers: one counter for the whole school, or one for each outlet. */
const formats = ['INV/{YYYY}/{MM}/{0001}', 'INV/{gedung}/{YYYY}/{MM}/{0001}'] as const
const oneOf =
  (key: string, values: readonly unknown[]): Move =>
  async (field) => {
    const { versi } = await readSetting(field, key)
    return setTo(key, field.r.pick(values), versi)
  }
export const changeTiers = oneOf('denda_tier', tiers)
export const changeNumbers = oneOf('format_nomor_tagihan', formats)
