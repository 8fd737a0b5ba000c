/**
 * Finds alternatives at the same hour for a lesson or class whose room or coach is taken: another
 * room or another coach (domain.md 3.8).
 */
import { sql, type SqlBool } from 'kysely'
import { RoleId, UserStatus } from '#contract/enums.ts'
import type { Conflict, ConflictKind } from '#contract/schedule/rules/conflicts.ts'
import { titled } from '#contract/values/titled.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import type { Actor } from '#server/http/context.ts'
import { coachesOfOutlets, hasBaseRole, seesAllOutlets } from '#server/modules/scope.ts'

/**
 * Maximum number of alternatives at the same hour in a response. The limit is lower than the limit
 * for all alternatives, so that alternatives at other hours are returned too.
 */
export const mostElsewhere = 2
/** Maximum number of rooms that are tried, and maximum number of coaches that are tried. */
const mostTried = 20

interface Wanted {
  kursus_id: number
  gedung_id: number
  pelatih_id: number
  ruang_id: number
  /** Number of seats that the room must have; 1 if undefined. */
  kursi?: number
}
export interface Elsewhere {
  pelatih_id: number
  ruang_id: number
  label: string
}
const ofRoom: readonly ConflictKind[] = ['ruang', 'kapasitas']
const ofCoach: readonly ConflictKind[] = ['pelatih', 'cuti', 'slot', 'jeda']
const isOf = (konflik: readonly Conflict[], kinds: readonly ConflictKind[]): boolean =>
  konflik.some((k) => kinds.includes(k.jenis))

/**
 * Reads the other active rooms of the outlet, the smallest first, so that larger rooms stay free
 * for larger classes.
 */
const readRooms = (trx: Trx, { gedung_id, ruang_id, kursi = 1 }: Wanted) =>
  trx
    .selectFrom('ruang')
    .select(['id', 'nama'])
    .where('gedung_id', '=', gedung_id)
    .where('status', '=', 'aktif')
    .where('id', '<>', ruang_id)
    .where('kapasitas', '>=', kursi)
    .orderBy('kapasitas')
    .orderBy('nama_kunci')
    .orderBy('id')
    .limit(mostTried)
    .execute()
/**
 * Reads other coaches of the course's category (bidang). A sales person gets all of them, other
 * actors only the coaches in their scope.
 */
const readCoaches = (trx: Trx, actor: Actor, { kursus_id, pelatih_id }: Wanted) =>
  trx
    .selectFrom('user')
    .innerJoin('pelatih_bidang as b', 'b.user_id', 'user.id')
    .innerJoin('kursus', 'kursus.kategori_kursus_id', 'b.kategori_kursus_id')
    .select(['user.id', 'user.name'])
    .where('kursus.id', '=', kursus_id)
    .where('user.id', '<>', pelatih_id)
    .where('user.status', '=', UserStatus.aktif)
    .where(hasBaseRole(actor, [RoleId.pelatih]))
    .$if(actor.dasar === RoleId.admin && !seesAllOutlets(actor), (q) =>
      q.where(sql<SqlBool>`"user".id in (${coachesOfOutlets(actor)})`),
    )
    .orderBy('user.name_kunci')
    .orderBy('user.id')
    .limit(mostTried)
    .execute()

/**
 * Returns pairs of a room and a coach that could replace the wanted pair. The pairs are not yet
 * checked for conflicts. Returns no pairs if neither the room nor the coach causes the conflict.
 * `mayCoach` states whether another coach may be proposed.
 */
export const readElsewhere = async (
  trx: Trx,
  actor: Actor,
  wish: Wanted,
  { konflik, mayCoach }: { konflik: readonly Conflict[]; mayCoach: boolean },
): Promise<Elsewhere[]> => {
  const isCoach = isOf(konflik, ofCoach)
  // Returns no alternatives if the actor is a coach, a payer or a student.
  if (actor.dasar > RoleId.sales || actor.dasar === RoleId.pelatih) return []
  // Returns no alternatives if the coach is busy or absent and no other coach may be proposed,
  // because another room does not help then.
  if (isCoach && !mayCoach) return []
  const rooms = isOf(konflik, ofRoom) ? await readRooms(trx, wish) : [{ id: undefined, nama: '' }]
  const coaches = isCoach ? await readCoaches(trx, actor, wish) : [{ id: undefined, name: '' }]
  return rooms.flatMap((room) =>
    coaches.flatMap((coach) => {
      if (room.id === undefined && coach.id === undefined) return []
      const names = [
        coach.id === undefined ? '' : `Guru ${coach.name}`,
        room.id === undefined ? '' : titled('Ruang', room.nama),
      ].filter(Boolean)
      return {
        pelatih_id: coach.id ?? wish.pelatih_id,
        ruang_id: room.id ?? wish.ruang_id,
        label: `${names.join(', ')}, jam yang sama`,
      }
    }),
  )
}
