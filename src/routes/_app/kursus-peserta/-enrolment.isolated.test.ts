import { expect, test } from 'vitest'
import { KursusPesertaStatus } from '#contract/enums.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import { stateText } from '#src/routes/_app/kursus-peserta/-enrolment.ts'
import { shortTanggal } from '#src/ui/format/format.ts'

const today = currentDay()
const [before, later] = [addDays(today, -40), addDays(today, 9)]
const { aktif, lulus } = KursusPesertaStatus
type Days = Partial<Parameters<typeof stateText>[0]>
const row = (more: Days) => ({
  status: aktif,
  mulai: before,
  selesai: null,
  cuti_mulai: null,
  cuti_selesai: null,
  diakhiri_at: null,
  ...more,
})

test.each<[string, Days, string]>([
  ['a seat that has begun', {}, 'Aktif'],
  ['a seat that is to come', { mulai: later }, `Aktif mulai ${shortTanggal(later)}`],
  [
    'a last lesson that is to come',
    { selesai: later, diakhiri_at: 'x' },
    `Aktif sampai ${shortTanggal(later)}`,
  ],
  [
    'a class that is left for the next one',
    { status: lulus, selesai: later, diakhiri_at: 'x' },
    `Lulus, sampai ${shortTanggal(later)}`,
  ],
  ['one that is over', { status: lulus, selesai: before, diakhiri_at: 'x' }, 'Lulus'],
])('shows the state of %s', (_, more, text) => expect(stateText(row(more))).toBe(text))
