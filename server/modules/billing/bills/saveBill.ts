/**
 * Saves a bill. For a draft, the lines are checked and their amounts computed. For a published
 * bill, only the due date, the notes and the address can be changed (domain.md 3.6).
 */
import { BillingItemInput, type billing } from '#contract/billing/billing.ts'
import { jenisBilling } from '#contract/billing/jenisBilling.ts'
import { totalTagihan } from '#contract/billing/rules/tagihan.ts'
import { maxRupiah } from '#contract/fields.ts'
import type { Issue, Parsed } from '#contract/resource.ts'
import { insertCounted } from '#server/db/insertMany.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, invalid, invalidField } from '#server/errors.ts'
import type { Ctx } from '#server/http/context.ts'
import { userModule } from '#server/modules/access/user/user.ts'
import { inputOf, type Item } from '#server/modules/billing/bills/billAudit.ts'
import { newDraft } from '#server/modules/billing/bills/insertDraft.ts'
import { checkLinkedLines } from '#server/modules/billing/lines/checkLinkedLines.ts'
import { checkCourseLines, checkTuitionKeys } from '#server/modules/billing/lines/courseLines.ts'
import { computeLines, type Line } from '#server/modules/billing/lines/draftLines.ts'
import { readTies } from '#server/modules/billing/lines/enrolmentOfLine.ts'
import { biayaModule, produkJasaModule } from '#server/modules/catalog/produkJasa.ts'
import { kursusPesertaModule } from '#server/modules/schedule/enrolments/kursusPeserta.ts'
import { loosely, module, type Stored, type WritePlan } from '#server/resource/module.ts'
import { checkReferences } from '#server/resource/references.ts'

type BillInput = Parsed<typeof billing>
type Bill = Stored<typeof billing>
interface Saving {
  trx: Trx
  ctx: Ctx
  input: BillInput
  current: Bill | undefined
}

const references = loosely({
  'jenis-billing': module(jenisBilling, {}),
  user: userModule,
  biaya: biayaModule,
  'produk-jasa': produkJasaModule,
  'kursus-peserta': kursusPesertaModule,
})

/**
 * Adds the stored enrolment and the stored reason (`alasan_manual`) to the lines of the input that
 * lack them, because a client may omit both for a published bill.
 */
const sentLines = <
  I extends {
    id?: number | undefined
    kursus_peserta_id: number | null
    alasan_manual: string | null
  },
>(
  items: readonly I[],
  stored: readonly Item[],
): I[] =>
  items.map((item) => {
    const old = stored.find((s) => s.id === item.id)
    return {
      ...item,
      kursus_peserta_id: item.kursus_peserta_id ?? old?.kursus_peserta_id ?? null,
      alasan_manual: item.alasan_manual ?? old?.alasan_manual ?? null,
    }
  })

const fixedFields = [
  'akun_billing_id',
  'gedung_id',
  'periode',
  'tanggal_terbit',
  'kode_promo',
] as const
/** Throws 422 if the input changes a fixed field or a line of a published bill. */
export const checkPublishedBill = (
  input: BillInput,
  current: Bill,
  stored: readonly Item[],
): void => {
  const fixed = fixedFields.find((field) => input[field] !== current[field])
  if (fixed)
    throw invalidField(fixed, 'Tidak dapat diubah setelah terbit. Batalkan dan buat yang baru.')
  if (JSON.stringify(sentLines(input.items, stored)) !== JSON.stringify(stored.map(inputOf)))
    throw invalidField(
      'items',
      'Baris tidak dapat diubah setelah terbit. Batalkan dan buat yang baru.',
    )
  if (current.tanggal_terbit && input.jatuh_tempo < current.tanggal_terbit)
    throw invalidField('jatuh_tempo', 'Tidak boleh sebelum tanggal terbit')
}

/** Returns an issue for each line id that belongs to another bill or occurs twice in the input. */
const idIssues = (items: BillInput['items'], stored: readonly Item[]): Issue[] =>
  items.flatMap(({ id }, i) => {
    if (id === undefined) return []
    const field = `items.${i}.id`
    const isOwn = stored.some((s) => s.id === id)
    const above = items.slice(0, i).some((item) => item.id === id)
    return [
      ...(isOwn ? [] : [{ field, message: 'Baris ini bukan milik tagihan ini' }]),
      ...(above ? [{ field, message: 'Baris ini sudah ada di atas' }] : []),
    ]
  })

/**
 * Throws 422 if a line refers to a row that does not exist, or if the id of a line belongs to
 * another bill or occurs twice.
 */
