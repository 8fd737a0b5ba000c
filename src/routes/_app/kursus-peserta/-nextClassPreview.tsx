/**
 * Last step of the wizard that moves students to their next class: preview of the effects for each
 * student.
 */
import { List, Stack, Text } from '@mantine/core'
import type { CallOutput } from '#contract/call.ts'
import type { previewNextClass } from '#contract/schedule/enrolmentCalls.ts'
import { ApiError } from '#src/data/api/http.ts'
import { PreviewNextClass } from '#src/data/calls.ts'
import type { NextClassInput } from '#src/routes/_app/kursus-peserta/-nextClassChoice.tsx'
import { Note } from '#src/ui/feedback/Note.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { bulan, rupiah, tanggal } from '#src/ui/format/format.ts'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { Facts } from '#src/ui/record/Facts.tsx'

type Preview = CallOutput<typeof previewNextClass>
type Line = Preview['baris'][number]
const difference = ({ harga_lama, harga_baru }: Line): string => {
  const more = harga_baru - harga_lama
  if (more === 0) return 'Tetap'
  return more > 0 ? `+${rupiah(more)}` : rupiah(more)
}
/**
 * Returns the notes on the move of a student to the next class: what prevents it, new fees, changed
 * bills, and warnings.
 */
const notesOf = (line: Line): string[] => [
  ...(line.halangan ? [line.halangan] : []),
  ...line.biaya.map((b) => `${b.nama} ${rupiah(b.nominal)} ke draft tagihan`),
  ...line.tagihan.map(
    (m) =>
      `${m.tagihan}, ${bulan(m.periode)}: tersisa ${m.pembilang_baru} dari ${m.penyebut} pertemuan, ${rupiah(m.jumlah)} menjadi ${rupiah(m.jumlah_baru)}${m.halangan ? `. ${m.halangan}` : ''}`,
  ),
  ...line.peringatan,
]

/** Whether all chosen students can move to the next class. */
export const mayStep = (preview: Preview): boolean =>
  preview.halangan === null && preview.baris.every((b) => b.halangan === null)
export const useNextPreview = (id: number, input: NextClassInput | undefined) =>
  PreviewNextClass.usePreview(input, { id })

export const NextClassPreview = ({
  data,
  error,
}: {
  data: Preview | null | undefined
  error: unknown
}) => {
  if (error instanceof ApiError)
    return (
      <Note tone="red" role="alert">
        {error.message}
      </Note>
    )
  if (!data) return <FormSkeleton />
  if (data.halangan)
    return (
      <Note tone="red" role="alert">
        {data.halangan}
      </Note>
    )
  return (
    <Stack>
      <Facts
        items={[
          ['Kursus', data.kursus],
          ['Kelas', data.kelas],
          ['Pertemuan terakhir', tanggal(data.selesai)],
          ['Mulai', tanggal(data.mulai)],
        ]}
      />
      <DataTable
        caption="Yang naik kelas"
        rows={data.baris}
        rowKey={(b) => b.id}
        columns={[
          { label: 'Peserta', cell: (b) => b.peserta },
          { label: 'Harga lama', right: true, cell: (b) => rupiah(b.harga_lama) },
          { label: 'Harga baru', right: true, cell: (b) => rupiah(b.harga_baru) },
          { label: 'Selisih', right: true, cell: difference },
          {
            label: 'Catatan',
            cell: (b) => {
              const notes = notesOf(b)
              if (notes.length === 0)
                return (
                  <Text span c="dimmed">
                    Siap
                  </Text>
                )
              return (
                <List size="sm">
                  {notes.map((n) => (
                    <List.Item key={n}>{n}</List.Item>
                  ))}
                </List>
              )
            },
          },
        ]}
      />
    </Stack>
  )
}
