import { createFileRoute } from '@tanstack/react-router'
import { Activation as Stage } from '#contract/enums.ts'
import { CourseOrBack, Done } from '#src/routes/_app/sales/-activation.tsx'
import { useActivation } from '#src/routes/_app/sales/-activationAutosave.tsx'
import { stepRoute, type ActivationSubject } from '#src/routes/_app/sales/-activationRoute.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { LinkButton } from '#src/ui/page/LinkButton.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { RecordHeader } from '#src/ui/record/Record.tsx'

export const Route = createFileRoute('/_app/sales/tambah-kursus-peserta')({
  ...stepRoute({ needsId: true }),
  component: AddCourseScreen,
})

const CoursePage = ({ of }: { of: ActivationSubject }) => {
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

function AddCourseScreen() {
  const { id = 0, sumber } = Route.useSearch()
  return <CoursePage key={`${sumber} ${id}`} of={{ id, sumber: sumber ?? 'lead' }} />
}
