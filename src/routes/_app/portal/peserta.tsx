import { Button, Group, Stack, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { CallOutput } from '#contract/call.ts'
import {
  Hari,
  KodeAbsensi,
  KursusPesertaStatus,
  SebabKredit,
  StatusKredit,
} from '#contract/enums.ts'
import type { portalPeserta } from '#contract/schedule/portalCalls.ts'
import { PortalPeserta } from '#src/data/calls.ts'
import { queryClient } from '#src/data/queryClient.ts'
import { useCan } from '#src/data/session.ts'
import { BookingDialog, useRelease, type MakeUp } from '#src/routes/_app/-makeUpBooking.tsx'
import { LessonDays } from '#src/routes/_app/portal/-lessons.tsx'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { jam, jamSpan, numberText, rupiah, shortTanggal } from '#src/ui/format/format.ts'
import { DataTable } from '#src/ui/list/DataTable.tsx'
import { Nothing } from '#src/ui/list/NoRows.tsx'
import { Badge } from '#src/ui/list/table.tsx'
import { LinkButton } from '#src/ui/page/LinkButton.tsx'
import { Actions, PageTitle } from '#src/ui/page/PageTitle.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { StatusBadge } from '#src/ui/record/StatusBadge.tsx'
import { Tiles } from '#src/ui/record/Tiles.tsx'

export const Route = createFileRoute('/_app/portal/peserta')({
  // A failure is the component's, which suspends on the same query.
  loader: async () => {
    await queryClient
      .ensureQueryData((await import('#src/data/calls.ts')).PortalPeserta.query({}))
      .catch(() => {})
  },
  component: PortalSiswa,
})

type Portal = CallOutput<typeof portalPeserta>

const Attendance = ({ kehadiran, absensi }: Pick<Portal, 'kehadiran' | 'absensi'>) => (
  <Panel title="Kehadiran setahun terakhir">
    {kehadiran.length === 0 ? (
      <Text c="dimmed">Belum ada absensi. Catatan muncul sesudah pertemuan pertama.</Text>
    ) : (
      <Stack>
        <Tiles
          items={kehadiran.map((k) => [KodeAbsensi.label(k.kode_absensi), numberText(k.jumlah)])}
        />
        <DataTable
          caption="Absensi terakhir"
          rows={absensi}
          rowKey={(a) => a.id}
          columns={[
            { label: 'Tanggal', cell: (a) => shortTanggal(a.tanggal) },
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
      </Stack>
    )}
  </Panel>
)

/** What is owed: booked, given back; the rules are the server's. */
const MakeUps = ({ kredit }: Pick<Portal, 'kredit'>) => {
  const mayBook = useCan('kredit-pengganti/pesan')
  const mayRelease = useCan('kredit-pengganti/batal-pesan')
  const [booking, book] = useState<MakeUp>()
  const release = useRelease()
  return (
    <Panel title="Kelas pengganti">
      {kredit.length === 0 ? (
        <Text c="dimmed">Tidak ada kelas pengganti yang menunggu.</Text>
      ) : (
        <Stack component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {kredit.map((k) => {
            const makeUp = { ...k, kursus: { nama: k.kursus }, pertemuan: k.dipesan }
            return (
              <Group key={k.id} component="li" justify="space-between" gap="0.4rem 1rem">
                <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                  <Group gap="0.5rem">
                    <b>{k.kursus}</b>
                    <Badge tone={StatusKredit.tone(k.status)}>
                      {k.dipesan
                        ? `${shortTanggal(k.dipesan.tanggal)} ${jam(k.dipesan.jam_mulai)}`
                        : StatusKredit.label(k.status)}
                    </Badge>
                  </Group>
                  <Text c="dimmed">
                    {`${k.jumlah_menit} menit · ${SebabKredit.label(k.sebab)} · berlaku sampai ${shortTanggal(k.berlaku_sampai)}`}
                  </Text>
                </div>
                {mayBook && k.status === 'tersedia' && (
                  <Button
                    aria-label={`Pesan kelas pengganti ${k.kursus}`}
                    onClick={() => book(makeUp)}
                  >
                    Pesan
                  </Button>
                )}
                {mayRelease && k.status === 'dipesan' && (
                  <Button
                    variant="default"
                    aria-label={`Batalkan pesanan ${k.kursus}`}
                    onClick={() => void release(makeUp)}
                  >
                    Batalkan
                  </Button>
                )}
              </Group>
            )
          })}
        </Stack>
      )}
      {booking && <BookingDialog credit={booking} close={() => book(undefined)} />}
    </Panel>
  )
}

const Courses = ({ kursus }: Pick<Portal, 'kursus'>) => {
  const mayOpen = useCan('kursus-peserta/view')
  return (
    <Panel title="Kursus saya">
      {kursus.length === 0 && (
        <Text c="dimmed">Belum ada kursus. Hubungi sekolah untuk memilih kelas.</Text>
      )}
      <Stack component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {kursus.map((k) => (
          <li key={k.id} style={{ overflowWrap: 'anywhere' }}>
            <Group gap="0.5rem">
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
            </Group>
            <Text c="dimmed">
              {[
                k.hari && k.jam_mulai && k.jam_selesai
                  ? `${Hari.label(k.hari)} ${jamSpan(k.jam_mulai, k.jam_selesai)}`
                  : 'Belum ada kelas',
                k.pelatih,
                k.ruang,
                k.gedung,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </li>
        ))}
      </Stack>
    </Panel>
  )
}

const Bills = ({ tagihan }: { tagihan: NonNullable<Portal['tagihan']> }) => (
  <Panel title="Tagihan saya">
    <DataTable
      caption="Tagihan terbuka"
      empty="Tidak ada tagihan terbuka"
      rows={tagihan}
      rowKey={(b) => b.id}
      columns={[
        { label: 'Nomor', cell: (b) => b.nomor ?? '–' },
        { label: 'Jatuh tempo', cell: (b) => shortTanggal(b.jatuh_tempo) },
        { label: 'Total', right: true, cell: (b) => rupiah(b.total) },
        { label: 'Sisa', right: true, cell: (b) => rupiah(b.sisa) },
      ]}
    />
  </Panel>
)

const Body = () => {
  const portal = PortalPeserta.useData({})
  return (
    <>
      <Panel title="Pertemuan berikutnya">
        {portal.pertemuan.length === 0 ? (
          <Nothing title="Tidak ada pertemuan">
            <Text c="dimmed">
              Jadwal muncul di sini begitu Anda punya kelas. Hubungi sekolah bila ada yang kurang.
            </Text>
          </Nothing>
        ) : (
          <LessonDays
            lessons={portal.pertemuan}
            today={portal.hari_ini}
            noteOf={(lesson) => lesson.pelatih}
          />
        )}
      </Panel>
      <MakeUps kredit={portal.kredit} />
      <Attendance kehadiran={portal.kehadiran} absensi={portal.absensi} />
      <Courses kursus={portal.kursus} />
      {portal.tagihan && <Bills tagihan={portal.tagihan} />}
    </>
  )
}

function PortalSiswa() {
  return (
    <>
      <PageTitle>
        <Actions>
          <LinkButton place={{ to: '/profile/view' }} variant="default">
            Kalender di ponsel
          </LinkButton>
        </Actions>
      </PageTitle>
      <Boundary resetKey="portal">
        <Suspense fallback={<FormSkeleton />}>
          <Body />
        </Suspense>
      </Boundary>
    </>
  )
}
