/** Step of the setup guide. A press on its heading folds or unfolds the step. */
import { Button, Group, Text, Title, UnstyledButton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useId } from 'react'
import { setupSteps } from '#contract/settings/setupSteps.ts'
import { useAllowed } from '#src/data/session/session.ts'
import { numberText } from '#src/ui/format/format.ts'
import { LinkButton } from '#src/ui/page/LinkButton.tsx'
import classes from './Setup.module.css'
import { actionsOf, type StepAction, type StepForm, type StepState } from './setupActions.ts'

/** Returns the rows that a step has made, as text: a name, or a number with its noun. */
const madeText = ({ kunci, jumlah, nama }: StepState): string => {
  if (nama !== null) return nama
  return jumlah === null ? '' : `${numberText(jumlah)} ${setupSteps[kunci].satuan}`
}
const Mark = ({ step, number, isNext }: { step: StepState; number: number; isNext: boolean }) => {
  const state = step.selesai ? 'selesai' : isNext && 'berikut'
  return (
    <span className={classes.mark} data-state={state || undefined} aria-hidden>
      {step.selesai && <IconCheck size={14} />}
      {step.dilewati && '–'}
      {!step.selesai && !step.dilewati && number}
    </span>
  )
}

const ActionButton = ({
  action: { label, opens },
  isFirst,
  open,
}: {
  action: StepAction
  isFirst: boolean
  open: (form: StepForm) => void
}) => {
  const look = isFirst ? { 'data-next': true } : { variant: 'default' }
  if ('to' in opens)
    return (
      <LinkButton place={opens} {...look}>
        {label}
      </LinkButton>
    )
  return (
    <Button {...look} onClick={() => open(opens)}>
      {label}
    </Button>
  )
}
const StepBody = ({
  step,
  open,
  skip,
}: Pick<Props, 'step' | 'open'> & { skip: (() => void) | undefined }) => {
  const allowed = useAllowed()
  const { ket } = setupSteps[step.kunci]
  const actions = actionsOf(step).filter(({ code }) => !code || allowed(code))
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {ket}
      </Text>
      {step.boleh ? (
        <Group gap="xs">
          {actions.map((action, i) => (
            <ActionButton key={action.label} action={action} isFirst={i === 0} open={open} />
          ))}
          {skip && (
            <Button variant="subtle" color="gray" onClick={skip}>
              Lewati
            </Button>
          )}
        </Group>
      ) : (
        <Text size="sm">Dikerjakan oleh superadmin.</Text>
      )}
    </>
  )
}

interface Props {
  step: StepState
  number: number
  isNext: boolean
  isOpen: boolean
  toggle: () => void
  /** Opens a form in a dialog. */
  open: (form: StepForm) => void
  /** Skips the step; undefined if the user may not. */
  skip: (() => void) | undefined
}
export const SetupStep = ({ step, number, isNext, isOpen, toggle, open, skip }: Props) => {
  const content = useId()
  const { label, wajib } = setupSteps[step.kunci]
  const note = step.dilewati ? 'Dilewati' : step.selesai && (madeText(step) || 'Selesai')
  return (
    <li className={classes.step}>
      <Title order={3} fz="md" fw={isOpen ? 600 : 400}>
        <UnstyledButton
          className={classes.head}
          fw="inherit"
          aria-expanded={isOpen}
          aria-controls={content}
          onClick={toggle}
        >
          <Mark step={step} number={number} isNext={isNext} />
          <span style={{ flex: 1 }}>
            {label}
            {!wajib && !note && (
              <Text span c="dimmed" size="sm" fw={400}>
                {' '}
                (boleh dilewati)
              </Text>
            )}
          </span>
          {note && (
            <Text span c="dimmed" size="sm" ta="right" fw={400}>
              <span className="sr">{step.selesai ? 'selesai: ' : ''}</span>
              {note}
            </Text>
          )}
        </UnstyledButton>
      </Title>
      <div id={content} className={isOpen ? classes.body : undefined}>
        {isOpen && (
          <StepBody
            step={step}
            open={open}
            skip={wajib || step.selesai || step.dilewati ? undefined : skip}
          />
        )}
      </div>
    </li>
  )
}
