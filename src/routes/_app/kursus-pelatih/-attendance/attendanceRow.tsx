/**
 * Row of a student in the attendance of a lesson: one button for each attendance code, and below
 * them the minutes of delay and the note.
 */
import { Box, Button, Group, SimpleGrid, Text } from '@mantine/core'
import { useState } from 'react'
import { KodeAbsensi } from '#contract/enums.ts'
import { meaningOf, type AttendanceCode } from '#contract/schedule/rules/attendance.ts'
import { markableCodes } from '#contract/schedule/rules/marking.ts'
import type { AttendanceRow } from '#src/data/attendance/attendance.ts'
import { tanggal, waktu } from '#src/ui/format/format.ts'
import { Badge } from '#src/ui/list/table/table.tsx'
import { NoteField } from './noteField.tsx'
import { RemoveButton } from './removeButton.tsx'

export interface StudentMark {
  /** Attendance code; null removes the mark. */
  kode_absensi: AttendanceCode | null
  terlambat_menit?: number
  catatan?: string | null
}
const minutes = [5, 10, 15, 30]
/** Props that give a button the size of a touch target. */
const tall = {
  h: 48,
  px: 4,
  fw: 500,
  // Lets the label wrap into two lines on a narrow phone.
  styles: { label: { whiteSpace: 'normal' as const, lineHeight: 1.15 } },
}

const LateMinutes = ({ row, mark }: { row: AttendanceRow; mark: (m: StudentMark) => void }) => (
  <Group gap={6} role="group" aria-label={`Terlambat ${row.nama}`}>
    {minutes.map((m) => (
      <Button
        key={m}
        {...tall}
        px="sm"
        variant={row.terlambat_menit === m ? 'filled' : 'default'}
        aria-pressed={row.terlambat_menit === m}
        onClick={() => mark({ kode_absensi: 'TERLAMBAT', terlambat_menit: m })}
      >
        {m} menit
      </Button>
    ))}
  </Group>
)
const MadeBy = ({ row, zone, waits }: { row: AttendanceRow; zone: string; waits: boolean }) => (
  <Text size="sm" c="dimmed">
    {waits && 'Menunggu dikirim'}
    {!waits &&
      row.ditandai_at &&
      `${waktu(row.ditandai_at, zone)}${row.ditandai_oleh ? ` oleh ${row.ditandai_oleh}` : ''}`}
    {row.kredit && ` · Kelas pengganti sampai ${tanggal(row.kredit.berlaku_sampai)}`}
  </Text>
)

/**
 * Row of a student. `waits`: whether the attendance mark of the student is still queued on this
 * device.
 */
export const AttendanceStudent = ({
  row,
  zone,
  waits,
  disabled,
  mark,
}: {
  row: AttendanceRow
  zone: string
  waits: boolean
  disabled: boolean
  mark: (made: StudentMark) => void
}) => {
  const [note, setNote] = useState<AttendanceCode | null>(null)
  const press = (code: AttendanceCode) => {
    if (meaningOf(code).wajib_catatan && !row.catatan) setNote(code)
    else if (code !== row.kode_absensi) mark({ kode_absensi: code })
  }
  return (
    <Box component="li" py="sm" px="var(--pad)" bd="none" data-student={row.kursus_peserta_id}>
      <Group gap="xs" mb={6}>
        <Text fw={600}>{row.nama}</Text>
        {row.nama_panggilan && <Text c="dimmed">{row.nama_panggilan}</Text>}
        {row.pengganti && <Badge tone="orange">Kelas pengganti</Badge>}
        {row.tunggakan && <Badge tone="red">Menunggak</Badge>}
      </Group>
      <SimpleGrid cols={{ base: 3, sm: 6 }} spacing={6} role="group" aria-label={row.nama}>
        {markableCodes.map((code) => (
          <Button
            key={code}
            {...tall}
            fz="sm"
            variant={row.kode_absensi === code ? 'filled' : 'default'}
            aria-pressed={row.kode_absensi === code}
            disabled={disabled}
            onClick={() => press(code)}
          >
            {KodeAbsensi.label(code)}
          </Button>
        ))}
      </SimpleGrid>
      {row.kode_absensi === 'TERLAMBAT' && !disabled && (
        <Box mt={6}>
          <LateMinutes row={row} mark={mark} />
        </Box>
      )}
      <Group gap="xs" mt={6} justify="space-between">
        <MadeBy row={row} zone={zone} waits={waits} />
        {row.kode_absensi && !disabled && note === null && (
          <Group gap={0}>
            <RemoveButton of={row.nama} remove={() => mark({ kode_absensi: null })} />
            <Button
              variant="subtle"
              h={44}
              aria-label={`Catatan ${row.nama}`}
              onClick={() => setNote(row.kode_absensi)}
            >
              {row.catatan ? 'Ubah catatan' : 'Catatan'}
            </Button>
          </Group>
        )}
      </Group>
      {row.catatan && note === null && <Text size="sm">{row.catatan}</Text>}
      {note && (
        <NoteField
          label={`Catatan untuk ${row.nama}`}
          initial={row.catatan ?? ''}
          required={meaningOf(note).wajib_catatan}
          close={() => setNote(null)}
          save={(catatan) => {
            setNote(null)
            mark({
              kode_absensi: note,
              catatan: catatan || null,
              ...(note === 'TERLAMBAT' && { terlambat_menit: row.terlambat_menit }),
            })
          }}
        />
      )}
    </Box>
  )
}
