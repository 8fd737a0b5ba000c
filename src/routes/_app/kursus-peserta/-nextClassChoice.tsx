/**
 * First two steps of the wizard that moves students to their next class. Step 1 chooses students
 * and course; step 2 chooses class and dates.
 */
import { NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import type { CallInput } from '#contract/call.ts'
import { PilihanTagihan } from '#contract/enums.ts'
import type { nextClass } from '#contract/schedule/enrolmentCalls.ts'
import { NextClassChoices } from '#src/data/calls.ts'
import { enrolmentName, type Enrolment } from '#src/routes/_app/kursus-peserta/-enrolment.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { DateField } from '#src/ui/form/dates/DateField.tsx'
import { Checks } from '#src/ui/form/fields/Checks.tsx'
import { Fields } from '#src/ui/form/fields/Fields.tsx'
import { Picker } from '#src/ui/form/pickers/Picker.tsx'

export type NextClassInput = CallInput<typeof nextClass>
/** Choices of the user. The server proposes a default for each omitted choice. */
export interface Chosen {
  lain: number[]
  kursus_id: number | null
  kelas: number | 'baru' | null
  selesai: string
  mulai: string
  catatan_level: string
  tagihan: (typeof PilihanTagihan.options)[number]['value']
}
interface StepProps {
  row: Enrolment
  chosen: Chosen
  set: (more: Partial<Chosen>) => void
}
/**
 * Returns the classes and students that can be chosen for the next course `kursus_id`. If
 * `kursus_id` is null, the next course is the course that follows the current course.
 */
export const useChoicesOf = (id: number, kursus_id: number | null) =>
  NextClassChoices.useSuspenseData(
    kursus_id === null ? { id } : { id, kursus_id: String(kursus_id) },
  )

export const WhoStep = ({ row, chosen, set }: StepProps) => {
  const { kursus, teman } = useChoicesOf(row.id, null)
  return (
    <Stack>
      <Text size="sm">{enrolmentName(row)} selesai di kelas ini dan lanjut ke:</Text>
      <Fields>
        <Picker
          label="Kursus Selanjutnya"
          resource="kursus"
          creates
          required
          description={kursus ? `Menurut jenjangnya: ${kursus.nama}` : undefined}
          filter={{ status: 'aktif' }}
          value={chosen.kursus_id ?? kursus?.id ?? null}
          onChange={(kursus_id) => set({ kursus_id, kelas: null })}
        />
      </Fields>
      {!kursus && chosen.kursus_id === null && (
        <Note>Kursus ini tidak menyebut kursus selanjutnya. Pilih sendiri.</Note>
      )}
      {teman.length > 0 ? (
        <Checks
          label="Ikut naik kelas dari kelas yang sama"
          description={`${teman.length} peserta lain di kelas ini`}
          options={teman.map((t) => ({ value: t.id, label: t.peserta }))}
          value={chosen.lain}
          onChange={(lain) => set({ lain })}
        />
      ) : (
        <Text size="sm" c="dimmed">
          Tidak ada peserta lain di kelas ini.
        </Text>
      )}
    </Stack>
  )
}

export const ClassStep = ({ row, chosen, set }: StepProps) => {
  const { kelas, boleh_baru } = useChoicesOf(row.id, chosen.kursus_id)
  const seats = chosen.lain.length + 1
  return (
    <Stack>
      <Fields>
        <NativeSelect
          label="Kelas Selanjutnya"
          required
          className="wide"
          value={String(chosen.kelas ?? '')}
          onChange={(e) => {
            const { value } = e.currentTarget
            set({ kelas: value === 'baru' || value === '' ? value || null : Number(value) })
          }}
          data={[
            { value: '', label: 'Pilih kelas' },
            ...kelas.map((k) => ({
              value: String(k.id),
              label: `${k.nama}, ${k.ruang}: ${k.sisa} tempat${k.cocok ? ', jam dan guru sama' : ''}`,
              disabled: k.sisa < seats,
            })),
            ...(boleh_baru
              ? [{ value: 'baru', label: 'Kelas baru di jam, guru dan ruang yang sama' }]
              : []),
          ]}
        />
        <DateField
          label="Pertemuan Terakhir"
          required
          value={chosen.selesai}
          onChange={(selesai) => set({ selesai })}
        />
        <DateField
          label="Mulai"
          required
          value={chosen.mulai}
          onChange={(mulai) => set({ mulai })}
        />
        <NativeSelect
          label="Tagihan yang sudah ada"
          value={chosen.tagihan}
          onChange={(e) => {
            const option = PilihanTagihan.options.find((o) => o.value === e.currentTarget.value)
            if (option) set({ tagihan: option.value })
          }}
          data={PilihanTagihan.options.map(({ value, label }) => ({ value, label }))}
        />
        <Textarea
          label="Catatan Level"
          className="wide"
          autosize
          maxLength={300}
          value={chosen.catatan_level}
          onChange={(e) => set({ catatan_level: e.currentTarget.value })}
        />
      </Fields>
      {kelas.length === 0 && !boleh_baru && (
        <Note tone="orange">
          Belum ada kelas untuk kursus ini di outlet ini. Minta admin membuatnya.
        </Note>
      )}
    </Stack>
  )
}
