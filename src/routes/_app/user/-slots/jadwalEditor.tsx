/**
 * Editor for the free slots of a coach, which are half hours of the week. The user paints slots by
 * mouse, finger or keys, and saves the week as a whole. The week is a string of 175 digits
 * (contract/schedule/rules/freeSlots.ts). A form store holds this string and provides the save
 * button, the warning about unsaved changes, and the errors.
 */
import '#src/styles/parts.css'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Hari, SlotPelatih } from '#contract/enums.ts'
import {
  emptyWeek,
  fillSlots,
  slotTimes,
  statusAt,
  type SlotStatus,
  type Weekday,
} from '#contract/schedule/rules/freeSlots.ts'
import { JadwalPelatih } from '#src/data/calls.ts'
import { kelasBySlot } from '#src/routes/_app/user/-slots/jadwalWeek.tsx'
import { useSaveWeek } from '#src/routes/_app/user/-slots/saveWeek.ts'
import { ClashTable } from '#src/routes/_app/user/-slots/slotClash.tsx'
import { onGridKey, onUndoKey } from '#src/routes/_app/user/-slots/slotKeys.ts'
import { useSlotPointer, type SlotChoice } from '#src/routes/_app/user/-slots/slotPointer.ts'
import {
  hoursOf,
  rangeLabel,
  slotKey,
  slotsBetween,
  type SlotPlace,
} from '#src/routes/_app/user/-slots/slots.ts'
import { SlotTable } from '#src/routes/_app/user/-slots/slotTable.tsx'
import { BrushPicker, DayPicker, WeekButtons } from '#src/routes/_app/user/-slots/slotTools.tsx'
import { useWeekHistory, type WeekHistory } from '#src/routes/_app/user/-slots/weekHistory.ts'
import { formPartsOf } from '#src/ui/form/form.tsx'
import { Frame } from '#src/ui/form/FormBody.tsx'
import { ConflictRefusal } from '#src/ui/schedule/Conflicts.tsx'

const { Field } = formPartsOf<{ alasan: string | null }>()

/**
 * Returns the selected rectangle of slots. Its corners are the focused slot (`at`) and the slot
 * where the selection began (`anchor`).
 */
const useSlotChoice = () => {
  const [place, setPlace] = useState<SlotPlace>({ hari: Hari.senin, ke: 0 })
  const [anchor, setAnchor] = useState(place)
  const following = useRef(false)
  const table = useRef<HTMLTableElement>(null)
  // Sets the focus after rendering. A phone shows only the day of the focused slot, so the cell of
  // another day is still hidden before rendering and cannot get the focus.
  useEffect(() => {
    if (!following.current) return
    following.current = false
    table.current?.querySelector<HTMLElement>('td[tabindex="0"]')?.focus()
  }, [place])
  const choose = (next: SlotPlace, extend: boolean) => {
    setPlace(next)
    if (!extend) setAnchor(next)
  }
  const focus = (next: SlotPlace, extend: boolean) => {
    following.current = true
    choose(next, extend)
  }
  const choice: SlotChoice = { at: place, anchor, choose, focus, collapse: () => setAnchor(place) }
  return { choice, table }
}

/** Returns the functions that change the week. Each change is announced to screen readers. */
const useWeekChanges = (history: WeekHistory, takenSlots: ReadonlyMap<string, unknown>) => {
  const [announcement, setAnnouncement] = useState('')
  const { week } = history
  /**
   * Sets the status of slots. Skips a slot in which a class takes place if the new status is
   * `tidakBisa` (unavailable).
   */
  const fill = (slots: readonly (SlotPlace & { status: SlotStatus })[], message: string) => {
    const allowed = slots.filter(
      (s) => s.status !== SlotPelatih.tidakBisa || !takenSlots.has(slotKey(s)),
    )
    const next = allowed.map(({ hari, ke, status }) => ({
      hari,
      jam: slotTimes[ke] ?? '',
      status,
    }))
    history.replace(fillSlots(week, next))
    const keptCount = slots.length - allowed.length
    setAnnouncement(
      keptCount > 0 ? `${message}; ${keptCount} slot berisi kelas tidak ditutup` : message,
    )
  }
  const paint = (a: SlotPlace, b: SlotPlace, status: SlotStatus) =>
    fill(
      slotsBetween(a, b).map((s) => ({ ...s, status })),
      `${rangeLabel(a, b)}: ${SlotPelatih.label(status).toLowerCase()}`,
    )
  const copyDay = (from: Weekday, to: readonly Weekday[]) =>
    fill(
      to.flatMap((hari) =>
        slotTimes.map((_, ke) => ({ hari, ke, status: statusAt(week, from, ke) })),
      ),
      `${Hari.label(from)} disalin ke ${to.length > 1 ? 'semua hari lain' : Hari.label(to[0])}`,
    )
  /** Sets the usual hours of a school to free, for a coach without any hours. */
  const proposeWeek = () => {
    const [first, last] = [slotTimes.indexOf('09:00'), slotTimes.indexOf('19:30')]
    paint({ hari: Hari.senin, ke: first }, { hari: Hari.sabtu, ke: last }, SlotPelatih.kosong)
  }
  const undo = () => {
    if (history.undo()) setAnnouncement('Diurungkan')
  }
  const redo = () => {
    if (history.redo()) setAnnouncement('Diulangi')
  }
  return { paint, copyDay, proposeWeek, undo, redo, announcement }
}

