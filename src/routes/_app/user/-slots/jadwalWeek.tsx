/** Week of a coach with classes and free slots, read-only and also for print. */
import { Button, Stack, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { CallOutput } from '#contract/call.ts'
import { SlotPelatih } from '#contract/enums.ts'
import type { jadwalPelatih } from '#contract/schedule/jadwalCalls.ts'
import {
  fillSlots,
  emptyWeek,
  slotSpans,
  slotsOfClass,
  statusAt,
} from '#contract/schedule/rules/freeSlots.ts'
import { JadwalPelatih } from '#src/data/calls.ts'
import { jamSpan } from '#src/ui/format/format.ts'
import { WeekGrid, type Block } from '#src/ui/schedule/WeekGrid.tsx'

type Kelas = CallOutput<typeof jadwalPelatih>['kelas'][number]
/**
 * Returns the classes by slot. A key consists of weekday and index of the slot: `1 0` is the first
 * slot of Monday.
 */
export const kelasBySlot = (kelas: readonly Kelas[]): Map<string, Kelas[]> => {
  const classesBySlot = new Map<string, Kelas[]>()
  for (const k of kelas)
    for (const ke of slotsOfClass(k))
      classesBySlot.set(`${k.hari} ${ke}`, [...(classesBySlot.get(`${k.hari} ${ke}`) ?? []), k])
  return classesBySlot
}

export const PelatihWeek = ({ id }: { id: number }) => {
  const { slot, kelas, pelatih } = JadwalPelatih.useSuspenseData({ id })
  const week = fillSlots(emptyWeek, slot)
  const takenSlots = kelasBySlot(kelas)
  const free = slotSpans((hari, ke) =>
    takenSlots.has(`${hari} ${ke}`) || statusAt(week, hari, ke) === SlotPelatih.tidakBisa
      ? undefined
      : String(statusAt(week, hari, ke)),
  )
  // Shows the name of the outlet only if the classes are in several outlets.
  const severalOutlets = new Set(kelas.map((k) => k.gedung)).size > 1
  const blocks: Block[] = [
    ...free.map((r): Block => {
      const status =
        r.key === String(SlotPelatih.kosong) ? SlotPelatih.kosong : SlotPelatih.tanyaDulu
      return {
        ...r,
        key: r.mulai,
        status,
        content: (
          <>
            <span>{SlotPelatih.label(status)}</span> <span>{jamSpan(r.mulai, r.selesai)}</span>
          </>
        ),
      }
    }),
    ...kelas.map((k): Block => {
      const r = { hari: k.hari, mulai: k.jam_mulai, selesai: k.jam_selesai }
      return {
        ...r,
        key: `${k.id} ${k.jam_mulai} ${k.nama}`,
        title: k.nama,
        content: (
          <>
            <b>{k.kursus ?? k.nama}</b> <span>{jamSpan(r.mulai, r.selesai)}</span>
            {k.ruang && (
              <>
                {' '}
                <span>{severalOutlets && k.gedung ? `${k.ruang}, ${k.gedung}` : k.ruang}</span>
              </>
            )}
          </>
        ),
      }
    }),
  ]
  return (
    <WeekGrid
      label={`Jadwal mingguan ${pelatih.name}`}
      blocks={blocks}
      emptyDay="Tidak bisa"
      emptyWeek="Belum ada jadwal kosong maupun kelas"
    />
  )
}

/** Tab of the record of a coach with the week of the coach. */
export const PelatihJadwal = ({ id, mayEdit }: { id: number; mayEdit: boolean }) => {
  const navigate = useNavigate()
  return (
    <Stack>
      <Group gap="0.5rem" className="noPrint" style={{ justifyContent: 'flex-end' }}>
        {mayEdit && (
          <Button
            variant="default"
            onClick={() => void navigate({ to: '/user/ubah-jadwal-pelatih', search: { id } })}
          >
            Ubah jadwal kosong
          </Button>
        )}
        <Button variant="default" onClick={() => window.print()}>
          Cetak
        </Button>
      </Group>
      <PelatihWeek id={id} />
    </Stack>
  )
}
