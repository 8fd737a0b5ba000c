/** How a writer refuses what stands in the way, and lets a soft conflict stand (domain.md 3.8). */
import type { Issue } from '#contract/resource.ts'
import {
  softKinds,
  type Alternative,
  type Conflict,
  type ConflictKind,
  type SoftKind,
} from '#contract/schedule/rules/conflicts.ts'
import type { Trx } from '#server/db/tables.ts'
import { conflict, invalidField, type HttpError } from '#server/errors.ts'
import type { Ctx } from '#server/http/context.ts'
import { auditEvent } from '#server/resource/auditLog.ts'

/** A refusal names so many; one change of a course may meet hundreds. */
const maxNamed = 50

/** Soft conflicts that whoever writes knows of, and why it shall be all the same. */
export interface Confirmation {
  konfirmasi?: readonly ConflictKind[] | undefined
  alasan?: string | null | undefined
}
/** What is in the way, and where it could be instead. */
export interface Examined {
  konflik: Conflict[]
  alternatif: Alternative[]
}
/** What cannot be elsewhere has no alternatives. */
type Told = Pick<Examined, 'konflik'> & Partial<Examined>

/** A 409 that names each conflict at its field, and where it could be instead. */
export const refusal = (
  all: readonly Conflict[],
  fieldOf: (c: Conflict) => string,
  alternatif?: readonly Alternative[],
): HttpError => {
  const messages = Map.groupBy(all, fieldOf)
  const errors = [...messages].map(([field, own]): Issue => {
    const told = [...new Set(own.map((c) => c.pesan))]
    const rest = told.length - 5
    return {
      field,
      message: `${told.slice(0, 5).join('. ')}${rest > 0 ? ` dan ${rest} lainnya` : ''}`,
    }
  })
  const message = errors.map((e) => e.message).join('. ')
  const konflik = all.slice(0, maxNamed)
  return conflict(message, { errors, konflik, ...(alternatif ? { alternatif } : {}) })
}

/** The field of a form that a conflict stands at. */
export const conflictField = ({ jenis }: Pick<Conflict, 'jenis'>): string => {
  if (jenis === 'pelatih' || jenis === 'cuti') return 'pelatih_id'
  if (jenis === 'libur') return 'tanggal'
  return jenis === 'ruang' || jenis === 'kapasitas' ? 'ruang_id' : 'jam_mulai'
}

/**
 * Refuses what stands in the way (409), but for soft conflicts that are confirmed with a reason
 * (422 without one, at `reasonField`). Answers the kinds that are let stand.
 */
export const demandConfirmed = (
  { konflik, alternatif }: Told,
  { konfirmasi = [], alasan }: Confirmation,
  { fieldOf, reasonField }: { fieldOf: (c: Conflict) => string; reasonField: string },
): SoftKind[] => {
  const open = konflik.filter((k) => k.tingkat === 'keras' || !konfirmasi.includes(k.jenis))
  if (open.length > 0) throw refusal(konflik, fieldOf, alternatif)
  if (konflik.length > 0 && !alasan)
    throw invalidField(reasonField, 'Isi alasan mengapa bentrok ini dibiarkan')
  return softKinds.filter((kind) => konflik.some((k) => k.jenis === kind))
}

/** Whose change it is, as the audit log names it. */
interface Confirmed {
  entitas: string
  entitas_id: number | null
  gedung_id: number | null
}
/** Keeps what was let stand, and why, in the audit log: where no row keeps it. */
const logConfirmed = (
  trx: Trx,
  ctx: Ctx,
  of: Confirmed,
  { konflik, alasan }: { konflik: readonly Conflict[]; alasan: string | null },
) => {
  const told = [...new Set(konflik.map((k) => k.pesan))].slice(0, maxNamed)
  return auditEvent(trx, ctx, {
    aksi: 'konfirmasi-bentrok',
    ...of,
    sesudah: JSON.stringify({ bentrok: told.join('. ') }),
    alasan,
  })
}
/**
 * Refuses what stands in the way as demandConfirmed does, with the reason at `alasan`; what is let
 * stand is in the audit log.
 */
export const demandLogged = async (
  trx: Trx,
  ctx: Ctx,
  {
    examined,
    confirmation,
    fieldOf,
  }: {
    examined: Told
    confirmation: Confirmation
    fieldOf: (c: Conflict) => string
  },
  of: Confirmed,
): Promise<void> => {
  demandConfirmed(examined, confirmation, { fieldOf, reasonField: 'alasan' })
  if (examined.konflik.length === 0) return
  const { konflik } = examined
  await logConfirmed(trx, ctx, of, { konflik, alasan: confirmation.alasan ?? null })
}
