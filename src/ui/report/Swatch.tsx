import { ColorSwatch } from '@mantine/core'

/** The colour of a slice beside its name. */
export const Swatch = ({ color }: { color: string }) => (
  <ColorSwatch
    component="span"
    size={12}
    color={color}
    withShadow={false}
    style={{ display: 'inline-block', verticalAlign: 'baseline' }}
    aria-hidden
  />
)
