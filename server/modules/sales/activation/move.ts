/** Changes that a step of an activation makes to the lead and to the student. */
import type { Activation } from '#contract/enums.ts'
import type { Tahap } from '#contract/sales/rules/stages.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { readPerson, type Person } from '#server/modules/sales/activation/calon.ts'
import { changeLead } from '#server/modules/sales/leads/leadRow.ts'
import { auditEvent } from '#server/resource/auditLog.ts'

interface Move {
  aksi: 'tambah-peserta' | 'tambah-kursus-peserta' | 'urungkan-aktivasi'
  activation: (typeof Activation.options)[number]['value']
  /** Text of the entry in the lead's timeline. */
  isi: string
  alasan?: string
}
const stageOf = (aksi: Move['aksi'], tahap: Tahap | null): Tahap | null => {
  if (aksi === 'tambah-kursus-peserta') return 'menang'
  return aksi === 'urungkan-aktivasi' ? 'penawaran' : tahap
}
const moveLead = async (
  trx: Trx,
  ctx: Ctx,
  { lead_id, tahap }: Person & { lead_id: number },
  { aksi, activation, isi }: Move,
  user_id: number,
): Promise<void> => {
  const time = now()
  const stage = stageOf(aksi, tahap)
  await changeLead(trx, ctx, lead_id, {
    activation,
    ...(stage !== null && stage !== tahap && { tahap: stage, tahap_at: time }),
    ...(aksi === 'tambah-peserta' && { aktif_at: time, user_id }),
    ...(aksi === 'tambah-kursus-peserta' && { menang_at: time }),
    ...(aksi === 'urungkan-aktivasi' && { menang_at: null }),
  })
  const oleh = ctx.actor.id
  await trx
    .insertInto('lead_aktivitas')
    .values({ lead_id, jenis: 'catatan', isi, pada_at: time, oleh })
    .execute()
}

/**
 * Moves an activation one step forward or back: updates the lead with its timeline, updates the
 * student, and writes the audit log.
 */
export const moveActivation = async (
  trx: Trx,
  ctx: Ctx,
  person: Person,
  user_id: number,
  move: Move,
): Promise<void> => {
  const { lead_id, gedung_id } = person
  if (lead_id !== null) await moveLead(trx, ctx, { ...person, lead_id }, move, user_id)
  await trx
    .updateTable('user')
    .set({ activation: move.activation, updated_at: now(), updated_by: ctx.actor.id })
    .set((eb) => ({ versi: eb('versi', '+', 1) }))
    .where('id', '=', user_id)
    .execute()
  const after = await readPerson(trx, person)
  const summary = ({ activation, tahap, user_id: peserta }: Person) =>
    JSON.stringify({ activation, tahap, user_id: peserta })
  await auditEvent(trx, ctx, {
    aksi: move.aksi,
    entitas: lead_id === null ? 'user' : 'lead',
    entitas_id: lead_id ?? user_id,
    sebelum: summary(person),
    sesudah: summary(after),
    gedung_id,
    ...(move.alasan && { alasan: move.alasan }),
  })
}
