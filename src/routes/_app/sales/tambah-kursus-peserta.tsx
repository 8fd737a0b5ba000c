import { createFileRoute } from '@tanstack/react-router'
import { Activation as Stage } from '#contract/enums.ts'
import {
  Course,
  CourseOrBack,
  Done,
  invalidateActivation,
} from '#src/routes/_app/sales/-activation.tsx'
import { useActivation } from '#src/routes/_app/sales/-activationAutosave.tsx'
import type { Enrolment } from '#src/routes/_app/sales/-activationBill.tsx'
import { stepRoute, type ActivationSubject } from '#src/routes/_app/sales/-activationRoute.ts'
import { toast } from '#src/state/feedback.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { LinkButton } from '#src/ui/page/LinkButton.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { RecordHeader } from '#src/ui/record/Record.tsx'

export const Route = createFileRoute('/_app/sales/tambah-kursus-peserta')({
  ...stepRoute({ needsId: true }),
  component: AddCourseScreen,
})

/** Page for a lead or an applicant: the second step of the activation of this person. */
const ActivationPage = ({ of }: { of: ActivationSubject }) => {
  const state = useActivation(of)
  const search = { id: of.id, ...(of.sumber === 'mandiri' && { sumber: of.sumber }) }
  return (
    <>
      <RecordHeader name={state.calon.nama} />
      <Panel>
        {state.activation === Stage.belum && (
          <>
            <Note tone="orange" mb="md">
              Isi keluarga dan pesertanya dahulu.
            </Note>
            <LinkButton place={{ to: '/sales/tambah-peserta', search }}>
              Isi keluarga dan peserta
            </LinkButton>
          </>
        )}
        {state.activation === Stage.terdaftar && <CourseOrBack of={of} state={state} />}
        {state.activation === Stage.pilihKursus && <Done of={of} state={state} />}
      </Panel>
    </>
  )
}

/**
 * Page that enrols an existing student in a further course. It then opens the page of the new
 * enrolment.
 */
const StudentPage = ({ of }: { of: ActivationSubject }) => {
  const navigate = Route.useNavigate()
  const state = useActivation(of)
  const end = ({ id, tagihan }: Enrolment) => {
    toast(
      `${state.calon.nama} didaftarkan`,
      tagihan.billing_id === null
        ? {}
        : { to: { to: '/billing/view', search: { id: tagihan.billing_id } } },
    )
    void navigate({ to: '/kursus-peserta/view', search: { id }, replace: true })
    invalidateActivation()
  }
  return (
    <>
      <RecordHeader name={state.calon.nama} />
      <Panel>
        <Course of={of} state={state} onDone={end} />
      </Panel>
    </>
  )
}

function AddCourseScreen() {
  const { id = 0, sumber = 'lead' } = Route.useSearch()
  const Page = sumber === 'peserta' ? StudentPage : ActivationPage
  return <Page key={`${sumber} ${id}`} of={{ id, sumber }} />
}
