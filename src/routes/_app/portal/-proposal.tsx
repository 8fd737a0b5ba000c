/**
 * Proposal of a coach to graduate a student: form for a new proposal, last proposal, and decision
 * of the school on the last proposal.
 */
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { CallOutput } from '#contract/call.ts'
import { StatusPermintaan } from '#contract/enums.ts'
import type { portalPelatih } from '#contract/schedule/portalCalls.ts'
import { ProposeGraduation, WithdrawProposal } from '#src/data/calls.ts'
import { useCan } from '#src/data/session/session.ts'
import { toast } from '#src/state/feedback.ts'
import { formOf } from '#src/ui/form/formCall.tsx'
import { StatusBadge } from '#src/ui/record/StatusBadge.tsx'

type Student = CallOutput<typeof portalPelatih>['kelas'][number]['peserta'][number]
const { ModalForm, Field } = formOf(ProposeGraduation)

const Withdraw = ({ student }: { student: Student }) => {
  const send = WithdrawProposal.useMutation({ params: { id: student.kursus_peserta_id } })
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Tarik usulan lulus ${student.name}`}
      loading={send.isPending}
      onClick={() =>
        send.mutate({}, { onSuccess: () => toast(`Usulan lulus ${student.name} ditarik`) })
      }
    >
      Tarik usulan
    </Button>
  )
}
const Propose = ({ student }: { student: Student }) => {
  const [isOpen, setOpen] = useState(false)
  const send = ProposeGraduation.useMutation({
    quiet: true,
    params: { id: student.kursus_peserta_id },
  })
  const close = () => setOpen(false)
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Usulkan lulus ${student.name}`}
        onClick={() => setOpen(true)}
      >
        Usulkan lulus
      </Button>
      {isOpen && (
        <ModalForm
          title={`Usulkan ${student.name} lulus`}
          submitLabel="Usulkan"
          close={close}
          send={send.mutateAsync}
          onDone={() => toast(`${student.name} diusulkan lulus`)}
        >
          <Field name="catatan" wide />
        </ModalForm>
      )}
    </>
  )
}

/**
 * Shows the status of the last proposal and the reply of the school, with buttons to withdraw the
 * proposal and to make a new proposal.
 */
export const GraduationProposal = ({ student }: { student: Student }) => {
  const may = useCan('kursus-peserta/usulkan-lulus')
  const { usulan } = student
  if (!may) return null
  return (
    <>
      {usulan && usulan.status !== 'ditarik' && (
        <>
          <StatusBadge tone={StatusPermintaan.tone(usulan.status)}>
            {`Usulan lulus: ${StatusPermintaan.label(usulan.status).toLowerCase()}`}
          </StatusBadge>
          {usulan.jawaban && (
            <Text component="span" c="dimmed" size="sm">
              {usulan.jawaban}
            </Text>
          )}
        </>
      )}
      {usulan?.status === 'diajukan' && <Withdraw student={student} />}
      {student.tanpa_usulan === null && <Propose student={student} />}
    </>
  )
}
