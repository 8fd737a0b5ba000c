/**
 * Writes the audit log: who changed which row, with the values before and after. Secrets are
 * masked.
 */
import { insertMany } from '#server/db/insertMany.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { authorName, now, type Author } from '#server/http/context.ts'
import { notify } from '#server/notices/notify.ts'
import type { AnyRow } from '#server/resource/columns.ts'

/**
 * Whether the audit log masks the value of a field: a secret, a person's identity number or a
 * person's bank account number.
 */
const isSecret = (entitas: string, field: string): boolean =>
  /password|sandi|token|hash|otp|(^|_)nik($|_)|paspor/.test(field) ||
  (entitas !== 'bank' && /no_rekening/.test(field))
const unaudited = new Set(['id', 'versi', 'created_at', 'created_by', 'updated_at', 'updated_by'])
/** Whether the column exists only to sort or search rows; the audit log omits such columns. */
const isSortKey = (field: string): boolean => field === 'cari' || /_(?:kunci|bunyi)$/.test(field)
const changed = (entitas: string, before: AnyRow | undefined, after: AnyRow | undefined) => {
  const keys = [...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])].filter(
    (k) => !unaudited.has(k) && !isSortKey(k),
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
/** Change of a row. `before` is undefined for a created row, `after` for a deleted one. */
interface RowChange {
  aksi: string
  entitas: string
  before?: AnyRow | undefined
  after?: AnyRow | undefined
  alasan?: string | null
}
interface AuditEvent {
  aksi: string
  entitas: string
  entitas_id?: number | null
  sebelum?: string | null
  sesudah?: string | null
  alasan?: string | null
  gedung_id?: number | null
  /** Row after the change, from which notices are made. It is no column of the audit log. */
  row?: AnyRow | undefined
}
const eventOf = ({ aksi, entitas, before, after, alasan = null }: RowChange): AuditEvent[] => {
  const { differing, sebelum, sesudah } = changed(entitas, before, after)
  if (before && after && differing.length === 0 && aksi === 'update') return []
  const row = after ?? before
  const gedung = entitas === 'gedung' ? row?.id : row?.gedung_id
  const entitas_id = typeof row?.id === 'number' ? row.id : null
  const gedung_id = typeof gedung === 'number' ? gedung : null
  return [{ aksi, entitas, entitas_id, sebelum, sesudah, alasan, gedung_id, row: after }]
}
/**
 * Logs the change of a row in the transaction of the change. An update without a difference is not
 * logged.
 */
export const auditChange = (trx: Trx, ctx: Author, change: RowChange): Promise<void> =>
  auditChanges(trx, ctx, [change])
/** Logs the changes of many rows, with one entry for each row. */
export const auditChanges = (trx: Trx, ctx: Author, changes: readonly RowChange[]): Promise<void> =>
  storeEvents(trx, ctx, changes.flatMap(eventOf))
/** Logs an event that is not the change of a row, or whose values the caller has chosen itself. */
export const auditEvent = (trx: Trx, ctx: Author, event: AuditEvent): Promise<void> =>
  storeEvents(trx, ctx, [event])

const storeEvents = async (trx: Trx, ctx: Author, events: readonly AuditEvent[]): Promise<void> => {
  const time = now()
  const rows = events.map(({ row: _, ...event }) => ({
    sebelum: null,
    sesudah: null,
    alasan: null,
    entitas_id: null,
    gedung_id: null,
    ...event,
    user_nama: ctx.actor && authorName(ctx.actor),
    import_job_id: ctx.import_job ?? null,
    created_by: ctx.actor?.id ?? null,
    updated_by: ctx.actor?.id ?? null,
    created_at: time,
    updated_at: time,
    ip: ctx.ip,
    agen: ctx.agent.slice(0, 200),
  }))
  await insertMany(trx, 'audit', rows)
  await notify(trx, events, { time, by: ctx.actor?.id ?? null })
}
