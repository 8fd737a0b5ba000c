/** Module of leads: scope, holder, and conditions for deleting (domain.md 2.3). */
import { Activation } from '#contract/enums.ts'
import { lead } from '#contract/sales/lead.ts'
import { soundKey } from '#contract/sales/rules/similar.ts'
import { whyNotDeleted } from '#contract/sales/rules/stages.ts'
import { fromJson } from '#server/db/json.ts'
import { conflict } from '#server/errors.ts'
import { now } from '#server/http/context.ts'
import { holderOf } from '#server/modules/sales/leads/holder.ts'
import { leadHandlers } from '#server/modules/sales/leads/leadActions.ts'
import { changeLead, dropProgress } from '#server/modules/sales/leads/leadRow.ts'
import { isDue, leadScope } from '#server/modules/sales/leads/leadScope.ts'
import { dropHoldOf } from '#server/modules/sales/slots/slotRows.ts'
import { dropTrial } from '#server/modules/sales/trials/trial.ts'
import { holdReferences } from '#server/modules/schedule/conflicts/heldSlots.ts'
import { module, type Module } from '#server/resource/module.ts'

/** Returns the columns of a new lead that are not inputs. */
const newLeadColumns = () => ({
  tahap: 'baru' as const,
  tahap_at: now(),
  alasan_kalah: null,
  activation: Activation.belum,
  aktivitas_at: null,
  aktif_at: null,
  menang_at: null,
  trial_pertemuan_id: null,
})

const expands: Module<typeof lead>['expands'] = {
  kursus: async ({ db, ids }) => {
    const wishes = await db
      .selectFrom('lead')
      .select(['id', 'kursus_minat'])
      .where('id', 'in', ids)
      .execute()
    const wished = new Map(wishes.map((w) => [w.id, fromJson<number[]>(w.kursus_minat)]))
    const all = [...new Set([...wished.values()].flat())]
    if (all.length === 0) return new Map()
    const courses = await db
      .selectFrom('kursus')
      .select(['id', 'nama'])
      .where('id', 'in', all)
      .orderBy('nama')
      .execute()
    return new Map(
      [...wished].map(([id, list]) => [id, courses.filter((k) => list.includes(k.id))]),
    )
  },
  trial: async ({ db, ids }) => {
    const rows = await db
      .selectFrom('lead')
      .innerJoin('pertemuan', 'pertemuan.id', 'lead.trial_pertemuan_id')
      .innerJoin('trial_lead', 'trial_lead.pertemuan_id', 'pertemuan.id')
      .innerJoin('kursus', 'kursus.id', 'pertemuan.kursus_id')
      .innerJoin('user', 'user.id', 'pertemuan.pelatih_id')
      .innerJoin('ruang', 'ruang.id', 'pertemuan.ruang_id')
      .innerJoin('gedung', 'gedung.id', 'pertemuan.gedung_id')
      .select(['lead.id', 'pertemuan.id as pertemuan_id', 'pertemuan.tanggal', 'jam_mulai'])
      .select(['jam_selesai', 'mulai_at', 'pertemuan.status', 'trial_lead.kode_absensi'])
      .select(['kursus.id as kursus_id', 'kursus.nama as kursus', 'user.id as pelatih_id'])
      .select(['user.name as pelatih', 'ruang.id as ruang_id', 'ruang.nama as ruang'])
      .select(['gedung.id as gedung_id', 'gedung.nama as gedung', 'gedung.zona_waktu'])
      .where('lead.id', 'in', ids)
      .execute()
    return new Map(
      rows.map(({ id, kursus, pelatih, ruang, gedung, zona_waktu, ...row }) => {
        const { kursus_id, pelatih_id, ruang_id, gedung_id, ...lesson } = row
        return [
          id,
          {
            ...lesson,
            kursus: { id: kursus_id, nama: kursus },
            pelatih: { id: pelatih_id, name: pelatih },
            ruang: { id: ruang_id, nama: ruang },
            gedung: { id: gedung_id, nama: gedung, zona_waktu },
          },
        ]
      }),
    )
  },
  aktivitas: async ({ db, ids }) => {
    const rows = await db
      .selectFrom('lead_aktivitas as a')
      .leftJoin('user', 'user.id', 'a.oleh')
      .select(['a.lead_id', 'a.id', 'a.jenis', 'a.isi', 'a.pada_at', 'user.name as oleh'])
      .where('a.lead_id', 'in', ids)
      .orderBy('a.pada_at', 'desc')
      .orderBy('a.id', 'desc')
      .execute()
    const byLead = Map.groupBy(rows, (a) => a.lead_id)
    return new Map(
      [...byLead].map(([id, list]) => [id, list.map(({ lead_id: _, ...activity }) => activity)]),
    )
  },
}

export const leadModule = module(lead, {
  large: true,
  scope: leadScope,
  parts: [{ table: 'slot_ditahan', by: 'lead_id', references: holdReferences }],
  before: async ({ trx, ctx, input, current }) => {
    const columns = {
      sales_id: await holderOf(trx, ctx, input, current),
      nama_bunyi: soundKey(input.nama),
      ...(!current && newLeadColumns()),
    }
    return columns
  },
  remove: async ({ trx, ctx, row }) => {
    const why = whyNotDeleted(row)
    if (why) throw conflict(why)
    await dropHoldOf(trx, ctx, row.id, 'Slot dilepas: lead dihapus')
    const reason = { why: 'lead dihapus', alasan: 'Trial batal: lead dihapus' }
    await dropTrial(trx, ctx, row.id, reason)
    await dropProgress(trx, row.id)
    await changeLead(trx, ctx, row.id, { dihapus_at: now() })
  },
  expands,
  filters: { jatuh: isDue },
  actions: leadHandlers,
})
