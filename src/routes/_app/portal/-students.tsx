/** Panels of the portals of students and payers: attendance, make-up credits and courses. */
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import type { CallOutput } from '#contract/call.ts'
import {
  Hari,
  KodeAbsensi,
  KursusPesertaStatus,
  SebabKredit,
  StatusKredit,
} from '#contract/enums.ts'
import type { portalPeserta } from '#contract/schedule/portalCalls.ts'
import { useCan } from '#src/data/session/session.ts'
import { BookingDialog, useRelease, type MakeUp } from '#src/routes/_app/-makeUpBooking.tsx'
import { PortalItem, PortalList, EmptyText } from '#src/routes/_app/portal/-portal.tsx'
import { jam, jamSpan, numberText, shortTanggal } from '#src/ui/format/format.ts'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { Badge } from '#src/ui/list/table/table.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { StatusBadge } from '#src/ui/record/StatusBadge.tsx'
import { Tiles } from '#src/ui/record/Tiles.tsx'

type Portal = CallOutput<typeof portalPeserta>
/** Optional name of the student in a row. It is set only if the page lists several students. */
interface Named {
  peserta?: string
}

/** Tiles with the number of lessons for each attendance code. */
export const AttendanceSums = ({ kehadiran }: Pick<Portal, 'kehadiran'>) => (
  <Tiles items={kehadiran.map((k) => [KodeAbsensi.label(k.kode_absensi), numberText(k.jumlah)])} />
)
/** Table with the latest attendance marks. */
export const LastMarks = ({
  absensi,
}: {
  absensi: readonly (Portal['absensi'][number] & Named)[]
}) => (
  <DataTable
    caption="Absensi terakhir"
    rows={absensi}
    rowKey={(a) => a.id}
    columns={[
      { label: 'Tanggal', cell: (a) => shortTanggal(a.tanggal) },
      ...(absensi.some((a) => a.peserta)
        ? [{ label: 'Peserta', cell: (a: Named) => a.peserta ?? '–' }]
        : []),
      { label: 'Kursus', cell: (a) => a.kursus },
      {
        label: 'Kehadiran',
        cell: (a) => (
          <Badge tone={KodeAbsensi.tone(a.kode_absensi)}>
            {a.terlambat_menit > 0
              ? `${KodeAbsensi.label(a.kode_absensi)} ${a.terlambat_menit} menit`
              : KodeAbsensi.label(a.kode_absensi)}
          </Badge>
        ),
      },
      { label: 'Materi', cell: (a) => a.catatan_materi ?? '–' },
    ]}
  />
)
export const Attendance = ({ kehadiran, absensi }: Pick<Portal, 'kehadiran' | 'absensi'>) => (
  <Panel title="Kehadiran setahun terakhir">
    {kehadiran.length === 0 ? (
      <EmptyText>Belum ada absensi. Catatan muncul sesudah pertemuan pertama.</EmptyText>
    ) : (
      <Stack>
        <AttendanceSums kehadiran={kehadiran} />
        <LastMarks absensi={absensi} />
      </Stack>
    )}
  </Panel>
)

type OpenMakeUp = Portal['kredit'][number] & Named
const nameOf = ({ kursus, peserta }: OpenMakeUp) => (peserta ? `${kursus} ${peserta}` : kursus)
/**
 * List of the open make-up credits. Buttons book a lesson for a credit and cancel the booking. The
 * server enforces the rules for bookings.
 */
export const MakeUps = ({ kredit }: { kredit: readonly OpenMakeUp[] }) => {
  const mayBook = useCan('kredit-pengganti/pesan')
  const mayRelease = useCan('kredit-pengganti/batal-pesan')
  const [booking, book] = useState<MakeUp>()
  const release = useRelease()
  const actionOf = (k: OpenMakeUp) => {
    const makeUp: MakeUp = {
      ...k,
      kursus: { nama: k.kursus },
      peserta: k.peserta ? { name: k.peserta } : null,
      pertemuan: k.dipesan,
    }
    if (mayBook && k.status === 'tersedia')
      return (
        <Button aria-label={`Pesan kelas pengganti ${nameOf(k)}`} onClick={() => book(makeUp)}>
          Pesan
        </Button>
      )
    return mayRelease && k.status === 'dipesan' ? (
      <Button
        variant="default"
        aria-label={`Batalkan pesanan ${nameOf(k)}`}
        onClick={() => void release(makeUp)}
      >
        Batalkan
      </Button>
    ) : null
  }
  return (
    <Panel title="Kelas pengganti">
      {kredit.length === 0 ? (
        <EmptyText>Tidak ada kelas pengganti yang menunggu.</EmptyText>
      ) : (
        <PortalList>
          {kredit.map((k) => (
            <PortalItem
              key={k.id}
              note={`${k.jumlah_menit} menit · ${SebabKredit.label(k.sebab)} · berlaku sampai ${shortTanggal(k.berlaku_sampai)}`}
              action={actionOf(k)}
            >
              <b>{k.peserta ? `${k.peserta}, ${k.kursus}` : k.kursus}</b>
              <Badge tone={StatusKredit.tone(k.status)}>
                {k.dipesan
                  ? `${shortTanggal(k.dipesan.tanggal)} ${jam(k.dipesan.jam_mulai)}`
                  : StatusKredit.label(k.status)}
              </Badge>
            </PortalItem>
          ))}
        </PortalList>
      )}
      {booking && <BookingDialog credit={booking} close={() => book(undefined)} />}
    </Panel>
  )
}

/** List of the courses of a student, each with its class. */
export const CourseList = ({ kursus }: Pick<Portal, 'kursus'>) => {
  const mayOpen = useCan('kursus-peserta/view')
  return (
    <PortalList>
      {kursus.map((k) => (
        <PortalItem
          key={k.id}
          note={[
            k.hari && k.jam_mulai && k.jam_selesai
              ? `${Hari.label(k.hari)} ${jamSpan(k.jam_mulai, k.jam_selesai)}`
              : 'Belum ada kelas',
            k.pelatih,
            k.ruang,
            k.gedung,
          ]
            .filter(Boolean)
            .join(' · ')}
        >
          <b>
            {mayOpen ? (
              <PlaceLink to="/kursus-peserta/view" search={{ id: k.id }}>
                {k.kursus}
              </PlaceLink>
            ) : (
              k.kursus
            )}
          </b>
          {k.level && <span>{k.level}</span>}
          <StatusBadge tone={KursusPesertaStatus.tone(k.status)}>
            {KursusPesertaStatus.label(k.status)}
          </StatusBadge>
        </PortalItem>
      ))}
    </PortalList>
  )
}
