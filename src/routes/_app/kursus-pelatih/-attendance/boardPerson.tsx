/** Person on the day board: one press marks the person as present, a menu makes any other mark. */
import { Anchor, Text, UnstyledButton } from '@mantine/core'
import { IconBrandWhatsapp, IconCheck, IconCircle, IconDots, IconX } from '@tabler/icons-react'
import { KodeAbsensi, StatusKeberangkatan } from '#contract/enums.ts'
import { waLink } from '#contract/sales/rules/waText.ts'
import { meaningOf, type AttendanceCode } from '#contract/schedule/rules/attendance.ts'
import { useCan } from '#src/data/session/session.ts'
import { numberText, rupiah } from '#src/ui/format/format.ts'
import { toneColors } from '#src/ui/format/tones.ts'
import { IconButton } from '#src/ui/overlay/IconButton.tsx'
import { Menu } from '#src/ui/overlay/Menu.tsx'
import type { BoardMark, Late, Person } from './board.ts'
import classes from './DayBoard.module.css'

/** Returns the arrears of a person as text: amount and days, or months for other readers. */
const arrearsOf = ({ tunggakan, menunggak }: Person): string | undefined => {
  if (tunggakan) return `Menunggak ${rupiah(tunggakan.sisa)}, ${numberText(tunggakan.hari)} hari`
  return menunggak ? `Menunggak ${menunggak.bulan} bulan` : undefined
}
/** Returns the attendance of a person as text; empty before the lesson. */
const stateOf = (
  { kode_absensi: code, terlambat_menit, codes }: Person,
  late: Late | undefined,
): string => {
  if (code !== null) {
    const label = codes.find(([value]) => value === code)?.[1] ?? KodeAbsensi.label(code)
    return code === 'TERLAMBAT' && terlambat_menit > 0 ? `${label} ${terlambat_menit} menit` : label
  }
  return late?.text ?? ''
}

/** Icon of a person: present, absent, or not marked. */
const MarkIcon = ({ code }: { code: AttendanceCode | null }) => {
  if (code === null) return <IconCircle size={18} aria-hidden />
  return meaningOf(code).status_keberangkatan === StatusKeberangkatan.berangkat ? (
    <IconCheck size={18} aria-hidden />
  ) : (
    <IconX size={18} aria-hidden />
  )
}

interface Props {
  person: Person
  /** State of a person who is not marked; undefined before the lesson. */
  late: Late | undefined
  disabled: boolean
  mark: (newMark: BoardMark) => void
}
const PersonMenu = ({ person, late, disabled, mark }: Props) => {
  const mayOpen = useCan(person.record?.to === '/user/view' ? 'user/view' : 'lead/view')
  const { nama, kode_absensi: code, record, codes } = person
  const marks = codes
    .filter(([value]) => value !== code)
    .map(([value, label]) => ({
      label,
      run: () =>
        mark({
          kode_absensi: value,
          // The longest delay that a mark can hold is 600 minutes.
          ...(value === 'TERLAMBAT' && { terlambat_menit: Math.min(late?.minutes ?? 0, 600) }),
        }),
    }))
  const items = [
    ...(disabled ? [] : marks),
    ...(disabled || code === null
      ? []
      : [{ label: 'Hapus tanda', danger: true, run: () => mark({ kode_absensi: null }) }]),
    ...(record && mayOpen
      ? [{ label: record.to === '/user/view' ? 'Buka peserta' : 'Buka lead', place: record }]
      : []),
  ]
  if (items.length === 0) return null
  return (
    <Menu
      label={`Tanda ${nama}`}
      items={items}
      button={(props) => <IconButton {...props} label={`Tanda lain ${nama}`} icon={IconDots} />}
    />
  )
}

/** Person of a lesson. A press on the name of a marked person changes nothing. */
export const BoardPerson = (props: Props) => {
  const { person, late, disabled, mark } = props
  const { nama, note, kode_absensi: code, phone } = person
  const isMarked = code !== null
  const state = stateOf(person, late)
  const arrears = arrearsOf(person)
  const tone = isMarked ? KodeAbsensi.tone(code) : undefined
  return (
    <li className={classes.person}>
      <UnstyledButton
        className={classes.mark}
        style={tone && toneColors[tone]}
        aria-pressed={isMarked}
        disabled={disabled && !isMarked}
        onClick={() => {
          if (!isMarked && !disabled) mark({ kode_absensi: 'HADIR' })
        }}
      >
        <MarkIcon code={code} />
        <span className={classes.words}>
          {/* The spaces separate the lines in the accessible name of the button. */}
          {nama} {note && <small>{note}</small>}{' '}
          {state && (
            <Text
              component="small"
              size="xs"
              fw={600}
              c={isMarked ? undefined : 'var(--orange-fg)'}
            >
              {state}
            </Text>
          )}{' '}
          {arrears && (
            <Text component="small" size="xs" fw={600} c="var(--red-fg)">
              {arrears}
            </Text>
          )}
        </span>
      </UnstyledButton>
      <div className={classes.more}>
        <PersonMenu {...props} />
        {phone && (arrears ?? (isMarked ? undefined : late)) && (
          <Anchor
            href={waLink(phone)}
            target="_blank"
            rel="noreferrer"
            className={classes.chat}
            aria-label={`WhatsApp keluarga ${nama}`}
            data-tip
          >
            <IconBrandWhatsapp size={20} stroke={1.6} aria-hidden />
          </Anchor>
        )}
      </div>
    </li>
  )
}
