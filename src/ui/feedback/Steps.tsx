import '@mantine/core/styles/Stepper.layer.css'
import { Stepper, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'

// The steps cannot be clicked, so screen readers must not announce them as buttons.
const asListItem = { component: 'div', role: 'listitem' }
const asList = { steps: { role: 'list', 'aria-label': 'Langkah' } }

/**
 * Steps of a wizard and the heading of the present step. The heading takes the focus when the step
 * changes, because the focused element was removed with the previous step.
 */
export const Steps = ({ labels, now }: { labels: readonly string[]; now: number }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const shownStep = useRef(now)
  useEffect(() => {
    if (shownStep.current === now) return
    shownStep.current = now
    heading.current?.focus({ preventScroll: true })
  }, [now])
  return (
    <>
      <Stepper active={now} size="xs" attributes={asList} visibleFrom="sm">
        {labels.map((label, i) => (
          <Stepper.Step
            key={label}
            label={label}
            aria-current={i === now ? 'step' : undefined}
            {...asListItem}
          />
        ))}
      </Stepper>
      <Title ref={heading} order={2} size="h4" tabIndex={-1} my="sm">
        Langkah {now + 1} dari {labels.length}: {labels[now]}
      </Title>
    </>
  )
}
