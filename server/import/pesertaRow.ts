/**
 * Imports the row of a student: finds or creates the payer, then creates or updates the student by
 * the rules of the user module.
 */
import { RoleId, UserStatus } from '#contract/enums.ts'
import type { Issue } from '#contract/resource.ts'
import { fold } from '#server/db/fold.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { HttpError, invalid, invalidField } from '#server/errors.ts'
import { nameWithCode, otherOutlet } from '#server/export/referenceNames.ts'
import type { Ctx } from '#server/http/context.ts'
import {
  isSameValue,
  splitList,
  type Mode,
  type RowResult,
  type RowValues,
} from '#server/import/columns.ts'
import { findOrMakeAkun } from '#server/import/pesertaAkun.ts'
import {
  changedFields,
  findByFamily,
  findByNoInduk,
  isCurrentPayer,
  readCurrent,
  type CurrentPeserta,
} from '#server/import/pesertaCurrent.ts'
import type { References } from '#server/import/pesertaReferences.ts'
import {
  checkEmailFree,
  given,
  textOf,
  withColumnNames,
  withoutNulls,
  writer,
} from '#server/import/pesertaWriter.ts'
import { auditEvent } from '#server/resource/auditLog.ts'
import { required } from '#server/runtime/required.ts'

const plainColumns = [
  'name',
  'nama_panggilan',
  'gender',
  'tempat_lahir',
  'tanggal_lahir',
  'phone',
  'email',
  'wali_nama',
  'wali_hubungan',
  'wali_phone',
  'persetujuan',
  'information_source',
  'sekolah',
  'instrumen_dimiliki',
  'alamat',
  'kota',
  'kode_pos',
  'religion',
  'citizenship',
  'catatan',
] as const

const fileColumns = { gedung_id: 'outlet', sales_id: 'sales', akun_billing_id: 'akun_phone' }
const throwUnknown = (column: string, text: string): never => {
  throw invalidField(column, `"${text.slice(0, 60)}" tidak ditemukan`)
}

/** Courses in which a student is interested, as read from a cell of the file. */
interface Minat {
  /** Ids of the courses: an empty list for a dash, undefined for an empty cell. */
  ids: readonly number[] | undefined
  /** Text of the cell; undefined for a dash or an empty cell. */
  text: string | undefined
}
/** Stores the courses in which a student is interested. Does nothing if `ids` is undefined. */
const storeMinat = async (trx: Trx, ctx: Ctx, id: number, { ids, text }: Minat): Promise<void> => {
  if (ids === undefined) return
  await trx
    .updateTable('peserta_profil')
    .set({ kursus_minat: JSON.stringify([...new Set(ids)]) })
    .where('user_id', '=', id)
    .execute()
  await auditEvent(trx, ctx, {
    aksi: 'update',
    entitas: 'user',
    entitas_id: id,
    sesudah: JSON.stringify({ 'Kursus yang diminati': text ?? null }),
  })
}

/**
 * Splits a cell into names of courses: first at semicolons, then each part at commas, unless the
 * whole part is the name of a course.
 */
const kursusNames = (
  text: string | undefined,
  references: References,
  current: CurrentPeserta | undefined,
): string[] | undefined =>
  text === undefined
    ? undefined
    : splitList(text).flatMap((nama) =>
        references.kursus.has(fold(nama)) ||
        current?.minat.some(
          (k) => fold(k.nama) === fold(nama) || fold(nameWithCode(k.nama, k.kode)) === fold(nama),
        )
          ? [nama]
          : nama
              .split(',')
              .map((s) => s.trim())
              .filter(Boolean),
      )

const minatOf = (
  values: RowValues,
  references: References,
  current: CurrentPeserta | undefined,
): Minat => {
  const text = textOf(values.kursus)
  if (values.kursus === null) return { ids: [], text }
  const names = kursusNames(text, references, current)
  const idOf = (nama: string): number =>
    current?.minat.find((k) =>
      [k.kode, k.nama, nameWithCode(k.nama, k.kode)].some((n) => fold(n) === fold(nama)),
    )?.id ??
    references.kursus.get(fold(nama)) ??
    throwUnknown('kursus', nama)
  return { ids: names?.map(idOf), text }
}

/**
 * Whether a text is the current name of the student's outlet or sales person. `Outlet lain` (other
 * outlet) always counts as the current name of the outlet. Such a text leaves the reference
 * unchanged, even if the name is ambiguous or the named row is outside the actor's scope.
 */
const isNameNow = (
  column: 'outlet' | 'sales',
  text: string,
  current: CurrentPeserta | undefined,
): boolean => {
  if (!current) return false
  const names = [current[column], ...(column === 'outlet' ? [otherOutlet] : [])]
  return names.some((nama) => nama !== undefined && fold(nama) === fold(text))
}
/**
 * Returns the id of the outlet or sales person that a row names; null for a dash, undefined for an
 * empty cell.
 */
