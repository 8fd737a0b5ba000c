/**
 * First half of step 2 of an activation: choice of the course, and of a seat in a class or a free
 * time of a coach.
 */
import { Button, Group, Stack, Text } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { CallOutput } from '#contract/call.ts'
import { Hari } from '#contract/enums.ts'
import type { freeSlots } from '#contract/sales/activationCalls.ts'
import { addDays, nextWeekday } from '#contract/values/tanggal.ts'
import { ApiError } from '#src/data/api/http.ts'
import { makeStale } from '#src/data/api/queryClient.ts'
import { FreeSlots, HoldSlot } from '#src/data/calls.ts'
import {
  KeptText,
  StaleNote,
  typedOf,
  useKeeping,
  useKept,
  type State,
} from '#src/routes/_app/sales/-activationAutosave.tsx'
import type { ActivationSubject } from '#src/routes/_app/sales/-activationRoute.ts'
import { useToday } from '#src/state/clock.ts'
import { askReason, toast } from '#src/state/feedback.ts'
import { FailureList } from '#src/ui/feedback/FailureList.tsx'
import { Note } from '#src/ui/feedback/Note.tsx'
import { DateField, TimeField } from '#src/ui/form/dates/DateField.tsx'
import { Checks } from '#src/ui/form/fields/Checks.tsx'
import { Fields } from '#src/ui/form/fields/Fields.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { Picker } from '#src/ui/form/pickers/Picker.tsx'
import { isDay, jamSpan } from '#src/ui/format/format.ts'
import { useSettled } from '#src/ui/hooks/useSettled.ts'
import { Badge } from '#src/ui/list/rows/Badge.tsx'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { Subhead } from '#src/ui/record/Facts.tsx'
import { foundIn, isSoft } from '#src/ui/schedule/Conflicts.tsx'

type Found = CallOutput<typeof freeSlots>
interface Search {
  kursus_id: number | null
  gedung_id: number | null
  mulai: string
  hari: number[]
  dari: string
  sampai: string
}
/** Slot to hold: a seat in an existing class, or a time of a coach in a room. */
export type Wish = { label: string; mulai: string } & (
  | { kursus_pelatih_id: number }
  | {
      kursus_id: number
      gedung_id: number
      pelatih_id: number
      ruang_id: number
      hari: Found['jam'][number]['hari']
      jam_mulai: string
    }
)
/**
 * Returns a function that holds a slot for the person of the activation. The function asks for a
 * reason if there are soft conflicts. It resolves to true if the slot is held, otherwise to false.
 */
export const useHold = ({ pemesan }: State) => {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError>()
  const hold = async ({ label, ...place }: Wish): Promise<boolean> => {
    setBusy(true)
    setError(undefined)
    const send = (more: object = {}) => HoldSlot.send({ ...pemesan, ...place, ...more })
    try {
      await send()
    } catch (first) {
      if (!(first instanceof ApiError)) throw first
      const finding = foundIn(first)
      if (!finding || !isSoft(finding)) {
        setError(first)
        return false
      }
      const alasan_bentrok = await askReason({
        title: `Pilih ${label} walau ada bentrok?`,
        body: finding.konflik.map((k) => k.pesan).join('. '),
        confirm: 'Pilih jam ini',
      })
      if (alasan_bentrok === null) return false
      const konfirmasi = [...new Set(finding.konflik.map((k) => k.jenis))]
      try {
        await send({ konfirmasi, alasan_bentrok })
      } catch (second) {
        if (!(second instanceof ApiError)) throw second
        setError(second)
        return false
      }
    } finally {
      setBusy(false)
      makeStale(['lead'])
    }
    toast(`Jam dipesan: ${label}`)
    return true
  }
  return { hold, busy, error }
}
/** Note with the conflicts that prevent holding a slot, and free alternatives. */
export const HoldError = ({ error }: { error: ApiError | undefined }) => {
  if (!error) return null
  const finding = foundIn(error)
  return (
    <Note tone="red" role="alert" mt="md">
      {finding ? (
        <FailureList label="Bentrok">
          {finding.konflik.map((k) => (
            <li key={`${k.jenis} ${k.pesan}`}>{k.pesan}</li>
          ))}
        </FailureList>
      ) : (
        error.message
      )}
      {finding && finding.alternatif.length > 0 && (
        <Text size="sm" mt="xs">
          Kosong: {finding.alternatif.map((a) => a.label).join('; ')}
        </Text>
      )}
    </Note>
  )
}

