/** Sections of a class record with the past and planned versions of its schedule. */
import { Button, Group } from '@mantine/core'
import { Hari } from '#contract/enums.ts'
import { addDays } from '#contract/values/tanggal.ts'
import { titled } from '#contract/values/titled.ts'
import { KursusPelatihs } from '#src/data/resources/kursusPelatih.ts'
import { useCan } from '#src/data/session/session.ts'
import { confirm, toast } from '#src/state/feedback.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { jamSpan, shortTanggal } from '#src/ui/format/format.ts'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import type { Kelas } from './-kelas.ts'

type Version = NonNullable<Kelas['versi_jadwal']>[number]
/**
 * Returns the planned change of a class; undefined if no change is planned. The planned change is
 * the only entry of `versi_jadwal` without a last day (`selesai`).
 */
const plannedOf = (kelas: Kelas): Version | undefined =>
  kelas.versi_jadwal?.find((v) => v.selesai === null)
const timeOf = (version: Omit<Version, 'id' | 'mulai' | 'selesai' | 'pelatih_id'>, kelas: Kelas) =>
  `${Hari.label(version.hari)} ${jamSpan(version.jam_mulai, version.jam_selesai, kelas.gedung?.zona_waktu)}`

/** Note on the planned change of a class, which can be withdrawn until it starts. */
export const PlannedMove = ({ kelas }: { kelas: Kelas }) => {
  const mayChange = useCan('kursus-pelatih/update')
  const update = KursusPelatihs.useUpdate()
  const planned = plannedOf(kelas)
  if (!planned) return null
  const withdraw = async () => {
    const question = {
      title: 'Batalkan perubahan jadwal?',
      body: `${titled('Kelas', kelas.nama)} tetap di jadwalnya sekarang, juga sejak ${shortTanggal(planned.mulai)}.`,
      confirm: 'Batalkan perubahan',
      danger: true,
    }
    if (!(await confirm(question))) return
    update.mutate(
      { id: kelas.id, input: { versi: kelas.versi, batal_perubahan: true } },
      { onSuccess: () => toast('Perubahan jadwal dibatalkan') },
    )
  }
  return (
    <Note mb="md">
      <Group justify="space-between" gap="xs">
        <span style={{ overflowWrap: 'anywhere' }}>
          {`Mulai ${shortTanggal(planned.mulai)}: ${timeOf(planned, kelas)}, ${titled('Ruang', planned.ruang)}, ${planned.pelatih}`}
        </span>
        {mayChange && (
          <Button
            variant="default"
            size="xs"
            loading={update.isPending}
            onClick={() => void withdraw()}
          >
            Batalkan perubahan
          </Button>
        )}
      </Group>
    </Note>
  )
}

/** Table of the schedule versions of a class, in order of their start. */
export const Versions = ({ kelas }: { kelas: Kelas }) => {
  const versions = kelas.versi_jadwal ?? []
  const over = versions.filter((v) => v.selesai !== null)
  const planned = plannedOf(kelas)
  const last = over.at(-1)?.selesai
  const { hari, jam_mulai, jam_selesai, pelatih, ruang } = kelas
  const current = {
    id: 0,
    dari: `Sejak ${shortTanggal(last ? addDays(last, 1) : kelas.mulai)} (sekarang)`,
    waktu: timeOf(
      { hari, jam_mulai, jam_selesai, pelatih: pelatih?.name ?? '', ruang: ruang?.nama ?? '' },
      kelas,
    ),
    ruang: ruang?.nama ?? '–',
    pelatih: pelatih?.name ?? '–',
  }
  const rowOf = (v: Version) => ({
    id: v.id,
    dari: v.selesai
      ? `${shortTanggal(v.mulai)} – ${shortTanggal(v.selesai)}`
      : `Mulai ${shortTanggal(v.mulai)}`,
    waktu: timeOf(v, kelas),
    ruang: v.ruang,
    pelatih: v.pelatih,
  })
  return (
    <DataTable
      caption="Jadwal kelas ini"
      empty="Belum ada jadwal"
      rows={[...over.map(rowOf), current, ...(planned ? [rowOf(planned)] : [])]}
      rowKey={(v) => v.id}
      columns={[
        { label: 'Berlaku', cell: (v) => v.dari },
        { label: 'Waktu', cell: (v) => v.waktu },
        { label: 'Ruang', cell: (v) => v.ruang },
        { label: 'Guru', cell: (v) => v.pelatih },
      ]}
    />
  )
}
