/** Finds the payers and students to whom the open bills and saldo of the old books belong. */
import { normalizePhone } from '#contract/values/phone.ts'
import { fold } from '#server/db/fold.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { invalidField } from '#server/errors.ts'
import type { Ctx } from '#server/http/context.ts'
import type { RowValues } from '#server/import/columns.ts'
import { readPeople } from '#server/import/peopleNames.ts'

/** Ids by the texts that name them. */
type Ids = ReadonlyMap<string, readonly number[]>
interface Home {
  akun_billing_id: number | null
  gedung_id: number | null
}
/**
 * Payer and student of a row, and the outlet of the student, of the payer, or of all students of
 * the payer; null without one of these outlets.
 */
export interface FoundPayer {
  akun_billing_id: number
  peserta_id: number | null
  gedung_id: number | null
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined
const quoted = (text: string): string => `"${text.slice(0, 60)}"`
/**
 * Returns the only id that a cell names. Throws 422 at the column when there is none, or more than
 * one; `hint` says how the cell can name one of them.
 */
export const onlyId = (
  ids: readonly number[],
  { field, text, hint }: { field: string; text: string; hint: string },
): number => {
  const [id, ...more] = new Set(ids)
  if (id === undefined) throw invalidField(field, `${quoted(text)} tidak ditemukan`)
  if (more.length > 0) throw invalidField(field, `Ada lebih dari satu ${quoted(text)}: ${hint}`)
  return id
}
const find = (ids: Ids, text: string): readonly number[] =>
  ids.get(fold(text)) ?? ids.get(fold(normalizePhone(text))) ?? []
const readIds = async (trx: Trx, ctx: Ctx, jenis: 'akun-billing' | 'peserta'): Promise<Ids> => {
  const people = await readPeople(trx, ctx, jenis)
  return new Map([...people].map(([text, rows]) => [text, rows.map(({ id }) => id)]))
}
const readHomes = async (trx: Trx): Promise<ReadonlyMap<number, Home>> => {
  const rows = await trx.selectFrom('user').select(['id', 'akun_billing_id', 'gedung_id']).execute()
  return new Map(rows.map(({ id, ...home }) => [id, home]))
}

/**
 * Reads the payers and students in the actor's scope. Returns a function that finds the payer of a
 * row: by name or phone, or by the name or number of a student. A phone number or a student decides
 * among payers of the same name. The function throws 422 at the column with the problem.
 */
export const readOpeningPayers = async (
  trx: Trx,
  ctx: Ctx,
): Promise<(values: RowValues) => FoundPayer> => {
  const payers = await readIds(trx, ctx, 'akun-billing')
  const students = await readIds(trx, ctx, 'peserta')
  const homes = await readHomes(trx)
  const visible = new Set([...payers.values()].flat())
  /** Returns the payer of a student, who may be the student; empty for a payer out of scope. */
  const payerOf = (student: number): number[] =>
    [homes.get(student)?.akun_billing_id ?? student].filter((id) => visible.has(id))

  const payersNamed = (name: string): readonly number[] => {
    const named = find(payers, name)
    return named.length > 0 ? named : find(students, name).flatMap(payerOf)
  }
  const withPhone = (named: readonly number[] | undefined, phone: string): readonly number[] => {
    const owners = find(payers, phone)
    if (owners.length === 0) throw invalidField('phone', `${quoted(phone)} tidak ditemukan`)
    const both = named?.filter((id) => owners.includes(id)) ?? owners
    if (both.length === 0 && named && named.length > 0)
      throw invalidField('phone', 'Bukan nomor HP akun billing ini')
    return both
  }
  const findPayer = (values: RowValues): number => {
    const [name, phone] = [textOf(values.akun_billing_id), textOf(values.phone)]
    const student = textOf(values.peserta_id)
    const named = name === undefined ? undefined : payersNamed(name)
    const candidates = phone === undefined ? named : withPhone(named, phone)
    const ofStudent = student === undefined ? [] : find(students, student).flatMap(payerOf)
    const both = candidates?.filter((id) => ofStudent.includes(id)) ?? []
    const field = 'akun_billing_id'
    const text = name ?? phone ?? student
    if (text === undefined) throw invalidField(field, 'Wajib diisi')
    const ids = both.length > 0 ? both : (candidates ?? ofStudent)
    return onlyId(ids, { field, text, hint: 'isi juga nomor HP-nya' })
  }
  /** Returns the student whom the row names, also in place of the payer; null without one. */
  const findStudent = (values: RowValues, payer: number): number | null => {
    const [name, text] = [textOf(values.akun_billing_id) ?? '', textOf(values.peserta_id)]
    const childrenOf = (cell: string) =>
      find(students, cell).filter((id) => payerOf(id).includes(payer))
    if (text === undefined) {
      const [student = null, ...more] = find(payers, name).length > 0 ? [] : childrenOf(name)
      return more.length > 0 ? null : student
    }
    const children = childrenOf(text)
    if (children.length === 0 && find(students, text).length > 0)
      throw invalidField('peserta_id', 'Bukan peserta dari akun billing ini')
    return onlyId(children, { field: 'peserta_id', text, hint: 'tulis nomor induknya' })
  }
  const families = Map.groupBy(homes.values(), ({ akun_billing_id }) => akun_billing_id)
  /** Returns the outlet of the students of a payer; null for students of several outlets. */
  const outletOfFamily = (payer: number): number | null => {
    const [outlet = null, ...more] = new Set(families.get(payer)?.map((child) => child.gedung_id))
    return more.length > 0 ? null : outlet
  }
  return (values) => {
    const payer = findPayer(values)
    const student = findStudent(values, payer)
    const home = student === null ? undefined : homes.get(student)?.gedung_id
    return {
      akun_billing_id: payer,
      peserta_id: student,
      gedung_id: home ?? homes.get(payer)?.gedung_id ?? outletOfFamily(payer),
    }
  }
}
