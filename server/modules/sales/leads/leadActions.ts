/** Actions on a lead: moving it to a stage, adding activities, handing it over, and merging. */
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

/**
 * Adds an activity to a lead. Replaces the lead's next step by the next step of the input, or
 * removes it if the input has none.
 */
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

/**
 * Reads the lead that is merged into `row`. Throws 422 when it is `row` itself or outside the
 * actor's scope.
 */
const readOther = async (trx: Trx, ctx: Ctx, row: LeadRow, id: number) => {
  if (id === row.id) throw invalidField('lead_id', 'Pilih lead yang lain')
  const otherLead = await trx
    .selectFrom('lead')
    .selectAll()
    .where('id', '=', id)
    .where(leadScope(ctx.actor))
    .executeTakeFirst()
  return otherLead ?? Promise.reject(invalidField('lead_id', 'Lead tidak ditemukan'))
}
/**
 * Decision for each field when two leads are merged: the remaining lead keeps its own value
 * (`keep`), or gets the value that `takenColumns` computes (`take`). A new field of leads does not
 * compile until it has an entry.
 */
const onMerge = {
  nama: 'keep',
  phone: 'keep',
  gedung_id: 'keep',
  sales_id: 'keep',
  email: 'take',
  usia: 'take',
  wali_nama: 'take',
  information_source: 'take',
  kursus_minat: 'take',
  tindak_lanjut_at: 'take',
  tindak_lanjut: 'take',
  catatan: 'take',
} as const satisfies Record<keyof (typeof lead)['fields'], 'keep' | 'take'>
type Decisions = typeof onMerge
type Taken = { [K in keyof Decisions]: Decisions[K] extends 'take' ? K : never }[keyof Decisions]

/**
 * Returns the columns that the remaining lead gets when another lead is merged into it: values that
 * the remaining lead lacks, and the combined notes and courses of both leads.
 */
const takenColumns = (
  row: LeadRow,
  otherLead: Awaited<ReturnType<typeof readOther>>,
): Required<Pick<LeadColumns, Taken>> => {
  const courses = [...new Set([...row.kursus_minat, ...fromJson<number[]>(otherLead.kursus_minat)])]
  const step = row.tindak_lanjut_at === null ? otherLead : row
  return {
    email: row.email ?? otherLead.email,
    usia: row.usia ?? otherLead.usia,
    wali_nama: row.wali_nama ?? otherLead.wali_nama,
    information_source: row.information_source ?? otherLead.information_source,
    catatan: [row.catatan, otherLead.catatan].filter(Boolean).join('\n').slice(0, 1000) || null,
    kursus_minat: JSON.stringify(courses),
    tindak_lanjut_at: step.tindak_lanjut_at,
    tindak_lanjut: step.tindak_lanjut,
  }
}
/**
 * Merges another lead into this lead and deletes the other lead. This lead gets the activities and
 * expenses of the other lead, and values that this lead lacks. The stage and the holder of this
 * lead do not change.
 */
const merge = async ({ trx, ctx, row, input }: LeadActionContext<'gabung'>): Promise<void> => {
  const otherLead = await readOther(trx, ctx, row, input.lead_id)
  if (otherLead.activation > 0)
    throw conflict('Lead itu sudah diaktivasi: buka lead itu dan gabungkan yang ini ke sana')
  await trx
    .updateTable('lead_aktivitas')
    .set({ lead_id: row.id })
    .where('lead_id', '=', otherLead.id)
    .execute()
  const isi = `Digabung dari lead ${otherLead.nama}, ${otherLead.phone}${otherLead.email ? `, ${otherLead.email}` : ''}`
  await noteActivity(trx, ctx, { lead_id: row.id, jenis: 'catatan', isi })
  await changeLead(trx, ctx, row.id, { ...takenColumns(row, otherLead), aktivitas_at: now() })
  await dropHoldOf(trx, ctx, otherLead.id, 'Slot dilepas: lead digabung')
  await dropProgress(trx, otherLead.id)
  const reason = { why: 'lead digabung', alasan: 'Trial batal: lead digabung' }
  await dropTrial(trx, ctx, otherLead.id, reason)
  await trx
    .updateTable('trial_lead')
    .set({ lead_id: row.id })
    .where('lead_id', '=', otherLead.id)
    .execute()
  // Moves the expenses of the deleted lead to the remaining lead, without changing their amounts
  // and states.
  await trx
    .updateTable('pengeluaran_sales')
    .set({ lead_id: row.id })
    .where('lead_id', '=', otherLead.id)
    .execute()
  const deletion = { dihapus_at: now(), digabung_ke_id: row.id, trial_pertemuan_id: null }
  await changeLead(trx, ctx, otherLead.id, deletion)
  const after = { ...otherLead, ...deletion }
  await auditChange(trx, ctx, { aksi: 'digabung', entitas: 'lead', before: otherLead, after })
}

export const leadHandlers = {
  tahap: moveStage,
  catat: noteDown,
  serahkan: handOver,
  trial: bookTrial,
  'batal-trial': cancelTrial,
  gabung: merge,
}
