import { Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { Activation as Stage } from '#contract/enums.ts'
import { whyNotActivated } from '#contract/sales/rules/activation.ts'
import { invalidateActivation, Student } from '#src/routes/_app/sales/-activation.tsx'
import { useActivation } from '#src/routes/_app/sales/-activationAutosave.tsx'
import { stepRoute, type ActivationSubject } from '#src/routes/_app/sales/-activationRoute.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { Fields } from '#src/ui/form/fields/Fields.tsx'
import { Picker } from '#src/ui/form/pickers/Picker.tsx'
import { LinkButton } from '#src/ui/page/LinkButton.tsx'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { RecordHeader } from '#src/ui/record/Record.tsx'

export const Route = createFileRoute('/_app/sales/tambah-peserta')({
  ...stepRoute({ needsId: false }),
  component: AddStudentScreen,
})

/** Page on which the user chooses a lead. It is shown if the URL contains no lead id. */
const ChooseLead = () => {
  const navigate = Route.useNavigate()
  return (
    <>
      <PageTitle />
      <Panel>
        <Text mb="md">
          Pilih lead yang menjadi peserta. Belum tercatat? Tambahkan dari pilihan terakhir.
        </Text>
        <Fields>
          <Picker
            label="Lead"
            resource="lead"
            creates
            required
            value={null}
            onChange={(id) => {
              if (id !== null) void navigate({ search: { id } })
            }}
          />
        </Fields>
        <LinkButton variant="default" mt="md" place={{ to: '/sales/lead' }}>
          Ke daftar lead
        </LinkButton>
      </Panel>
    </>
  )
}
const StudentPage = ({ of }: { of: ActivationSubject }) => {
  const navigate = Route.useNavigate()
  const state = useActivation(of)
  const search = { id: of.id, ...(of.sumber === 'mandiri' && { sumber: of.sumber }) }
  const next = { to: '/sales/tambah-kursus-peserta', search } as const
  const { tahap } = state.calon
  const why = whyNotActivated({ tahap, activation: state.activation })
  return (
    <>
      <RecordHeader name={state.calon.nama} />
      <Panel>
        {why && <Note tone="orange">{why}</Note>}
        {!why && state.activation === Stage.belum && (
          <Student
            of={of}
            state={state}
            onDone={() => {
              invalidateActivation()
              void navigate({ ...next, replace: true })
            }}
          />
        )}
        {state.activation !== Stage.belum && (
          <>
            <Note mb="md">{state.peserta?.name} sudah terdaftar sebagai peserta.</Note>
            <LinkButton place={next}>Lanjut memilih kursus</LinkButton>
          </>
        )}
      </Panel>
    </>
  )
}

function AddStudentScreen() {
  const { id, sumber } = Route.useSearch()
  if (id === undefined) return <ChooseLead />
  return <StudentPage key={`${sumber} ${id}`} of={{ id, sumber: sumber ?? 'lead' }} />
}