const referenceId = (
  column: 'outlet' | 'sales',
  values: RowValues,
  references: References,
  current: CurrentPeserta | undefined,
): number | null | undefined => {
  if (values[column] === null) return null
  const text = textOf(values[column])
  if (text === undefined) return undefined
  if (isNameNow(column, text, current)) {
    const now = current?.row[column === 'outlet' ? 'gedung_id' : 'sales_id']
    return typeof now === 'number' ? now : undefined
  }
  return references[column].get(fold(text)) ?? throwUnknown(column, text)
}

/**
 * Calls all functions and returns their results by key. Throws 422 with the issues of all functions
 * that fail, not only of the first one.
 */
const allOf = <T extends object>(parts: { [K in keyof T]: () => T[K] }): T => {
  const issues: Issue[] = []
  const result: Partial<T> = {}
  for (const key in parts)
    try {
      result[key] = parts[key]()
    } catch (error) {
      if (!(error instanceof HttpError) || !error.errors) throw error
      issues.push(...error.errors)
    }
  if (issues.length > 0) throw invalid(issues)
  return result as T
}

/**
 * Updates the fields in which the row of the file differs from the stored student. Returns `sama`
 * without writing when no field differs.
 */
const updatePeserta = async (
  trx: Trx,
  ctx: Ctx,
  current: CurrentPeserta,
  data: Record<string, unknown>,
  minat: Minat,
): Promise<RowResult['outcome']> => {
  const { row } = current
  const changed = changedFields(data, current)
  const sorted = (ids: readonly number[]) => [...new Set(ids)].toSorted((a, b) => a - b)
  const now = sorted(current.minat.map((k) => k.id))
  const newMinat = minat.ids && !isSameValue(now, sorted(minat.ids)) ? minat.ids : undefined
  if (typeof changed.email === 'string') await checkEmailFree(trx, changed.email, 'email', row.id)
  if (Object.keys(changed).length > 0)
    await withColumnNames(fileColumns, () =>
      writer.update(trx, ctx, row, { ...changed, versi: row.versi }),
    )
  await storeMinat(trx, ctx, row.id, { ids: newMinat, text: minat.text })
  return Object.keys(changed).length > 0 || newMinat ? 'diperbarui' : 'sama'
}

/** Creates the student of a row. */
const createPeserta = async (
  trx: Trx,
  ctx: Ctx,
  data: Record<string, unknown>,
  minat: Minat,
): Promise<void> => {
  await checkEmailFree(trx, textOf(data.email), 'email')
  const body = { role_id: RoleId.peserta, status: UserStatus.aktif, ...withoutNulls(data) }
  const student = await withColumnNames(fileColumns, () =>
    writer.create(trx, ctx, body, { fixed: { sumber: 'import' } }),
  )
  if (minat.ids?.length) await storeMinat(trx, ctx, student.id, minat)
}

/**
 * Imports a row of the file. Throws an HttpError that names the columns with problems; the caller
 * must then roll back the writes of the row.
 */
export const importPeserta = async (
  trx: Trx,
  ctx: Ctx,
  mode: Mode,
  values: RowValues,
  references: References,
): Promise<RowResult> => {
  const numbered = await findByNoInduk(trx, ctx, values)
  const current = numbered && (await readCurrent(trx, ctx, numbered.id))
  const { gedung_id, sales_id, minat } = allOf({
    gedung_id: () => referenceId('outlet', values, references, current),
    sales_id: () => referenceId('sales', values, references, current),
    minat: () => minatOf(values, references, current),
  })
  const home = { gedung_id: gedung_id ?? undefined, sales_id: sales_id ?? undefined }
  const akun =
    current && isCurrentPayer(values, current.akun)
      ? { id: required(current.akun, 'akun').id, isNew: false }
      : await findOrMakeAkun(trx, ctx, values, home)
  const data = given({
    ...Object.fromEntries(plainColumns.map((k) => [k, values[k]])),
    gedung_id,
    sales_id,
    akun_billing_id: akun?.id,
  })
  const isNewAkun = akun?.isNew ?? false
  const existing = numbered ?? (await findByFamily(trx, ctx, values, akun))
  if (!existing) {
    await createPeserta(trx, ctx, data, minat)
    return { outcome: 'baru', isNewAkun }
  }
  if (mode === 'tambah')
    throw invalidField(
      textOf(values.no_induk) === undefined ? 'name' : 'no_induk',
      `Peserta ini sudah ada (${existing.no_induk})`,
    )
  const student = current ?? (await readCurrent(trx, ctx, existing.id))
  return { outcome: await updatePeserta(trx, ctx, student, data, minat), isNewAkun }
}
