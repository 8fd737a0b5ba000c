/**
 * Toolbar above the slot grid: brush (the status to paint), undo and redo, copying a day, and on a
 * phone the day picker.
 */
import '@mantine/core/styles/Radio.layer.css'
import { Button, Group, Radio, Text } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconCopy } from '@tabler/icons-react'
import { Hari, SlotPelatih } from '#contract/enums.ts'
import type { SlotStatus, Weekday } from '#contract/schedule/rules/freeSlots.ts'
import { days } from '#src/routes/_app/user/-slots/slots.ts'
import type { WeekHistory } from '#src/routes/_app/user/-slots/weekHistory.ts'
import { Menu } from '#src/ui/overlay/Menu.tsx'
import marks from '#src/ui/schedule/slotMark.module.css'
import classes from './SlotTable.module.css'

export const BrushPicker = ({
  brush,
  setBrush,
}: {
  brush: SlotStatus
  setBrush: (status: SlotStatus) => void
}) => (
  <Radio.Group
    label="Isi dengan"
    value={String(brush)}
    onChange={(chosen) => {
      const option = SlotPelatih.options.find((o) => String(o.value) === chosen)
      if (option) setBrush(option.value)
    }}
  >
    <Group gap="md" mt="xs">
      {SlotPelatih.options.map((o) => (
        <Radio
          key={o.value}
          value={String(o.value)}
          label={
            <Group gap="xs" wrap="nowrap">
              <span className={`${classes.brush} ${marks.mark}`} data-status={o.value} />
              {o.label}
              <Text component="kbd" ff="text" size="xs" c="dimmed" visibleFrom="sm">
                {o.value}
              </Text>
            </Group>
          }
        />
      ))}
    </Group>
  </Radio.Group>
)

/** Menu that copies the focused day to another day or to all days. */
const CopyDayMenu = ({
  day,
  copyTo,
}: {
  day: Weekday
  copyTo: (others: readonly Weekday[]) => void
}) => {
  const label = `Salin ${Hari.label(day)}`
  const otherDays = days.filter((weekday) => weekday !== day)
  return (
    <Menu
      label={label}
      button={(props) => (
        <Button {...props} variant="default" leftSection={<IconCopy size={16} aria-hidden />}>
          {label}
        </Button>
      )}
      items={[
        ...otherDays.map((otherDay) => ({
          label: `ke ${Hari.label(otherDay)}`,
          run: () => copyTo([otherDay]),
        })),
        { label: 'ke semua hari lain', run: () => copyTo(otherDays) },
      ]}
    />
  )
}
export const WeekButtons = ({
  history: { canUndo, canRedo },
  undo,
  redo,
  day,
  copyTo,
}: {
  history: WeekHistory
  undo: () => void
  redo: () => void
  day: Weekday
  copyTo: (others: readonly Weekday[]) => void
}) => (
  <Group gap="xs">
    <Button
      variant="default"
      leftSection={<IconArrowBackUp size={16} aria-hidden />}
      disabled={!canUndo}
      onClick={undo}
    >
      Urungkan
    </Button>
    <Button
      variant="default"
      leftSection={<IconArrowForwardUp size={16} aria-hidden />}
      disabled={!canRedo}
      onClick={redo}
    >
      Ulangi
    </Button>
    <CopyDayMenu day={day} copyTo={copyTo} />
  </Group>
)

/** Day picker of a phone, which shows one day at a time. */
export const DayPicker = ({ day, choose }: { day: Weekday; choose: (day: Weekday) => void }) => (
  <Group gap={4} grow preventGrowOverflow={false} wrap="nowrap" hiddenFrom="sm">
    {Hari.options.map((o) => (
      <Button
        key={o.value}
        variant={o.value === day ? 'filled' : 'default'}
        px={0}
        aria-pressed={o.value === day}
        // The label starts with the visible text for voice control, followed by the full name of
        // the day for screen readers.
        aria-label={`${o.label.slice(0, 3)}, ${o.label}`}
        onClick={() => choose(o.value)}
      >
        {o.label.slice(0, 3)}
      </Button>
    ))}
  </Group>
)
