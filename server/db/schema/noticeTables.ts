import type { Generated } from 'kysely'
import type { NoticePlace } from '#contract/access/noticeCalls.ts'

/** Notices of persons. */
export interface NoticeTables {
  pemberitahuan: {
    id: Generated<number>
    user_id: number
    teks: string
    rute: NoticePlace
    rute_id: number | null
    /** Key that prevents a second copy of a notice from the clock. */
    kunci: string | null
    created_at: string
    dibaca_at: string | null
    /** Time at which the notice was sent by mail. */
    dikirim_at: string | null
  }
}
