/**
 * A coach's week: 25 half hours by seven days, each kosong 1, tanya dulu 2 or tidak bisa 3 (domain.md 2.4). As text it is 175 digits,
 * Monday's 25 first, so that two weeks compare, undo and merge as texts do.
 */
import { Hari, SlotPelatih } from '#contract/enums.ts'
import { formatJam } from '#contract/rules/tanggal.ts'

const menitSlot = 30
const menit = (jam: string) => Number(jam.slice(0, 2)) * 60 + Number(jam.slice(3))
const jamDari = (n: number) =>
  `${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`

/** Start times of the slots, `08:00` to `20:00`: the one place that says which there are. */
export const jamSlot: readonly string[] = Array.from({ length: 25 }, (_, i) =>
  jamDari(8 * 60 + i * menitSlot),
)
/** When the slot that starts at `jam` ends. */
export const akhirSlot = (jam: string): string => jamDari(menit(jam) + menitSlot)

export type StatusSlot = (typeof SlotPelatih.options)[number]['value']
export type HariKe = (typeof Hari.options)[number]['value']
const semuaHari: readonly HariKe[] = Hari.options.map((o) => o.value)
export interface Slot {
  hari: HariKe
  jam: string
  status: StatusSlot
}
/** Place of a slot in the week's text; `ke` counts the slots of the day from 0. */
export const letak = (hari: HariKe, ke: number): number => (hari - 1) * jamSlot.length + ke
export const mingguKosong = '3'.repeat(7 * jamSlot.length)
export const statusDi = (minggu: string, hari: HariKe, ke: number): StatusSlot => {
  const digit = minggu[letak(hari, ke)]
  return digit === '1' ? 1 : digit === '2' ? 2 : 3
}
/** The week with the slots set; one that is no slot of ours falls away. */
export const isiSlot = (
  minggu: string,
  slot: readonly { hari: number; jam: string; status: number }[],
): string => {
  const digits = [...minggu]
  for (const { hari, jam, status } of slot) {
    const ke = jamSlot.indexOf(jam)
    const found = semuaHari.find((h) => h === hari)
    if (found && ke >= 0) digits[letak(found, ke)] = String(status)
  }
  return digits.join('')
}
/** Every slot of a week, or those in which it differs from another. */
export const slotDari = (minggu: string, selain?: string): Slot[] =>
  semuaHari.flatMap((hari) =>
    jamSlot.flatMap((jam, ke): Slot[] =>
      selain !== undefined && selain[letak(hari, ke)] === minggu[letak(hari, ke)]
        ? []
        : [{ hari, jam, status: statusDi(minggu, hari, ke) }],
    ),
  )

/** The slots of a day that a class from `mulai` to `selesai` touches, counted from 0; one that only meets its end is free (domain.md 3.8). */
export const slotKelas = ({
  jam_mulai,
  jam_selesai,
}: {
  jam_mulai: string
  jam_selesai: string
}): number[] =>
  jamSlot.flatMap((jam, ke) => (jam < jam_selesai && jam_mulai < akhirSlot(jam) ? [ke] : []))

export interface Rentang {
  hari: HariKe
  mulai: string
  selesai: string
}
/** Slots of the week that `kunci` gives the same text, joined where they follow each other; undefined leaves a slot out. */
export const rentang = (
  kunci: (hari: HariKe, ke: number) => string | undefined,
): (Rentang & { kunci: string; ke: number[] })[] =>
  semuaHari.flatMap((hari) => {
    const found: (Rentang & { kunci: string; ke: number[] })[] = []
    for (const [ke, jam] of jamSlot.entries()) {
      const text = kunci(hari, ke)
      const last = found.at(-1)
      if (text === undefined) continue
      if (last?.kunci === text && last.selesai === jam) {
        last.selesai = akhirSlot(jam)
        last.ke.push(ke)
      } else found.push({ hari, mulai: jam, selesai: akhirSlot(jam), kunci: text, ke: [ke] })
    }
    return found
  })
export const formatRentang = ({ mulai, selesai }: Rentang): string =>
  `${formatJam(mulai)}–${formatJam(selesai)}`
/** A day of the week in words: `Kosong 08.00–12.00, tanya dulu 13.00–14.30`. */
export const ringkasHari = (minggu: string, hari: HariKe): string => {
  const parts = rentang((h, ke) =>
    h === hari && statusDi(minggu, h, ke) !== 3 ? String(statusDi(minggu, h, ke)) : undefined,
  ).map((r) => `${SlotPelatih.label(Number(r.kunci)).toLowerCase()} ${formatRentang(r)}`)
  const text = parts.join(', ') || SlotPelatih.label(3).toLowerCase()
  return text[0]!.toUpperCase() + text.slice(1)
}
