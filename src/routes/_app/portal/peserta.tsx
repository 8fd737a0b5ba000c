import { Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import type { CallOutput } from '#contract/call.ts'
import type { portalPeserta } from '#contract/schedule/portalCalls.ts'
import { PortalPeserta } from '#src/data/calls.ts'
import { LessonDays } from '#src/routes/_app/portal/-lessons.tsx'
import { PortalScreen, EmptyText } from '#src/routes/_app/portal/-portal.tsx'
import { portalRoute } from '#src/routes/_app/portal/-route.ts'
import { Attendance, CourseList, MakeUps } from '#src/routes/_app/portal/-students.tsx'
import { rupiah, shortTanggal } from '#src/ui/format/format.ts'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { Nothing } from '#src/ui/list/table/NoRows.tsx'
import { LinkButton } from '#src/ui/page/LinkButton.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'

export const Route = createFileRoute('/_app/portal/peserta')({
  ...portalRoute(() => import('#src/data/calls.ts').then((m) => m.PortalPeserta.query({}))),
  component: PortalSiswa,
})

type Portal = CallOutput<typeof portalPeserta>

const Courses = ({ kursus }: Pick<Portal, 'kursus'>) => (
  <Panel title="Kursus saya">
    {kursus.length === 0 ? (
      <EmptyText>Belum ada kursus. Hubungi sekolah untuk memilih kelas.</EmptyText>
    ) : (
      <CourseList kursus={kursus} />
    )}
  </Panel>
)

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
  const portal = PortalPeserta.useSuspenseData({})
  return (
    <>
      <Panel title="Pertemuan berikutnya">
        {portal.pertemuan.length === 0 ? (
          <Nothing title="Tidak ada pertemuan">
            <Text c="dimmed">
              Jadwal muncul di sini begitu Anda punya kelas. Hubungi sekolah jika ada yang kurang.
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
    <PortalScreen
      actions={
        <LinkButton place={{ to: '/profile/view' }} variant="default">
          Kalender di ponsel
        </LinkButton>
      }
    >
      <Body />
    </PortalScreen>
  )
}
