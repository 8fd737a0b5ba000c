/**
 * Comparison of two sets of changes to the week: those painted in this form, and those that another
 * user has saved.
 */
import { Hari, SlotPelatih } from '#contract/enums.ts'
import { fillSlots, slotIndex, slotSpans, slotTimes } from '#contract/schedule/rules/freeSlots.ts'
import { ConflictTable, type Pick } from '#src/ui/form/conflict/ConflictTable.tsx'
import { jamSpan } from '#src/ui/format/format.ts'

export interface SlotClash {
  message: string
  when: string
  base: string
  mine: string
  current: string
}
/**
 * Returns the merged week. Slots that were changed in this form keep their painted status (`mine`).
 * All other slots get the stored status (`current`).
 */
export const mergeWeeks = ({ base, mine, current }: SlotClash): string =>
  [...current].map((digit, i) => (mine[i] === base[i] ? digit : mine[i])).join('')

/**
 * Returns the time spans that both users changed differently. The key of a span consists of two
 * digits: the status painted in this form and the stored status.
 */
const clashingSpans = ({ base, mine, current }: SlotClash) =>
  slotSpans((hari, ke) => {
    const index = slotIndex(hari, ke)
    return mine[index] !== base[index] &&
      current[index] !== base[index] &&
      mine[index] !== current[index]
      ? `${mine[index]}${current[index]}`
      : undefined
  })
type Span = ReturnType<typeof clashingSpans>[number]
const closed = String(SlotPelatih.tidakBisa)

/**
 * Table of the time spans whose status both users changed. The user chooses one of the two statuses
 * for each span, and then saves again.
 */
export const ClashTable = ({
  clash,
  week,
  choose,
}: {
  clash: SlotClash
  week: string
  choose: (week: string) => void
}) => {
  const spans = clashingSpans(clash)
  const pick = (span: Span, digit: string): Pick => ({
    label: SlotPelatih.label(Number(digit)),
    isChosen: span.places.every((ke) => week[slotIndex(span.hari, ke)] === digit),
    choose: () => {
      const slots = span.places.map((ke) => ({
        hari: span.hari,
        jam: slotTimes[ke] ?? '',
        status: Number(digit),
      }))
      choose(fillSlots(week, slots))
    },
  })
  return (
    <ConflictTable
      what="Slot"
      caption={
        <>
          {clash.message}
          {clash.when && ` (${clash.when})`}.{' '}
          {spans.length > 0
            ? 'Pilih isian yang dipakai, lalu simpan lagi.'
            : 'Perubahan keduanya sudah digabung di bawah: periksa, lalu simpan lagi.'}
        </>
      }
      rows={spans.map((span) => ({
        key: `clash-${span.hari}-${span.mulai}`,
        name: `${Hari.label(span.hari)} ${jamSpan(span.mulai, span.selesai)}`,
        mine: pick(span, span.key[0] ?? closed),
        theirs: pick(span, span.key[1] ?? closed),
      }))}
    />
  )
}
