/** Actions on a lead: stage, activities, holder, and merging. */
import type * as z from 'zod/mini'
import type { lead } from '#contract/sales/lead.ts'
import { stageAfter, whyNotStage } from '#contract/sales/rules/stages.ts'
import { fromJson } from '#server/db/json.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, invalidField } from '#server/errors.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { readActiveSales } from '#server/modules/sales/leads/holder.ts'
import {
  changeLead,
  noteActivity,
  stageColumns,
  type LeadColumns,
  dropProgress,
} from '#server/modules/sales/leads/leadRow.ts'
import { leadScope } from '#server/modules/sales/leads/leadScope.ts'
import { dropHoldOf } from '#server/modules/sales/slots/slotRows.ts'
import { bookTrial, cancelTrial, dropTrial } from '#server/modules/sales/trials/trial.ts'
import { auditChange } from '#server/resource/auditLog.ts'
import type { Stored } from '#server/resource/module.ts'

type LeadRow = Stored<typeof lead>
type Verb = keyof (typeof lead)['actions']
interface LeadActionContext<V extends Verb> {
  trx: Trx
  ctx: Ctx
  row: LeadRow
  input: z.output<(typeof lead)['actions'][V]>
}
const moveStage = async ({ trx, ctx, row, input }: LeadActionContext<'tahap'>): Promise<void> => {
  const why = whyNotStage(row, input.tahap)
  if (why) throw conflict(why)
  if (input.tahap === 'kalah' && input.alasan === null)
    throw invalidField('alasan', 'Tulis mengapa lead ini kalah')
  await changeLead(trx, ctx, row.id, stageColumns(row, input.tahap, input.alasan))
  if (input.tahap === 'menang' || input.tahap === 'kalah')
    await dropHoldOf(trx, ctx, row.id, 'Slot dilepas: lead selesai')
  if (input.tahap === 'kalah')
    await dropTrial(trx, ctx, row.id, { why: 'lead kalah', alasan: 'Trial batal: lead kalah' })
}

/** Adds an activity; the next step is the given one, or none. */
const noteDown = async ({ trx, ctx, row, input }: LeadActionContext<'catat'>): Promise<void> => {
  const { jenis, isi, tindak_lanjut_at, tindak_lanjut } = input
  await noteActivity(trx, ctx, { lead_id: row.id, jenis, isi })
  const tahap = stageAfter(row.tahap, jenis)
  await changeLead(trx, ctx, row.id, {
    ...(tahap !== row.tahap && stageColumns(row, tahap, null)),
    aktivitas_at: now(),
    tindak_lanjut_at,
    tindak_lanjut,
  })
}

const handOver = async ({ trx, ctx, row, input }: LeadActionContext<'serahkan'>): Promise<void> => {
  if (input.sales_id === row.sales_id) throw conflict('Lead ini sudah dipegang sales itu')
  const { id } = await readActiveSales(trx, ctx.actor, input.sales_id, 'sales_id')
  await changeLead(trx, ctx, row.id, { sales_id: id })
}

/** Reads another lead that the actor may change. Throws 422. */
const readOther = async (trx: Trx, ctx: Ctx, row: LeadRow, id: number) => {
  if (id === row.id) throw invalidField('lead_id', 'Pilih lead yang lain')
  const other = await trx
    .selectFrom('lead')
    .selectAll()
    .where('id', '=', id)
    .where(leadScope(ctx.actor))
    .executeTakeFirst()
  return other ?? Promise.reject(invalidField('lead_id', 'Lead tidak ditemukan'))
}
/**
 * Decision on each field when two leads merge: `keep` keeps the value of the lead that stays,
 * `fill` takes the other lead's value where there is none, `combine` is computed below. A new field
 * does not compile until somebody has decided.
 */
const onMerge: Readonly<Record<keyof (typeof lead)['fields'], 'keep' | 'fill' | 'combine'>> = {
  nama: 'keep',
  phone: 'keep',
  gedung_id: 'keep',
  sales_id: 'keep',
  email: 'fill',
  usia: 'fill',
  wali_nama: 'fill',
  information_source: 'fill',
  kursus_minat: 'combine',
  tindak_lanjut_at: 'combine',
  tindak_lanjut: 'combine',
  catatan: 'combine',
}
/** Columns that the kept lead takes over from the other. */
const mergedColumns = (row: LeadRow, other: Awaited<ReturnType<typeof readOther>>): LeadColumns => {
  const courses = [...new Set([...row.kursus_minat, ...fromJson<number[]>(other.kursus_minat)])]
  const step = row.tindak_lanjut_at === null ? other : row
  const filled = Object.entries(onMerge).flatMap(([column, decision]) =>
    decision === 'fill'
      ? [[column, row[column as keyof LeadRow] ?? other[column as keyof LeadRow]] as const]
      : [],
  )
  return {
    ...Object.fromEntries(filled),
    catatan: [row.catatan, other.catatan].filter(Boolean).join('\n').slice(0, 1000) || null,
    kursus_minat: JSON.stringify(courses),
    tindak_lanjut_at: step.tindak_lanjut_at,
    tindak_lanjut: step.tindak_lanjut,
  }
}
/**
 * Merges two leads. This lead takes over the activities and the expenses of the other and the
 * columns it lacks, and keeps its own stage and holder; the other is deleted.
 */
const merge = async ({ trx, ctx, row, input }: LeadActionContext<'gabung'>): Promise<void> => {
  const other = await readOther(trx, ctx, row, input.lead_id)
  if (other.activation > 0)
    throw conflict('Lead itu sudah diaktivasi: buka lead itu dan gabungkan yang ini ke sana')
  await trx
    .updateTable('lead_aktivitas')
    .set({ lead_id: row.id })
    .where('lead_id', '=', other.id)
    .execute()
  const isi = `Digabung dari lead ${other.nama}, ${other.phone}${other.email ? `, ${other.email}` : ''}`
  await noteActivity(trx, ctx, { lead_id: row.id, jenis: 'catatan', isi })
  await changeLead(trx, ctx, row.id, { ...mergedColumns(row, other), aktivitas_at: now() })
  await dropHoldOf(trx, ctx, other.id, 'Slot dilepas: lead digabung')
  await dropProgress(trx, other.id)
  const reason = { why: 'lead digabung', alasan: 'Trial batal: lead digabung' }
  await dropTrial(trx, ctx, other.id, reason)
  await trx
    .updateTable('trial_lead')
    .set({ lead_id: row.id })
    .where('lead_id', '=', other.id)
    .execute()
  // Only the reference changes: the amounts and states of the expenses stay.
  await trx
    .updateTable('pengeluaran_sales')
    .set({ lead_id: row.id })
    .where('lead_id', '=', other.id)
    .execute()
  const gone = { dihapus_at: now(), digabung_ke_id: row.id, trial_pertemuan_id: null }
  await changeLead(trx, ctx, other.id, gone)
  const after = { ...other, ...gone }
  await auditChange(trx, ctx, { aksi: 'digabung', entitas: 'lead', before: other, after })
}

export const leadVerbs = {
  tahap: moveStage,
  catat: noteDown,
  serahkan: handOver,
  trial: bookTrial,
  'batal-trial': cancelTrial,
  gabung: merge,
}