const WeekSummary = ({ week, announcement }: { week: string; announcement: string }) => (
  <Group justify="space-between" gap="xs" c="dimmed">
    <span>
      Seminggu: kosong {hoursOf(week, SlotPelatih.kosong)}, tanya dulu{' '}
      {hoursOf(week, SlotPelatih.tanyaDulu)}
    </span>
    <span role="status">{announcement}</span>
  </Group>
)

export const JadwalEditor = ({
  id,
  onSaved,
  onCancel,
}: {
  id: number
  onSaved: () => void
  onCancel: () => void
}) => {
  const data = JadwalPelatih.useSuspenseData({ id })
  const takenSlots = kelasBySlot(data.kelas)
  const history = useWeekHistory(fillSlots(emptyWeek, data.slot))
  const { week } = history
  const { submit, busy, clash } = useSaveWeek({ id, versi: data.versi }, history, onSaved)
  const [brush, setBrush] = useState<SlotStatus>(SlotPelatih.kosong)
  const { choice, table } = useSlotChoice()
  const { at } = choice
  const { paint, copyDay, proposeWeek, undo, redo, announcement } = useWeekChanges(
    history,
    takenSlots,
  )
  const pointer = useSlotPointer(choice, (from, to) => paint(from, to, brush))
  const paintBy = (from: SlotPlace, to: SlotPlace, status = brush) => {
    setBrush(status)
    paint(from, to, status)
  }
  return (
    <Frame
      store={history.store}
      submit={submit}
      cancel={onCancel}
      busy={busy}
      top={clash && <ClashTable clash={clash} week={week} choose={history.replace} />}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- undo works wherever
          focus is in the editor */}
      <Stack className="wide" onKeyDown={(e) => onUndoKey(e, { undo, redo })}>
        {week === emptyWeek && (
          <Group>
            <Button variant="default" onClick={proposeWeek}>
              Isi Senin–Sabtu 09.00–20.00
            </Button>
          </Group>
        )}
        <Group justify="space-between">
          <BrushPicker brush={brush} setBrush={setBrush} />
          <WeekButtons
            history={history}
            undo={undo}
            redo={redo}
            day={at.hari}
            copyTo={(otherDays) => copyDay(at.hari, otherDays)}
          />
        </Group>
        <Text c="dimmed" fz="0.875rem" id="jadwalHelp">
          Tarik di atas kotak untuk mengisi, atau pindah dengan panah, pilih dengan Shift, dan tekan
          1, 2, atau 3. Slot berisi kelas tidak dapat ditutup.
        </Text>
        <DayPicker day={at.hari} choose={(hari) => choice.choose({ ...at, hari }, false)} />
        <SlotTable
          ref={table}
          week={week}
          initial={history.initial}
          taken={takenSlots}
          at={at}
          anchor={choice.anchor}
          aria-label={`Jadwal kosong ${data.pelatih.name}`}
          aria-describedby="jadwalHelp"
          onKeyDown={(e) => onGridKey(e, { choice, cancelDrag: pointer.cancel, paint: paintBy })}
          {...pointer.handlers}
        />
        <WeekSummary week={week} announcement={announcement} />
      </Stack>
      <ConflictRefusal about={['week']}>
        <Field name="alasan" wide required />
      </ConflictRefusal>
    </Frame>
  )
}
