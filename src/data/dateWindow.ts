/** Range of days in which money documents may be dated, from the settings in the profile. */
import { dateWindow, type DateWindow } from '#contract/values/dateWindow.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { me } from '#src/data/session/session.ts'

/** Returns the date window as of today; undefined if the profile lacks one of the two settings. */
export const knownWindow = (): DateWindow | undefined => {
  const { tanggal_mulai_sekolah, batas_tahun_depan } = me()?.pengaturan ?? {}
  if (typeof tanggal_mulai_sekolah !== 'string' || typeof batas_tahun_depan !== 'number')
    return undefined
  return dateWindow(
    { tanggal_mulai_sekolah, batas_tahun_depan },
    currentDay(),
    currentDay('Asia/Jayapura'),
  )
}
