import { Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import type { portalAkunBilling } from '#contract/billing/portalCalls.ts'
import type { CallOutput } from '#contract/call.ts'
import { PortalAkunBilling } from '#src/data/calls.ts'
import { me, useCan } from '#src/data/session/session.ts'
import { LessonDays } from '#src/routes/_app/portal/-lessons.tsx'
import { Confirmations, DueBills, HowToPay, Receipts } from '#src/routes/_app/portal/-payer.tsx'
import { More, PortalScreen, EmptyText } from '#src/routes/_app/portal/-portal.tsx'
import { portalRoute } from '#src/routes/_app/portal/-route.ts'
import {
  AttendanceSums,
  CourseList,
  LastMarks,
  MakeUps,
} from '#src/routes/_app/portal/-students.tsx'
import { phoneText } from '#src/ui/format/format.ts'
import { Nothing } from '#src/ui/list/table/NoRows.tsx'
import { LinkButton } from '#src/ui/page/LinkButton.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Facts } from '#src/ui/record/Facts.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'

export const Route = createFileRoute('/_app/portal/akun-billing')({
  ...portalRoute(() => import('#src/data/calls.ts').then((m) => m.PortalAkunBilling.query({})), {
    code: 'user/list-payment-bank',
    query: () =>
      import('#src/data/calls.ts').then((m) => m.ListPaymentBank.query({ id: me()?.id ?? 0 })),
  }),
  component: PortalPembayar,
})

type Portal = CallOutput<typeof portalAkunBilling>

const Lessons = ({ pertemuan, hari_ini }: Portal) => (
  <Panel title="Pertemuan berikutnya">
    {pertemuan.length === 0 ? (
      <Nothing title="Tidak ada pertemuan">
        <EmptyText>Jadwal muncul di sini begitu anak Anda punya kelas.</EmptyText>
      </Nothing>
    ) : (
      <LessonDays
        lessons={pertemuan}
        today={hari_ini}
        titleOf={({ peserta, kursus }) => [peserta.join(', '), kursus].filter(Boolean).join(' · ')}
        noteOf={({ pelatih }) => pelatih}
      />
    )}
  </Panel>
)

const Children = ({ anak }: Portal) => {
  const mayOpen = useCan('user/view')
  if (anak.length === 0)
    return (
      <Panel title="Peserta">
        <EmptyText>
          Belum ada peserta yang Anda bayar. Hubungi sekolah untuk mendaftarkan.
        </EmptyText>
      </Panel>
    )
  return anak.map(({ id, name, kursus, kehadiran }) => (
    <Panel
      key={id}
      title={name}
      aside={
        mayOpen && (
          <PlaceLink to="/user/view" search={{ id }} aria-label={`Data peserta ${name}`}>
            Data peserta
          </PlaceLink>
        )
      }
    >
      <Stack>
        {kursus.length === 0 ? (
          <EmptyText>Belum ada kursus. Hubungi sekolah untuk memilih kelas.</EmptyText>
        ) : (
          <CourseList kursus={kursus} />
        )}
        {kehadiran.length > 0 && <AttendanceSums kehadiran={kehadiran} />}
      </Stack>
    </Panel>
  ))
}

const Marks = ({ absensi }: Portal) =>
  absensi.length === 0 ? null : (
    <Panel title="Kehadiran terakhir">
      <LastMarks absensi={absensi} />
    </Panel>
  )

const Contact = ({ kontak }: Portal) => (
  <Panel title="Data kontak">
    <Facts
      items={[
        ['Nama', kontak.name],
        ['No. HP / WhatsApp', phoneText(kontak.phone)],
        ['Email', kontak.email],
        ['Nama pada tagihan', kontak.nama_tagihan],
        ['Alamat tagihan', kontak.alamat_tagihan],
        ['Email tagihan', kontak.email_tagihan],
        ['WhatsApp tagihan', phoneText(kontak.wa_tagihan)],
      ]}
    />
    <More>
      <PlaceLink to="/profile/view">Ubah di Profil Saya</PlaceLink>
    </More>
  </Panel>
)

const Body = () => {
  const portal = PortalAkunBilling.useSuspenseData({})
  return (
    <>
      <DueBills {...portal} />
      <HowToPay />
      <Confirmations {...portal} />
      <Lessons {...portal} />
      <MakeUps kredit={portal.kredit} />
      <Children {...portal} />
      <Marks {...portal} />
      <Receipts {...portal} />
      <Contact {...portal} />
    </>
  )
}

function PortalPembayar() {
  const mayConfirm = useCan('konfirmasi-pembayaran/create')
  return (
    <PortalScreen
      actions={
        <>
          {mayConfirm && (
            <LinkButton place={{ to: '/konfirmasi-pembayaran/form' }}>
              Konfirmasi pembayaran
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
