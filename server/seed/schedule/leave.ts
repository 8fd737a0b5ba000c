/**
 * Makes the leave of the coaches of a generated school: approved leave in the past, and requested,
 * rejected and approved leave in the future.
 */
import { addDays } from '#contract/values/tanggal.ts'
import { momentOf, stamp } from '#server/seed/maker.ts'
import { pick } from '#server/seed/names.ts'
import type { Past } from '#server/seed/schedule/past.ts'
import { leaveReasons, refusals } from '#server/seed/schedule/words.ts'

type Status = 'disetujui' | 'diajukan' | 'ditolak'
interface Leave {
  pelatih_id: number
  mulai: string
  length: number
  status: Status
}
/**
 * Stores a leave of a coach. It was requested about two weeks before its first day, and decided on
 * the day after the request.
 */
const putLeave = (past: Past, { pelatih_id, mulai, length, status }: Leave): void => {
  const { ids, put, random: r, adminId, away, today } = past
  const wished = addDays(mulai, -r.int(9, 20))
  const requestDay = wished < today ? wished : addDays(today, -r.int(1, 3))
  const decided = addDays(requestDay, 1) < today ? addDays(requestDay, 1) : requestDay
  const isOpen = status === 'diajukan'
  const alasan = pick(r, leaveReasons)
  put('pelatih_libur', {
    id: ids.next('pelatih_libur'),
    ...stamp(momentOf(requestDay), pelatih_id),
    pelatih_id,
    mulai,
    selesai: addDays(mulai, length - 1),
    alasan,
    status,
    diputuskan_oleh: isOpen ? null : adminId,
    diputuskan_at: isOpen ? null : momentOf(decided, 7200),
    alasan_tolak: status === 'ditolak' ? pick(r, refusals) : null,
    cari: '',
  })
  if (status !== 'disetujui') return
  for (let n = 0; n < length; n++) away.set(`${pelatih_id} ${addDays(mulai, n)}`, alasan)
}

/**
 * Stores past leaves of all coaches. Also stores a future leave for three of every four coaches; it
 * is requested, rejected or approved.
 */
export const makeLeave = (past: Past): void => {
  const { coaches, random: r, today } = past
  for (const [i, { id: pelatih_id }] of coaches.entries()) {
    for (const from of [-340, -230, -150, -75, -30])
      if (r.chance(0.6))
        putLeave(past, {
          pelatih_id,
          mulai: addDays(today, from + r.int(0, 20)),
          length: r.int(1, 3),
          status: 'disetujui',
        })
    const next = addDays(today, 10 + r.int(0, 14))
    const status = (['diajukan', 'ditolak', undefined, 'disetujui'] as const)[i % 4]
    if (status) putLeave(past, { pelatih_id, mulai: next, length: r.int(1, 3), status })
  }
}
