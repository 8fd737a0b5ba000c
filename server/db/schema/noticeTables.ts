import type { Generated } from 'kysely'
import type { NoticePlace } from '#contract/access/noticeCalls.ts'

/** Type of the table of notices. The bell in the app shows each notice to a single user. */
export interface NoticeTables {
  pemberitahuan: {
    id: Generated<number>
    user_id: number
    teks: string
    rute: NoticePlace
    rute_id: number | null
    /**
     * Key that prevents the same notice from being stored twice, for example by a job that runs
     * again. Null for notices that may repeat.
     */
    kunci: string | null
    created_at: string
    dibaca_at: string | null
    /** Time at which the notice was sent by mail; null if it was not sent by mail. */
    dikirim_at: string | null
  }
}
