/**
 * Imports of the amounts with which a school moves in: the open bills and the saldo of the old
 * books, for the sheets of a workbook (decision 0251).
 */
import * as z from 'zod/mini'
import { billing } from '#contract/billing/billing.ts'
import { optional, reference, rupiah, shortText } from '#contract/fields.ts'
import { headings } from '#contract/import/headings.ts'
import type { Issue, Shape } from '#contract/resource.ts'
import { fold } from '#server/db/fold.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { HttpError, invalid, invalidField } from '#server/errors.ts'
import type { Ctx } from '#server/http/context.ts'
import type { ImportColumn, ImportKind, RowResult, RowValues } from '#server/import/columns.ts'
import { columnFrom } from '#server/import/masterColumns.ts'
import { readNamed } from '#server/import/masterFields.ts'
import { onlyId, readOpeningPayers } from '#server/import/openingPayers.ts'
import {
  openingKey,
  storeOpeningBill,
  storeOpeningSaldo,
} from '#server/modules/billing/opening/opening.ts'
import { issuesOf } from '#server/resource/query/query.ts'
import { readSettings } from '#server/settings.ts'

const billFields = {
  nomor_lama: optional(shortText('Nomor Lama', { max: 40 })),
  jatuh_tempo: billing.fields.jatuh_tempo,
  jumlah: rupiah('Sisa Tagihan', { min: 1 }),
  keterangan: optional(shortText('Keterangan', { max: 140 })),
}
/** Columns whose cells name rows of other resources. */
const billReferences = {
  jenis_billing_id: optional(reference('Jenis Billing', 'jenis-billing')),
  gedung_id: optional(reference('Outlet', 'gedung')),
}
const saldoFields = { jumlah: rupiah('Saldo', { min: 1 }) }
const BillRow = z.object(billFields)
const SaldoRow = z.object(saldoFields)

const columnsOf = (nama: string, fields: Shape): Record<string, ImportColumn> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, schema]): [string, ImportColumn][] => {
      const column = columnFrom(key, schema, headings[nama]?.[key])
      return column ? [[key, column]] : []
    }),
  )
/** Returns the columns that name the payer of a row. */
const payerColumns = (nama: 'billing' | 'mutasi-saldo'): Record<string, ImportColumn> => ({
  akun_billing_id: {
    label: 'Akun Billing',
    required: true,
    alias: headings[nama]?.akun_billing_id ?? [],
    example: 'Contoh: isi lalu hapus baris ini',
  },
  phone: {
    label: 'No. HP Akun Billing',
    alias: headings[nama]?.phone ?? [],
    example: '081234567890',
  },
})

/** Returns the values of the fields of a row. Throws 422 with all problems. */
const parse = <T extends z.ZodMiniType>(schema: T, values: RowValues): z.output<T> => {
  const result = z.safeParse(schema, values)
  if (!result.success) throw invalid(issuesOf(result.error))
  return result.data
}
/** Collects the problems of the parts of a row, so that all of them are reported together. */
const collector = () => {
  const issues: Issue[] = []
  return {
    /** Returns the value of a part; undefined when the part has problems. */
    take: <T>(part: () => T): T | undefined => {
      try {
        return part()
      } catch (error) {
        if (!(error instanceof HttpError) || !error.errors) throw error
        issues.push(...error.errors)
        return undefined
      }
    },
    /** Returns the error with the problems of all parts. */
    error: () => invalid(issues),
  }
}
const resultOf = (isNew: boolean, jumlah: number): RowResult =>
  isNew ? { outcome: 'baru', isNewAkun: false, jumlah } : { outcome: 'sama', isNewAkun: false }

/**
 * Reads the rows of a resource. Returns a function that returns the id of the row that a cell
 * names, or `otherwise` for an empty cell. The function throws 422 at the column.
 */
const readIds = async (trx: Trx, ctx: Ctx, resource: string) => {
  const names = await readNamed(trx, ctx, { refers: resource })
  return (field: string, cell: unknown, otherwise: number | null | undefined): number => {
    const ids = (text: string) => (names.get(fold(text)) ?? []).map(({ id }) => id)
    if (typeof cell === 'string')
      return onlyId(ids(cell), { field, text: cell, hint: 'tulis kodenya' })
    if (typeof otherwise === 'number') return otherwise
    throw invalidField(field, 'Wajib diisi')
  }
}

/** Import of the open bills of the old books. The kind of line is tuition by default. */
export const openBillImport: ImportKind = {
  nama: 'billing',
  fileName: 'tagihan-terbuka',
  mainColumn: 'akun_billing_id',
  columns: {
    ...payerColumns('billing'),
    peserta_id: {
      label: 'Peserta',
      alias: headings.billing?.peserta_id ?? [],
      example: 'nama atau nomor induk',
    },
    ...columnsOf('billing', { ...billFields, ...billReferences }),
  },
  marks: () => [],
  prepare: async (trx, ctx) => {
    const settings = await readSettings(trx)
    const payerOf = await readOpeningPayers(trx, ctx)
    const outletOf = await readIds(trx, ctx, 'gedung')
    const typeOf = await readIds(trx, ctx, 'jenis-billing')
    const read = (values: RowValues) => {
      const { take, error } = collector()
      const row = take(() => parse(BillRow, values))
      const payer = take(() => payerOf(values))
      // The outlet of an empty cell is that of the payer, so it is unknown without a payer.
      const hasOutlet = payer !== undefined || typeof values.gedung_id === 'string'
      const home = hasOutlet
        ? take(() => outletOf('gedung_id', values.gedung_id, payer?.gedung_id))
        : undefined
      const type = take(() =>
        typeOf('jenis_billing_id', values.jenis_billing_id, settings.jenis_billing_id),
      )
      if (!row || !payer || home === undefined || type === undefined) throw error()
      const keterangan = row.keterangan ?? 'Tagihan sebelum pindah'
      return { ...row, ...payer, keterangan, gedung_id: home, jenis_billing_id: type }
    }
    const seen = new Set<string>()
    return async (_, values) => {
      const bill = read(values)
      const key = openingKey(bill)
      if (seen.has(key))
        throw invalidField('nomor_lama', 'Sama dengan baris sebelumnya: isi nomor yang berbeda')
      const isNew = await storeOpeningBill(trx, ctx, settings, bill)
      seen.add(key)
      return resultOf(isNew, bill.jumlah)
    }
  },
}

/** Import of the saldo that payers have in the old books. */
export const openingSaldoImport: ImportKind = {
  nama: 'mutasi-saldo',
  fileName: 'saldo-awal',
  mainColumn: 'akun_billing_id',
  columns: { ...payerColumns('mutasi-saldo'), ...columnsOf('mutasi-saldo', saldoFields) },
  marks: () => [],
  prepare: async (trx, ctx) => {
    const payerOf = await readOpeningPayers(trx, ctx)
    const read = (values: RowValues) => {
      const { take, error } = collector()
      const row = take(() => parse(SaldoRow, values))
      const payer = take(() => payerOf(values))
      if (!row || !payer) throw error()
      return { akun_billing_id: payer.akun_billing_id, jumlah: row.jumlah }
    }
    const seen = new Set<number>()
    return async (_, values) => {
      const saldo = read(values)
      if (seen.has(saldo.akun_billing_id))
        throw invalidField('akun_billing_id', 'Sudah ada di baris sebelumnya: jumlahkan saldonya')
      const isNew = await storeOpeningSaldo(trx, ctx, saldo)
      seen.add(saldo.akun_billing_id)
      return resultOf(isNew, saldo.jumlah)
    }
  },
}
