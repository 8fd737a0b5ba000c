import { Button, Group, Stack, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { CallOutput } from '#contract/call.ts'
import { Hari, RoleId } from '#contract/enums.ts'
import type { portalPelatih } from '#contract/schedule/portalCalls.ts'
import { titled } from '#contract/values/titled.ts'
import { PortalPelatih } from '#src/data/calls.ts'
import { KursusPelatihs } from '#src/data/resources/kursusPelatih.ts'
import { me, roleOf, useCan, useMe } from '#src/data/session/session.ts'
import { OwnLeave } from '#src/routes/_app/portal/-leave.tsx'
import { LessonDays } from '#src/routes/_app/portal/-lessons.tsx'
import { PortalScreen } from '#src/routes/_app/portal/-portal.tsx'
import { GraduationProposal } from '#src/routes/_app/portal/-proposal.tsx'
import { portalRoute } from '#src/routes/_app/portal/-route.ts'
import { askReason, toast } from '#src/state/feedback.ts'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { jam, jamSpan, tanggalWithDay } from '#src/ui/format/format.ts'
import { groupNames, shortName } from '#src/ui/format/names.ts'
import { Nothing } from '#src/ui/list/table/NoRows.tsx'
import { LinkButton } from '#src/ui/page/LinkButton.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Subhead } from '#src/ui/record/Facts.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'

export const Route = createFileRoute('/_app/portal/pelatih')({
  ...portalRoute(() => import('#src/data/calls.ts').then((m) => m.PortalPelatih.query({})), {
    code: 'pelatih-libur/index',
    query: () =>
      import('#src/data/resources/pelatihLibur.ts').then((m) => m.ownLeave(me()?.id ?? 0)),
  }),
  component: PortalGuru,
})

type Portal = CallOutput<typeof portalPelatih>
type Lesson = Portal['pertemuan'][number]
/** Returns the title of a lesson with a single student: `Ratih M. · Biola Dasar`. */
const titleOf = ({ siswa: [student, ...others], kursus }: Lesson): string =>
  student && others.length === 0 ? `${shortName(student)} · ${kursus}` : kursus

const noteOf = ({ digantikan, pelatih, siswa, calon }: Lesson): string => {
  if (digantikan) return `digantikan ${pelatih}`
  if (calon !== null) return `calon peserta: ${calon}`
  if (siswa.length === 0) return 'belum ada peserta'
  return siswa.length > 1 ? groupNames(siswa, siswa.length) : ''
}

/** Link from a lesson to its attendance, shown from the day of the lesson on. */
const MarkLink = ({ lesson, today }: { lesson: Lesson; today: string }) => {
  const may = useCan('kursus-pelatih/absensi')
  const isDue = lesson.status === 'terjadwal' || lesson.status === 'selesai'
  if (!may || !isDue || lesson.digantikan || lesson.tanggal > today) return null
  return (
    <LinkButton
      place={{ to: '/kursus-pelatih/absensi', search: { id: lesson.id } }}
      variant="default"
      aria-label={`Isi absensi ${titleOf(lesson)}, ${tanggalWithDay(lesson.tanggal)} ${jam(lesson.jam_mulai)}`}
    >
      Isi absensi
    </LinkButton>
  )
}

const Unmarked = ({ lessons, today }: { lessons: readonly Lesson[]; today: string }) => (
  <Panel title="Menunggu Anda">
    <Text mt={0} mb="md">
      {lessons.length} pertemuan belum diisi absensinya. Guru dapat mengisi sampai akhir hari
      berikutnya; sesudah itu hubungi admin.
    </Text>
    <LessonDays
      lessons={lessons}
      today={today}
      titleOf={titleOf}
      noteOf={noteOf}
      actionOf={(lesson) => <MarkLink lesson={lesson} today={today} />}
    />
  </Panel>
)

/** Panel with the classes in "ask first" slots that wait for the approval of the coach. */
const Waiting = ({ kelas }: { kelas: Portal['kelas'] }) => {
  const may = useCan('kursus-pelatih/setujui-slot')
  const mayDecline = useCan('kursus-pelatih/tolak-slot')
  const approve = KursusPelatihs.useAction('setujui-slot')
  const decline = KursusPelatihs.useAction('tolak-slot')
  const ask = async ({ id, nama, kursus }: Portal['kelas'][number]) => {
    const alasan = await askReason({
      title: `Tolak jam ${nama}?`,
      body: 'Admin membaca alasan ini dan mencari jam lain.',
      confirm: 'Tolak',
      danger: true,
    })
    if (!alasan) return
    decline.mutate({ id, input: { alasan } }, { onSuccess: () => toast(`Jam ${kursus} ditolak`) })
  }
  return (
    <Panel title="Menunggu persetujuan Anda">
      <Text mt={0} mb="md">
        Jam ini Anda tandai &quot;tanya dulu&quot;. Peserta baru masuk sesudah Anda setuju.
      </Text>
      <Stack gap="0.75rem">
        {kelas.map((k) => (
          <Group key={k.id} justify="space-between" gap="sm">
            <Text m={0} style={{ overflowWrap: 'anywhere' }}>
              {`${k.kursus}, ${Hari.label(k.hari)} ${jamSpan(k.jam_mulai, k.jam_selesai)}, ${k.gedung}`}
            </Text>
            <Group gap="0.5rem">
              {mayDecline && (
                <Button
                  variant="default"
                  c="var(--mantine-color-error)"
                  aria-label={`Tolak jam ${k.nama}`}
                  loading={decline.isPending && decline.variables.id === k.id}
                  onClick={() => void ask(k)}
                >
                  Tolak
                </Button>
              )}
              {may && (
                <Button
                  aria-label={`Setujui jam ${k.nama}`}
                  loading={approve.isPending && approve.variables.id === k.id}
                  onClick={() =>
                    approve.mutate(
                      { id: k.id, input: {} },
                      { onSuccess: () => toast(`Jam ${k.kursus} disetujui`) },
                    )
                  }
                >
                  Setujui
                </Button>
              )}
            </Group>
          </Group>
        ))}
      </Stack>
    </Panel>
  )
}

const Classes = ({ kelas }: { kelas: Portal['kelas'] }) => {
  const mayOpen = useCan('kursus-pelatih/view')
  if (kelas.length === 0)
    return (
      <Panel title="Kelas saya">
        <Text c="dimmed">Belum ada kelas. Admin sekolah yang membuka kelas untuk Anda.</Text>
      </Panel>
    )
  return (
    <Panel title="Kelas saya">
      <Stack gap="0.75rem">
        {kelas.map((k) => (
          <section key={k.id}>
            <Subhead>{`${k.kursus}, ${Hari.label(k.hari)} ${jamSpan(k.jam_mulai, k.jam_selesai)}`}</Subhead>
            {k.persetujuan === 'ditolak' && (
              <Text c="dimmed">Jam ini Anda tolak; admin mencari jam lain.</Text>
            )}
            <Text c="dimmed">
              {k.ruang} · {k.gedung} · {k.peserta.length} dari {k.kapasitas} peserta
              {mayOpen && (
                <>
                  {' · '}
                  <PlaceLink
                    to="/kursus-pelatih/view"
                    search={{ id: k.id }}
                    aria-label={`Buka ${titled('kelas', k.nama)}`}
                  >
                    Buka kelas
                  </PlaceLink>
                </>
              )}
            </Text>
            {k.peserta.length === 0 ? (
              <Text c="dimmed">Belum ada peserta</Text>
            ) : (
              <Stack component="ul" gap="0.25rem" m={0} mt="0.25rem" p={0}>
                {k.peserta.map((p) => (
                  <Group key={p.id} component="li" gap="0.25rem 0.75rem">
                    <Text component="span" style={{ overflowWrap: 'anywhere' }}>
                      {p.name}
                      {p.nama_panggilan && ` (${p.nama_panggilan})`}
                      {p.cuti && ' · sedang cuti'}
                    </Text>
                    <GraduationProposal student={p} />
                  </Group>
                ))}
              </Stack>
            )}
          </section>
        ))}
      </Stack>
    </Panel>
  )
}

const Body = () => {
  const { hari_ini, pertemuan, belum_ditandai, kelas } = PortalPelatih.useSuspenseData({})
  const mayLeave = useCan('pelatih-libur/index')
  const waiting = kelas.filter((k) => k.persetujuan === 'menunggu')
  return (
    <>
      {belum_ditandai.length > 0 && <Unmarked lessons={belum_ditandai} today={hari_ini} />}
      {waiting.length > 0 && <Waiting kelas={waiting} />}
      <Panel title="7 hari ke depan">
        {pertemuan.length === 0 ? (
          <Nothing title="Tidak ada pertemuan">
            <Text c="dimmed">
              Pertemuan muncul di sini begitu kelas Anda dijadwalkan. Jam kosong yang lengkap
              memudahkan sekolah mengisinya.
            </Text>
          </Nothing>
        ) : (
          <LessonDays
            lessons={pertemuan}
            today={hari_ini}
            titleOf={titleOf}
            noteOf={noteOf}
            actionOf={(lesson) => <MarkLink lesson={lesson} today={hari_ini} />}
          />
        )}
      </Panel>
      {mayLeave && (
        <Boundary resetKey="libur">
          <Suspense fallback={<FormSkeleton />}>
            <OwnLeave />
          </Suspense>
        </Boundary>
      )}
      <Classes kelas={kelas} />
    </>
  )
}

function PortalGuru() {
  const user = useMe()
  // Users of other roles can open the portal too, but have no free slots, make-up credits or
  // payslips.
  const isCoach = roleOf(user) === RoleId.pelatih
  const maySlots = useCan('user/ubah-jadwal-pelatih') && isCoach
  const mayMakeUp = useCan('kredit-pengganti/index') && isCoach
  const mayHonor = useCan('honor-periode/index') && isCoach
  return (
    <PortalScreen
      actions={
        <>
          {user && maySlots && (
            <LinkButton
              place={{ to: '/user/ubah-jadwal-pelatih', search: { id: user.id } }}
              variant="default"
            >
              Jam kosong saya
            </LinkButton>
          )}
          {mayMakeUp && (
            <LinkButton place={{ to: '/kredit-pengganti' }} variant="default">
              Kelas Pengganti
            </LinkButton>
          )}
          {mayHonor && (
            <LinkButton place={{ to: '/honor-periode' }} variant="default">
              Honor saya
            </LinkButton>
          )}
          <LinkButton place={{ to: '/profile/view' }} variant="default">
            Kalender di ponsel
          </LinkButton>
        </>
      }
    >
      <Body />
    </PortalScreen>
  )
}
