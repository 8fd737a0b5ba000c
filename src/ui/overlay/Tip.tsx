import '@mantine/core/styles/Tooltip.layer.css'
import { Tooltip } from '@mantine/core'

/**
 * Tooltip with the name of a button, for users who see only its icon. Screen readers read the name
 * from the button.
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