const timeOf = (value: string) => (/^\d\d:\d\d$/.test(value) ? value : undefined)
const Results = ({
  of,
  search,
  hold,
  busy,
}: {
  of: ActivationSubject
  search: Search & { kursus_id: number; gedung_id: number }
  hold: (wish: Wish) => void
  busy: boolean
}) => {
  const { kursus_id, gedung_id, mulai, hari } = search
  const [dari, sampai] = [timeOf(search.dari), timeOf(search.sampai)]
  const foundSlots = FreeSlots.useSuspenseData({
    ...of,
    kursus_id: String(kursus_id),
    gedung_id: String(gedung_id),
    mulai,
    ...(hari.length > 0 && hari.length < 7 && { hari: hari.join(',') }),
    ...(dari && { dari }),
    ...(sampai && { sampai }),
  })
  const button = (wish: Wish) => (
    <Button
      size="compact-md"
      h={32}
      variant="default"
      disabled={busy}
      aria-label={`Pilih jam ini: ${wish.label}`}
      onClick={() => hold(wish)}
    >
      Pilih jam ini
    </Button>
  )
  const when = (k: Found['jam'][number] | Found['kelas'][number]) =>
    `${Hari.label(k.hari)} ${jamSpan(k.jam_mulai, k.jam_selesai)}`
  if (foundSlots.kelas.length + foundSlots.jam.length === 0)
    return (
      <Note tone="orange" role="status">
        Tidak ada yang kosong pada waktu ini. Coba hari atau jam lain, atau outlet lain.
      </Note>
    )
  return (
    <Stack>
      {foundSlots.kelas.length > 0 && (
        <section>
          <Subhead>Kelas yang masih punya tempat</Subhead>
          <DataTable
            caption="Kelas yang masih punya tempat"
            rows={foundSlots.kelas}
            rowKey={(k) => k.kursus_pelatih_id}
            columns={[
              { label: 'Waktu', cell: when },
              { label: 'Guru', cell: (k) => k.pelatih },
              { label: 'Ruang', cell: (k) => k.ruang },
              { label: 'Tempat', right: true, cell: (k) => k.sisa_kursi },
              {
                label: 'Pilih',
                cell: (k) =>
                  button({
                    label: `${when(k)}, ${k.pelatih}`,
                    kursus_pelatih_id: k.kursus_pelatih_id,
                    mulai: nextWeekday(mulai, k.hari),
                  }),
              },
            ]}
          />
        </section>
      )}
      {foundSlots.jam.length > 0 && (
        <section>
          <Subhead>Jam kosong guru, untuk kelas baru</Subhead>
          <DataTable
            caption="Jam kosong guru"
            rows={foundSlots.jam}
            rowKey={(k) => `${k.pelatih_id} ${k.hari} ${k.jam_mulai}`}
            columns={[
              { label: 'Waktu', cell: when },
              {
                label: 'Guru',
                cell: (k) => (
                  <>
                    {k.pelatih} {k.tanya_dulu && <Badge tone="orange">Tanya dulu</Badge>}
                  </>
                ),
              },
              { label: 'Ruang', cell: (k) => k.ruang },
              {
                label: 'Pilih',
                cell: ({ pelatih_id, ruang_id, hari: day, jam_mulai, ...k }) =>
                  button({
                    label: `${Hari.label(day)} ${jamSpan(jam_mulai, k.jam_selesai)}, ${k.pelatih}${k.tanya_dulu ? ', tanya dulu' : ''}`,
                    hari: day,
                    kursus_id,
                    gedung_id,
                    pelatih_id,
                    ruang_id,
                    jam_mulai,
                    mulai: nextWeekday(mulai, day),
                  }),
              },
            ]}
          />
          {foundSlots.jam.some((k) => k.tanya_dulu) && (
            <Text size="sm" c="dimmed" mt="xs">
              Tanya dulu: guru minta ditanya untuk jam itu. Kelasnya menunggu persetujuan guru, dan
              peserta baru mulai sesudah guru setuju.
            </Text>
          )}
        </section>
      )}
      {foundSlots.lebih && (
        <Text size="sm" c="dimmed">
          Masih ada yang lain: persempit hari atau jamnya.
        </Text>
      )}
    </Stack>
  )
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
/**
 * Returns the initial values of the search. A value comes from the stored draft or, if the draft
 * lacks it, from the wishes of the lead or applicant.
 */
const beginOf = (state: State, today: string): Search => {
  const typed = typedOf(state, 'kursus')
  const mulai = textOf(typed.mulai)
  return {
    kursus_id: numberOf(typed.kursus_id) ?? state.calon.kursus[0]?.id ?? null,
    gedung_id: numberOf(typed.gedung_id) ?? state.calon.gedung?.id ?? null,
    mulai: isDay(mulai) && mulai >= today ? mulai : addDays(today, 1),
    hari: Array.isArray(typed.hari) ? typed.hari.filter((h) => typeof h === 'number') : [],
    dari: textOf(typed.dari),
    sampai: textOf(typed.sampai),
  }
}
export const SlotSearch = ({
  of,
  state,
  reload,
}: {
  of: ActivationSubject
  state: State
  reload: () => void
}) => {
  const today = useToday(state.calon.gedung?.zona_waktu)
  const [search, setSearch] = useState(() => beginOf(state, today))
  const keeping = useKeeping(of, 'kursus', state)
  useKept(search, keeping)
  const { hold, busy, error } = useHold(state)
  const settled = useSettled(search)
  const { kursus_id, gedung_id } = settled
  const set = (more: Partial<Search>) => setSearch((before) => ({ ...before, ...more }))
  const isPast = isDay(search.mulai) && search.mulai < today
  const isReady = kursus_id !== null && gedung_id !== null && isDay(settled.mulai) && !isPast
  return (
    <Stack>
      <StaleNote state={state} keeping={keeping} load={reload} />
      <Fields>
        <Picker
          label="Kursus"
          resource="kursus"
          creates
          required
          filter={{ status: 'aktif' }}
          value={search.kursus_id}
          onChange={(id) => set({ kursus_id: id })}
        />
        <Picker
          label="Outlet"
          resource="gedung"
          creates
          required
          value={search.gedung_id}
          onChange={(id) => set({ gedung_id: id })}
        />
        <DateField
          label="Mulai"
          required
          description="Pertemuan pertama pada hari ini atau sesudahnya"
          error={isPast ? 'Sudah lewat' : undefined}
          value={search.mulai}
          onChange={(mulai) => set({ mulai })}
        />
        <TimeField label="Dari jam" value={search.dari} onChange={(dari) => set({ dari })} />
        <TimeField
          label="Sampai jam"
          value={search.sampai}
          onChange={(sampai) => set({ sampai })}
        />
        <div className="wide">
          <Checks
            label="Hari yang bisa"
            description="Jika dikosongkan, semua hari"
            options={Hari.options}
            value={search.hari}
            onChange={(hari) => set({ hari: hari.map(Number) })}
          />
        </div>
      </Fields>
      <KeptText at={keeping.keptAt} />
      {isReady && (
        <Suspense fallback={<FormSkeleton />}>
          <Results
            of={of}
            search={{ ...settled, kursus_id, gedung_id }}
            busy={busy}
            hold={(wish) => void hold(wish)}
          />
        </Suspense>
      )}
      <HoldError error={error} />
      {!isReady && (
        <Group>
          <Text c="dimmed">Pilih kursus dan outlet untuk melihat jam yang kosong.</Text>
        </Group>
      )}
    </Stack>
  )
}
