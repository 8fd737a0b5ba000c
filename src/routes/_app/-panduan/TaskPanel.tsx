import '@mantine/core/styles/Kbd.layer.css'
import { Box, Kbd, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import {
  partsOf,
  pictureOf,
  picturesOf,
  type GuidePart,
  type GuideTask,
} from '#contract/guide/task.ts'
import { pictureSizeOf } from '#contract/guide/tasks.ts'
import { titleOf } from '#src/data/session/guard.ts'
import { Panel } from '#src/ui/record/Panel.tsx'
import classes from './TaskPanel.module.css'

/** Returns the id of the heading of a task. */
export const anchorOf = ({ id }: GuideTask): string => `tugas-${id}`

const Part = ({ part: { kind, text } }: { part: GuidePart }) => {
  if (kind === 'text') return text
  if (kind === 'key') return <Kbd>{text}</Kbd>
  return kind === 'see' ? `“${text}”` : <b>{text}</b>
}
const Step = ({ step }: { step: string }) =>
  partsOf(step).map((part, i) => (
    <Fragment key={`${i} ${part.text}`}>
      <Part part={part} />
    </Fragment>
  ))

/** Steps of a task with their pictures, and a link to the screen on which the task begins. */
export const TaskPanel = ({ task, role }: { task: GuideTask; role: number }) => {
  const size = pictureSizeOf(role)
  // The path is a plain string, because the type of a link needs the path of a single screen.
  const { to }: { to: string } = task
  return (
    <Panel>
      <Title order={2} fz="1.0625rem" id={anchorOf(task)} tabIndex={-1} className={classes.title}>
        {task.title}
      </Title>
      <ol className={classes.steps}>
        <li>
          Buka{' '}
          <Link to={to} search={task.search}>
            {titleOf(to)}
          </Link>
          .
        </li>
        {task.steps.map((step, i) => (
          <li key={step}>
            <Step step={step} />
            {picturesOf(task).includes(i + 1) && (
              <Box
                component="img"
                src={`/panduan/${pictureOf(task, i + 1)}`}
                alt={`Layar pada langkah ${i + 2}`}
                loading="lazy"
                className={classes.picture}
                {...size}
              />
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
