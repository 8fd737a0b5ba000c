import '@mantine/core/styles/Tooltip.layer.css'
import { Tooltip } from '@mantine/core'

/**
 * Tooltip with a button's name, for users who see only its icon: a screen reader reads the button
 * itself.
 */
export const Tip = ({ at }: { at: HTMLElement }) => (
  <Tooltip
    opened
    target={at}
    label={at.ariaLabel ?? at.textContent}
    position="bottom"
    zIndex={1060}
    aria-hidden
  />
)
