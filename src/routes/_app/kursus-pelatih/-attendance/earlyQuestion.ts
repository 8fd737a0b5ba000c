/** Question before a mark of a lesson that has not begun. */
import { useEffect, useRef } from 'react'
import type { AttendanceCode } from '#contract/schedule/rules/attendance.ts'
import { isMarkedEarly } from '#contract/schedule/rules/marking.ts'
import type { AttendanceData } from '#src/data/attendance/attendance.ts'
import { useToday } from '#src/state/clock.ts'
import { confirm } from '#src/state/feedback.ts'
import { jam, tanggalWithDay } from '#src/ui/format/format.ts'

const now = () => new Date().toISOString()

/**
 * Returns a function that runs `mark`, after a question if one of the codes books coach pay before
 * the lesson has begun. The question is asked until the user has agreed once.
 */
export const useEarlyQuestion = ({
  tanggal,
  jam_mulai,
  mulai_at,
  zona_waktu,
}: AttendanceData['pertemuan']) => {
  const agreed = useRef(false)
  const isToday = useToday(zona_waktu) === tanggal
  // Loads the dialog while there is a connection, so that it can also open offline.
  useEffect(() => {
    if (now() < mulai_at) import('#src/ui/overlay/DialogHost.tsx').catch(() => {})
  }, [mulai_at])
  return async (codes: readonly (AttendanceCode | null)[], mark: () => void): Promise<void> => {
    if (!agreed.current && codes.some((code) => isMarkedEarly(code, mulai_at, now()))) {
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
