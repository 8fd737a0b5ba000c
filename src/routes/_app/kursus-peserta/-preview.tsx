/** Preview of the effects of an action on an enrolment, updated while the user types. */
import { List, Stack, Text } from '@mantine/core'
import type * as z from 'zod/mini'
import type { EnrolmentPreview } from '#contract/schedule/enrolmentCalls.ts'
import { ApiError } from '#src/data/api/http.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { bulan, rupiah } from '#src/ui/format/format.ts'
import { ConflictCheck, foundIn } from '#src/ui/schedule/Conflicts.tsx'

type Preview = z.output<typeof EnrolmentPreview>
type Month = Preview['tagihan'][number]
const lessons = (part: number, of: number) =>
  part === of ? 'sebulan penuh' : `${part} dari ${of} pertemuan`
const monthText = (m: Month): string => {
  const remainder =
    m.pembilang_baru === 0 ? 'tanpa pertemuan' : lessons(m.pembilang_baru, m.penyebut)
  const becomes = m.pembilang_baru > m.pembilang ? 'Menjadi' : 'Tersisa'
  return `${bulan(m.periode)}, ${m.tagihan}: ${lessons(m.pembilang, m.penyebut)} ${rupiah(m.jumlah)}. ${becomes} ${remainder}: ${rupiah(m.jumlah_baru)}`
}

/** Whether the action affects published bills. The user then chooses how to handle them. */
export const hasPublished = (data: Preview | null | undefined): boolean =>
  data?.tagihan.some((m) => m.terbit) ?? false

/** Shows the preview, its conflicts or its error; nothing during the first load. */
export const PreviewNote = ({
  data,
  error,
}: {
  data: Preview | null | undefined
  error: unknown
}) => {
  const finding = foundIn(error)
  if (finding) return <ConflictCheck data={finding} error={null} />
  if (error instanceof ApiError)
    return (
      <Note tone="orange" className="wide" role="status">
        {error.message}
      </Note>
    )
  if (!data) return null
  const { tagihan, biaya, peringatan } = data
  if (tagihan.length + biaya.length + peringatan.length === 0) return null
  return (
    <Note className="wide" role="status">
      <Stack gap="xs">
        {peringatan.map((text) => (
          <Text key={text} size="sm">
            {text}
          </Text>
        ))}
        {biaya.map((b) => (
          <Text key={b.nama} size="sm">
            {b.nama} {rupiah(b.nominal)} masuk ke draft tagihan keluarga
          </Text>
        ))}
        {tagihan.length > 0 && (
          <>
            <Text size="sm">Tagihan yang pertemuannya berubah:</Text>
            <List size="sm">
              {tagihan.map((m) => (
                <List.Item key={m.periode}>
                  {monthText(m)}
                  {m.halangan && <Text size="sm">{m.halangan}</Text>}
                </List.Item>
              ))}
            </List>
          </>
        )}
      </Stack>
    </Note>
  )
}
