/** Asks for a confirmation before an attendance mark is set in a lesson that has not begun. */
import { useEffect, useRef } from 'react'
import type { AttendanceCode } from '#contract/schedule/rules/attendance.ts'
import { isMarkedEarly } from '#contract/schedule/rules/marking.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { AttendanceData } from '#src/data/attendance/attendance.ts'
import { confirm } from '#src/state/feedback.ts'
import { jam, tanggalWithDay } from '#src/ui/format/format.ts'

type LessonTime = Pick<
  AttendanceData['pertemuan'],
  'tanggal' | 'jam_mulai' | 'mulai_at' | 'zona_waktu'
>

/**
 * Returns a function that runs `mark`. It first asks for a confirmation if the lesson has not begun
 * and one of the codes leads to coach pay. If the user declines, `mark` does not run. After the
 * user has confirmed once, the question is not asked again while the page is open.
 */
export const useEarlyQuestion = () => {
  const agreed = useRef(false)
  // Loads the dialog while there is a connection, so that it can also open offline.
  useEffect(() => {
    import('#src/ui/overlay/DialogHost.tsx').catch(() => {})
  }, [])
  return async (
    { tanggal, jam_mulai, mulai_at, zona_waktu }: LessonTime,
    codes: readonly (AttendanceCode | null)[],
    mark: () => void,
  ): Promise<void> => {
    const time = new Date().toISOString()
    if (!agreed.current && codes.some((code) => isMarkedEarly(code, mulai_at, time))) {
      const isToday = currentDay(zona_waktu) === tanggal
      const begin = isToday ? jam(jam_mulai) : `${tanggalWithDay(tanggal)} ${jam(jam_mulai)}`
      agreed.current = await confirm({
        title: 'Tandai sekarang?',
        body: `Pertemuan ini baru mulai ${begin}. Tanda hadir dihitung untuk honor guru.`,
        confirm: 'Tandai',
      })
      if (!agreed.current) return
    }
    mark()
  }
}
