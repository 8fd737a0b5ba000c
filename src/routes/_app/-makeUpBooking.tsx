/** Dialog that books a lesson with a make-up credit, and hook that cancels this booking. */
import { Button, Group, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import type { CallOutput } from '#contract/call.ts'
import { RoleId } from '#contract/enums.ts'
import type { bookableLessons } from '#contract/schedule/makeUpCalls.ts'
import { conflictKinds, type ConflictKind } from '#contract/schedule/rules/conflicts.ts'
import { ApiError } from '#src/data/api/http.ts'
import { BookableLessons } from '#src/data/calls.ts'
import { KreditPenggantis } from '#src/data/resources/kreditPengganti.ts'
import { roleOf, useMe } from '#src/data/session/session.ts'
import { askReason, confirm, showFailure, toast } from '#src/state/feedback.ts'
import { Failed } from '#src/ui/feedback/Failed.tsx'
import { Note } from '#src/ui/feedback/Note.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { jamSpan, numberText, shortTanggal, tanggalWithDay } from '#src/ui/format/format.ts'
import { Badge } from '#src/ui/list/table/table.tsx'
import { Dialog } from '#src/ui/overlay/Dialog.tsx'

type Lesson = CallOutput<typeof bookableLessons>['pertemuan'][number]
/** Fields of a make-up credit that the dialogs show. */
export interface MakeUp {
  id: number
  berlaku_sampai: string
  kursus?: { nama: string } | null
  peserta?: { name: string } | null
  pertemuan?: { tanggal: string; jam_mulai: string; jam_selesai: string } | null
}
const whenOf = (lesson: { tanggal: string; jam_mulai: string; jam_selesai: string }): string =>
  `${tanggalWithDay(lesson.tanggal)} ${jamSpan(lesson.jam_mulai, lesson.jam_selesai)}`

/**
 * Returns the kinds of the conflicts in an error response if all of them are soft; undefined if any
 * conflict is hard or the error is not about conflicts.
 */
const softKinds = (error: unknown): ConflictKind[] | undefined => {
  const konflik = error instanceof ApiError ? error.data.konflik : undefined
  if (!Array.isArray(konflik) || konflik.length === 0) return undefined
  const kinds = konflik.map((k: { jenis?: unknown; tingkat?: unknown }) =>
    k.tingkat === 'lunak' ? conflictKinds.find((kind) => kind === k.jenis) : undefined,
  )
  return kinds.every((kind) => kind !== undefined) ? kinds : undefined
}

/**
 * Returns a function that books a lesson. The function asks for a reason before the call if the
 * lesson is of another level. If the server reports only soft conflicts, it asks for a reason and
 * repeats the call.
 */
const useBooking = (credit: MakeUp, close: () => void) => {
  const pesan = KreditPenggantis.useAction('pesan', { quiet: true })
  const send = async (lesson: Lesson) => {
    const alasan = lesson.lintas_level
      ? await askReason({
          title: 'Pesan level lain?',
          body: `${lesson.kursus} bukan level kelas pengganti ini.`,
          confirm: 'Pesan',
        })
      : ''
    if (alasan === null) return false
    const input = {
      pertemuan_id: lesson.id,
      lintas_level: lesson.lintas_level,
      alasan: alasan || null,
    }
    const write = (more: { konfirmasi?: ConflictKind[]; alasan?: string | null }) =>
      pesan.mutateAsync({ id: credit.id, input: { ...input, konfirmasi: [], ...more } })
    try {
      await write({})
    } catch (error) {
      const konfirmasi = softKinds(error)
      if (!konfirmasi || !(error instanceof ApiError)) throw error
      const why = await askReason({
        title: 'Tetap pesan?',
        body: error.message,
        confirm: 'Pesan',
      })
      if (!why) return false
      await write({ konfirmasi, alasan: why })
    }
    return true
  }
  const book = async (lesson: Lesson) => {
    try {
      if (!(await send(lesson))) return
      toast(`Kelas pengganti dipesan: ${whenOf(lesson)}`)
      close()
    } catch (error) {
      showFailure(error)
    }
  }
  return { book, busy: pesan.isPending ? pesan.variables.input.pertemuan_id : undefined }
}

const LessonRow = ({ lesson, busy, book }: { lesson: Lesson; busy: boolean; book: () => void }) => (
  <Group component="li" justify="space-between" gap="1rem" wrap="nowrap">
    <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Group gap="0.5rem">
        <b>{`${tanggalWithDay(lesson.tanggal)} ${jamSpan(lesson.jam_mulai, lesson.jam_selesai, lesson.zona_waktu)}`}</b>
        {lesson.lintas_level && <Badge tone="orange">Level lain</Badge>}
      </Group>
      <Text c="dimmed">
        {`${lesson.kursus} · ${lesson.pelatih} · ${lesson.ruang}, ${lesson.gedung} · ${numberText(lesson.sisa)} kursi`}
      </Text>
    </div>
    <Button
      variant="default"
      style={{ flexShrink: 0 }}
      aria-label={`Pesan ${whenOf(lesson)}, ${lesson.kursus}`}
      loading={busy}
      onClick={book}
    >
      Pesan
    </Button>
  </Group>
)

const Lessons = ({
  credit,
  every,
  close,
}: {
  credit: MakeUp
  every: boolean
  close: () => void
}) => {
  const query = BookableLessons.useOptionalQuery({
    id: credit.id,
    ...(every && { semua_level: '1' }),
  })
  const { book, busy } = useBooking(credit, close)
  if (query.isError) return <Failed error={query.error} retry={() => void query.refetch()} />
  if (!query.data) return <FormSkeleton />
  const { terhalang, pertemuan } = query.data
  if (terhalang)
    return (
      <Note tone="orange" role="status">
        {terhalang}
      </Note>
    )
  if (pertemuan.length === 0)
    return (
      <Text c="dimmed">
        Belum ada pertemuan dengan kursi kosong sampai {shortTanggal(credit.berlaku_sampai)}.
        Hubungi sekolah jika tidak ada waktu yang cocok.
      </Text>
    )
  return (
    <Stack component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {pertemuan.map((lesson) => (
        <LessonRow
          key={lesson.id}
          lesson={lesson}
          busy={busy === lesson.id}
          book={() => void book(lesson)}
        />
      ))}
    </Stack>
  )
}

/**
 * Dialog that lists lessons with a free seat at times when the student is free. Admins can include
 * lessons of other levels.
 */
export const BookingDialog = ({ credit, close }: { credit: MakeUp; close: () => void }) => {
  const me = useMe()
  const [every, setEvery] = useState(false)
  const mayCross = roleOf(me) === RoleId.superadmin || roleOf(me) === RoleId.admin
  return (
    <Dialog title="Pesan Kelas Pengganti" close={close} closeButton size="lg">
      <Stack>
        <Text m={0} style={{ overflowWrap: 'anywhere' }}>
          {[credit.peserta?.name, credit.kursus?.nama].filter(Boolean).join(', ')}: berlaku sampai{' '}
          {shortTanggal(credit.berlaku_sampai)}. Pertemuan yang dipesan lalu tidak dihadiri hangus.
        </Text>
        {mayCross && (
          <Switch
            label="Tampilkan level lain"
            checked={every}
            onChange={(e) => setEvery(e.currentTarget.checked)}
          />
        )}
        <Lessons credit={credit} every={every} close={close} />
      </Stack>
    </Dialog>
  )
}

/** Returns a function that cancels the booking of a make-up credit after a confirmation. */
export const useRelease = () => {
  const release = KreditPenggantis.useAction('batal-pesan')
  return async (credit: MakeUp) => {
    const when = credit.pertemuan ? ` ${whenOf(credit.pertemuan)}` : ''
    const sure = await confirm({
      title: `Batalkan pesanan${when}?`,
      body: 'Kursinya dilepas. Kelas pengganti dapat dipesan lagi selama masih berlaku.',
      confirm: 'Batalkan pesanan',
      danger: true,
    })
    if (sure)
      release.mutate(
        { id: credit.id, input: {} },
        { onSuccess: () => toast(`Pesanan${when} dibatalkan`) },
      )
  }
}
