/** Throws 409 for conflicts, except soft conflicts that are confirmed (domain.md 3.8). */
import type { Issue } from '#contract/resource.ts'
import {
  softKinds,
  type Alternative,
  type Conflict,
  type ConflictKind,
  type SoftKind,
} from '#contract/schedule/rules/conflicts.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, invalidField, type HttpError } from '#server/errors.ts'
import type { Ctx } from '#server/http/context.ts'
import { auditEvent } from '#server/resource/auditLog.ts'

/** Maximum number of conflicts listed in a response; a change of a course may cause hundreds. */
const maxNamed = 50

/** Kinds of soft conflicts that the user has confirmed, and the reason for allowing them. */
export interface Confirmation {
  konfirmasi?: readonly ConflictKind[] | undefined
  alasan?: string | null | undefined
}
/** Conflicts that a check has found, and alternatives. */
export interface Examined {
  konflik: Conflict[]
  alternatif: Alternative[]
}
/** Conflicts that a check has found; the alternatives may be missing. */
type ConflictReport = Pick<Examined, 'konflik'> & Partial<Examined>

/**
 * Returns a 409 error that reports each conflict at its field, with alternatives. The message of a
 * field lists at most 5 conflicts.
 */
export const refusal = (
  all: readonly Conflict[],
  fieldOf: (c: Conflict) => string,
  alternatif?: readonly Alternative[],
): HttpError => {
  const messages = Map.groupBy(all, fieldOf)
  const errors = [...messages].map(([field, ownConflicts]): Issue => {
    const texts = [...new Set(ownConflicts.map((c) => c.pesan))]
    const rest = texts.length - 5
    return {
      field,
      message: `${texts.slice(0, 5).join('. ')}${rest > 0 ? ` dan ${rest} lainnya` : ''}`,
    }
  })
  const message = errors.map((e) => e.message).join('. ')
  const konflik = all.slice(0, maxNamed)
  return conflict(message, { errors, konflik, ...(alternatif ? { alternatif } : {}) })
}

/** Returns the form field at which a conflict is shown. */
export const conflictField = ({ jenis }: Pick<Conflict, 'jenis'>): string => {
  if (jenis === 'pelatih' || jenis === 'cuti') return 'pelatih_id'
  if (jenis === 'libur') return 'tanggal'
  return jenis === 'ruang' || jenis === 'kapasitas' ? 'ruang_id' : 'jam_mulai'
}

/**
 * Returns the kinds of soft conflicts that are allowed. Throws 409 for hard or unconfirmed
 * conflicts, and 422 at `reasonField` if soft conflicts are confirmed without a reason.
 */
export const checkConfirmed = (
  { konflik, alternatif }: ConflictReport,
  { konfirmasi = [], alasan }: Confirmation,
  { fieldOf, reasonField }: { fieldOf: (c: Conflict) => string; reasonField: string },
): SoftKind[] => {
  const open = konflik.filter((k) => k.tingkat === 'keras' || !konfirmasi.includes(k.jenis))
  if (open.length > 0) throw refusal(konflik, fieldOf, alternatif)
  if (konflik.length > 0 && !alasan)
    throw invalidField(reasonField, 'Isi alasan mengapa bentrok ini dibiarkan')
  return softKinds.filter((kind) => konflik.some((k) => k.jenis === kind))
}

/**
 * Row whose change is logged. The fields are the columns of the audit log that identify the row.
 */
interface Confirmed {
  entitas: string
  entitas_id: number | null
  gedung_id: number | null
}
/**
 * Writes the allowed conflicts and their reason to the audit log. Needed for changes of rows that
 * have no columns for conflicts.
 */
const logConfirmed = (
  trx: Trx,
  ctx: Ctx,
  of: Confirmed,
  { konflik, alasan }: { konflik: readonly Conflict[]; alasan: string | null },
) => {
  const texts = [...new Set(konflik.map((k) => k.pesan))].slice(0, maxNamed)
  return auditEvent(trx, ctx, {
    aksi: 'konfirmasi-bentrok',
    ...of,
    sesudah: JSON.stringify({ bentrok: texts.join('. ') }),
    alasan,
  })
}
/**
 * Runs `checkConfirmed`, with `alasan` as the field of the reason, and writes the allowed conflicts
 * to the audit log.
 */
export const checkConfirmedAndLog = async (
  trx: Trx,
  ctx: Ctx,
  {
    examined,
    confirmation,
    fieldOf,
  }: {
    examined: ConflictReport
    confirmation: Confirmation
    fieldOf: (c: Conflict) => string
  },
  of: Confirmed,
): Promise<void> => {
  checkConfirmed(examined, confirmation, { fieldOf, reasonField: 'alasan' })
  if (examined.konflik.length === 0) return
  const { konflik } = examined
  await logConfirmed(trx, ctx, of, { konflik, alasan: confirmation.alasan ?? null })
}
