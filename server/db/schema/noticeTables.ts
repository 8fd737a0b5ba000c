import type { Generated } from 'kysely'
import type { NoticePlace } from '#contract/access/noticeCalls.ts'

/** Types of the tables of notices. */
export interface NoticeTables {
  pemberitahuan: {
    id: Generated<number>
    user_id: number
    teks: string
    rute: NoticePlace
    rute_id: number | null
    /**
     * Key that prevents a job from storing the same notice twice; null for notices without such a
     * check.
     */
    kunci: string | null
    created_at: string
    dibaca_at: string | null
    /** Time at which the notice was sent by mail; null if it was not sent. */
    dikirim_at: string | null
  }
}