const checkNames = async ({ trx, ctx, input }: Saving, stored: readonly Item[]): Promise<void> => {
  const checks = input.items.map((item, i) =>
    checkReferences(trx, ctx, (name) => references[name], {
      shape: BillingItemInput,
      input: item,
      current: stored.find((s) => s.id === item.id),
      path: `items.${i}.`,
    }),
  )
  const issues = [...(await Promise.all(checks)).flat(), ...idIssues(input.items, stored)]
  if (issues.length > 0) throw invalid(issues)
}

const checkSavedLinks = (
  { trx, ctx, input, current }: Saving,
  id: number | undefined,
  stored: readonly Item[],
): Promise<void> => {
  const bill = { ...input, id, sumber: current?.sumber ?? 'manual' }
  return checkLinkedLines(trx, ctx.actor, bill, { gedung_id: current?.gedung_id, items: stored })
}

/**
 * Checks the lines of a draft. Throws 422 for invalid lines, and 409 for lines whose tuition or fee
 * another bill already charges.
 */
const checkLines = async (saving: Saving, stored: readonly Item[]): Promise<void> => {
  const { trx, ctx, input, current } = saving
  await checkNames(saving, stored)
  const bill = { ...input, id: current?.id, sumber: current?.sumber ?? 'manual' }
  const ties = await checkCourseLines(trx, bill, input.items, stored)
  await checkTuitionKeys(trx, ctx.actor, current?.id, ties)
  await checkSavedLinks(saving, current?.id, stored)
}

/**
 * Returns the payer's name and address for a bill. If the payer has not changed, returns the stored
 * name and the address of the input.
 */
const payerOnBill = async ({ trx, input, current }: Saving) => {
  const samePayer = current?.akun_billing_id === input.akun_billing_id
  if (samePayer) return { nama_tagihan: current.nama_tagihan, alamat: input.alamat ?? null }
  const payer = await trx
    .selectFrom('user')
    .leftJoin('akun_billing_profil', 'akun_billing_profil.user_id', 'user.id')
    .select(['user.name', 'user.alamat', 'nama_tagihan', 'alamat_tagihan'])
    .where('user.id', '=', input.akun_billing_id)
    .executeTakeFirstOrThrow()
  return {
    nama_tagihan: payer.nama_tagihan ?? payer.name,
    alamat: input.alamat ?? payer.alamat_tagihan ?? payer.alamat,
  }
}

/** Columns to store for a bill and, if the bill is a draft, the lines to store. */
export interface BillPlan extends WritePlan<typeof billing> {
  /**
   * Lines to store for a draft, and the stored lines that are replaced. Absent for a published
   * bill.
   */
  draft?: { lines: readonly Line[]; stored: readonly Item[] }
}

/**
 * Checks a draft. Returns its lines and the columns that are computed from its lines and its payer.
 */
export const planDraft = async (saving: Saving, stored: readonly Item[]): Promise<BillPlan> => {
  const { trx, input, current } = saving
  await checkLines(saving, stored)
  const { lines, kode_promo } = await computeLines(trx, input, stored, current)
  const totals = totalTagihan(lines)
  if (totals.total > maxRupiah) throw invalidField('items', 'Total tagihan terlalu besar')
  const columns = {
    ...totals,
    kode_promo,
    sisa: totals.total,
    ...(await payerOnBill(saving)),
    ...(!current && { ...newDraft, sumber: 'manual' as const }),
  }
  return { columns, draft: { lines, stored } }
}

const collectedBy = ['akun_billing_id', 'gedung_id', 'periode'] as const
/**
 * Replaces the stored lines of a draft by the given lines. Throws 409 if a concurrent transaction
 * has stored a line with the same unique key on another bill.
 */
export const storeDraftLines = async (
  saving: Saving,
  id: number,
  { lines, stored }: NonNullable<BillPlan['draft']>,
): Promise<void> => {
  const { trx, ctx, input, current } = saving
  // After a change of payer, outlet or month, clears the key by which the monthly generation finds
  // the draft. Otherwise the generation would add lines of the old payer, outlet or month to this
  // draft.
  if (current && collectedBy.some((field) => input[field] !== current[field]))
    await trx.updateTable('billing').set({ kunci_generate: null }).where('id', '=', id).execute()
  await trx.deleteFrom('billing_item').where('billing_id', '=', id).execute()
  const rows = lines.map((line) => ({ ...line, billing_id: id }))
  if ((await insertCounted(trx, 'billing_item', rows)) === rows.length) return
  // Not all lines were inserted, because a concurrent transaction has stored a line with one of
  // their unique keys. That line is visible now, so running the checks again throws an error that
  // names the other bill.
  const bill = { ...input, id, sumber: current?.sumber ?? 'manual' }
  await checkTuitionKeys(trx, ctx.actor, id, await readTies(trx, bill, input.items, stored))
  await checkSavedLinks(saving, id, stored)
  throw conflict('Salah satu baris baru saja ditagih di tagihan lain. Muat ulang lalu coba lagi.')
}
