/**
 * Wizard that activates a lead or an applicant (domain.md 3.11). The server stores the progress, so
 * that the activation can be continued on any device.
 */
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Activation as Stage, KursusPesertaStatus } from '#contract/enums.ts'
import { whyNotActivated } from '#contract/sales/rules/activation.ts'
import { makeStale } from '#src/data/api/queryClient.ts'
import { UndoActivation } from '#src/data/calls.ts'
import { useCan } from '#src/data/session/session.ts'
import { useActivation, type State } from '#src/routes/_app/sales/-activationAutosave.tsx'
import { CourseStep, type Enrolment } from '#src/routes/_app/sales/-activationBill.tsx'
import type { ActivationSubject } from '#src/routes/_app/sales/-activationRoute.ts'
import { SlotSearch } from '#src/routes/_app/sales/-activationSearch.tsx'
import { HeldSlot } from '#src/routes/_app/sales/-activationSlot.tsx'
import { StudentStep } from '#src/routes/_app/sales/-activationStudent.tsx'
import { askReason, toast } from '#src/state/feedback.ts'
import type { Place } from '#src/state/place.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { Steps } from '#src/ui/feedback/Steps.tsx'
import { rupiah, tanggalWithDay, waktu } from '#src/ui/format/format.ts'
import { LinkButton } from '#src/ui/page/LinkButton.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Facts, Subhead } from '#src/ui/record/Facts.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { RecordHeader } from '#src/ui/record/Record.tsx'

/** Returns the record page of the lead or applicant for whom the wizard was opened. */
const homeOf = ({ id, sumber }: ActivationSubject): Place =>
  sumber === 'lead'
    ? { to: '/sales/lead/view', search: { id } }
    : { to: '/user/view', search: { id } }

/**
 * Text with user and time of the last change to this activation. It is not shown before the first
 * change.
 */
const LastChange = ({ state }: { state: State }) =>
  state.diubah && (
    <Text size="sm" c="dimmed" mb="sm">
      Terakhir diubah {state.diubah.oleh}, {waktu(state.diubah.pada)}
    </Text>
  )
const StudentFact = ({ state: { peserta } }: { state: State }) => {
  const seesUsers = useCan('user/view')
  if (!peserta) return null
  const name = seesUsers ? (
    <PlaceLink to="/user/view" search={{ id: peserta.id }}>
      {peserta.name}
    </PlaceLink>
  ) : (
    peserta.name
  )
  return (
    <Facts
      items={[
        ['Peserta', name],
        ['Akun billing', peserta.akun_billing?.name],
      ]}
    />
  )
}

/**
 * Page for a completed activation without an enrolment. The enrolment was deleted, or the student
 * was registered outside the wizard.
 */
const DoneElsewhere = ({ of, state }: { of: ActivationSubject; state: State }) => (
  <Stack>
    <Note role="status">
      {state.calon.nama} sudah menjadi peserta. Kursusnya tidak dipilih di sini, atau sudah dihapus:
      lihat atau tambahkan di halaman peserta.
    </Note>
    <StudentFact state={state} />
    <Group gap="xs">
      {state.peserta && (
        <LinkButton place={{ to: '/user/view', search: { id: state.peserta.id, tab: 'jadwal' } }}>
          Lihat kursus peserta
        </LinkButton>
      )}
      <LinkButton variant="default" place={homeOf(of)}>
        {of.sumber === 'lead' ? 'Kembali ke lead' : 'Lihat peserta'}
      </LinkButton>
    </Group>
  </Stack>
)
/** Page with the result of an activation and links to the tasks that usually follow. */
export const Done = ({ of, state }: { of: ActivationSubject; state: State }) => {
  const undo = UndoActivation.useMutation({ params: of })
  const [mayUndo, seesBills] = [useCan('lead/urungkan-aktivasi'), useCan('billing/view')]
  const { kursus_peserta: kp, tidak_diurungkan: why, calon } = state
  if (!kp) return <DoneElsewhere of={of} state={state} />
  const takeBack = async () => {
    const alasan = await askReason({
      title: `Urungkan pilihan kursus ${calon.nama}?`,
      body: 'Jadwalnya dan baris draft tagihannya dihapus; keluarga dan pesertanya tetap.',
      confirm: 'Urungkan',
      danger: true,
    })
    if (alasan !== null)
      undo.mutate({ alasan }, { onSuccess: () => toast('Pilihan kursus diurungkan') })
  }
  return (
    <Stack>
      <Note role="status">
        {kp.menunggu
          ? `Kursus sudah dipilih. Belum aktif: ${kp.menunggu}. Tempatnya tetap dipegang.`
          : 'Aktivasi selesai.'}
      </Note>
      <StudentFact state={state} />
      <Facts
        items={[
          ['Kelas', kp.kelas.nama],
          ['Mulai', tanggalWithDay(kp.mulai)],
          [
            'Status',
            KursusPesertaStatus.options.find((o) => o.value === kp.status)?.label ?? kp.status,
          ],
          [
            'Tagihan pertama',
            kp.tagihan
              ? `${kp.tagihan.terbit ? 'Terbit' : 'Draft'}, ${rupiah(kp.tagihan.total)}`
              : 'Belum ada yang ditagih',
          ],
        ]}
      />
      <Group gap="xs">
        {kp.tagihan && seesBills && (
          <LinkButton place={{ to: '/billing/view', search: { id: kp.tagihan.id } }}>
            {kp.tagihan.terbit ? 'Lihat tagihan' : 'Lihat draft tagihan'}
          </LinkButton>
        )}
        <LinkButton variant="default" place={{ to: '/kursus-peserta/view', search: { id: kp.id } }}>
          Lihat jadwal
        </LinkButton>
        <LinkButton variant="default" place={homeOf(of)}>
          {of.sumber === 'lead' ? 'Kembali ke lead' : 'Lihat peserta'}
        </LinkButton>
        {mayUndo && (
          <Button
            variant="default"
            c="var(--mantine-color-error)"
            disabled={why !== null || undo.isPending}
            title={why ?? undefined}
            onClick={() => void takeBack()}
          >
            Urungkan pilihan kursus
          </Button>
        )}
      </Group>
    </Stack>
  )
}

