import '@mantine/core/styles/Tooltip.layer.css'
import { Tooltip } from '@mantine/core'

/**
 * Tooltip with the name of an icon-only button. Screen readers read the name from the button
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
