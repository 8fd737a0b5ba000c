/** What the audit log says of a change, and what it never holds. */
import type { Trx } from '#server/db/tables.ts'
import { now, type Author } from '#server/http/context.ts'
import type { AnyRow } from '#server/resource/columns.ts'
import { untyped } from '#server/resource/module.ts'

/** What the audit log never holds: secrets, identity numbers, and account numbers of people. */
const isSecret = (entitas: string, field: string): boolean =>
  /password|sandi|token|hash|otp|(^|_)nik($|_)|paspor/.test(field) ||
  (entitas !== 'bank' && /no_rekening/.test(field))
const unaudited = new Set(['id', 'versi', 'created_at', 'created_by', 'updated_at', 'updated_by'])
const changed = (entitas: string, before: AnyRow | undefined, after: AnyRow | undefined) => {
  const keys = [...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])].filter(
    (k) => !unaudited.has(k),
  )
  const differing = keys.filter(
    (k) => !before || !after || JSON.stringify(before[k]) !== JSON.stringify(after[k]),
  )
  const pick = (row: AnyRow | undefined) =>
    row
      ? JSON.stringify(
          Object.fromEntries(
            differing
              .filter((k) => k in row)
              .map((k) => [k, row[k] !== null && isSecret(entitas, k) ? '***' : row[k]]),
          ),
        )
      : null
  return { differing, sebelum: pick(before), sesudah: pick(after) }
}
/** What a change did to a row: it before, and after; a row that was made has no before. */
interface RowChange {
  aksi: string
  entitas: string
  before?: AnyRow | undefined
  after?: AnyRow | undefined
  alasan?: string | null
}
/** Writes who changed what, in the transaction of the change; nothing when nothing changed. */
export const auditChange = async (
  trx: Trx,
  ctx: Author,
  { aksi, entitas, before, after, alasan = null }: RowChange,
): Promise<void> => {
  const { differing, sebelum, sesudah } = changed(entitas, before, after)
  if (before && after && differing.length === 0 && aksi === 'update') return
  const row = after ?? before
  const gedung = entitas === 'gedung' ? row?.id : row?.gedung_id
  await auditEvent(trx, ctx, {
    aksi,
    entitas,
    entitas_id: row?.id ?? null,
    sebelum,
    sesudah,
    alasan,
    gedung_id: typeof gedung === 'number' ? gedung : null,
  })
}
/** Writes an event to the audit log. */
export const auditEvent = (
  trx: Trx,
  ctx: Author,
  event: {
    aksi: string
    entitas: string
    entitas_id?: number | null
    sebelum?: string | null
    sesudah?: string | null
    alasan?: string | null
    gedung_id?: number | null
  },
) => {
  const time = now()
  return untyped(trx)
    .insertInto('audit')
    .values({
      sebelum: null,
      sesudah: null,
      alasan: null,
      entitas_id: null,
      gedung_id: null,
      ...event,
      user_nama: ctx.actor?.name ?? null,
      created_by: ctx.actor?.id ?? null,
      updated_by: ctx.actor?.id ?? null,
      created_at: time,
      updated_at: time,
      ip: ctx.ip,
      agen: ctx.agent.slice(0, 200),
    })
    .execute()
}