/**
 * Step 1 after the student was registered. It shows the student and the payer, links to correct
 * their data, and a button to step 2.
 */
const Registered = ({
  of,
  state,
  onNext,
}: {
  of: ActivationSubject
  state: State
  onNext: () => void
}) => {
  const maySee = useCan('user/view')
  const mayEdit = useCan('user/update')
  const { peserta } = state
  const payer = peserta?.akun_billing
  const otherPayer = peserta && payer && payer.id !== peserta.id ? payer : undefined
  return (
    <Stack>
      <Note role="status">
        Keluarga dan peserta sudah tersimpan. Data yang salah diperbaiki di halamannya; pembayar
        diganti di halaman peserta.
      </Note>
      <StudentFact state={state} />
      <Group gap="xs">
        <Button onClick={onNext}>Lanjut ke kursus dan jadwal</Button>
        {peserta && mayEdit && (
          <LinkButton variant="default" place={{ to: '/user/update', search: { id: peserta.id } }}>
            Ubah data peserta
          </LinkButton>
        )}
        {otherPayer && mayEdit && (
          <LinkButton
            variant="default"
            place={{ to: '/user/update', search: { id: otherPayer.id } }}
          >
            Ubah akun billing
          </LinkButton>
        )}
        {peserta && maySee && (
          <LinkButton variant="default" place={{ to: '/user/view', search: { id: peserta.id } }}>
            Ganti pembayar
          </LinkButton>
        )}
        <LinkButton variant="subtle" place={homeOf(of)}>
          {of.sumber === 'lead' ? 'Kembali ke lead' : 'Lihat peserta'}
        </LinkButton>
      </Group>
    </Stack>
  )
}

/**
 * Step 2 of an activation. The user first chooses the course and its slot (weekly lesson time), and
 * then the first bill.
 */
export const Course = ({
  of,
  state,
  onDone,
}: {
  of: ActivationSubject
  state: State
  onDone: (enrolment: Enrolment) => void
}) => {
  const [loads, setLoads] = useState(0)
  const { slot } = state
  const load = () => setLoads((n) => n + 1)
  return (
    <Stack>
      <StudentFact state={state} />
      {slot ? (
        <>
          <Subhead>Jadwal yang dipesan</Subhead>
          <HeldSlot state={state} slot={slot} />
          {!slot.habis && (
            <CourseStep key={`${slot.id} ${slot.mulai}`} of={of} slot={slot} onDone={onDone} />
          )}
        </>
      ) : (
        <SlotSearch key={loads} of={of} state={state} reload={load} />
      )}
    </Stack>
  )
}
export const Student = ({
  of,
  state,
  onDone,
}: {
  of: ActivationSubject
  state: State
  onDone: () => void
}) => {
  const navigate = useNavigate()
  const [loads, setLoads] = useState(0)
  return (
    <StudentStep
      key={loads}
      of={of}
      state={state}
      onDone={onDone}
      onCancel={() => void navigate(homeOf(of))}
      reload={() => setLoads((n) => n + 1)}
    />
  )
}
/** Invalidates the queries of all resources that an activation changes. */
export const invalidateActivation = (): void =>
  makeStale(['lead', 'user', 'billing', 'kursus-peserta', 'kursus-pelatih'])

/** Step 2 for a registered student, with a button that shows the result of step 1 again. */
export const CourseOrBack = ({ of, state }: { of: ActivationSubject; state: State }) => {
  const [looksBack, setLooksBack] = useState(false)
  return looksBack ? (
    <Registered of={of} state={state} onNext={() => setLooksBack(false)} />
  ) : (
    <Stack>
      <Group>
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={() => setLooksBack(true)}
        >
          Keluarga dan peserta
        </Button>
      </Group>
      <Course of={of} state={state} onDone={invalidateActivation} />
    </Stack>
  )
}

const steps = ['Keluarga dan peserta', 'Kursus dan jadwal', 'Selesai']
export const Activation = ({ of }: { of: ActivationSubject }) => {
  const state = useActivation(of)
  const { calon, activation } = state
  const why = whyNotActivated({ tahap: calon.tahap, activation })
  return (
    <>
      <RecordHeader name={calon.nama} />
      <Steps labels={steps} now={activation} />
      <LastChange state={state} />
      <Panel>
        {why ? (
          <>
            <Note tone="orange" mb="md">
              {why}
            </Note>
            <LinkButton place={homeOf(of)}>Lihat lead</LinkButton>
          </>
        ) : (
          <>
            {activation === Stage.belum && (
              <Student of={of} state={state} onDone={invalidateActivation} />
            )}
            {activation === Stage.terdaftar && <CourseOrBack of={of} state={state} />}
            {activation === Stage.pilihKursus && <Done of={of} state={state} />}
          </>
        )}
      </Panel>
    </>
  )
}
