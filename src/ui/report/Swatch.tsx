import { ColorSwatch } from '@mantine/core'

/** Colour of a slice, shown beside the name of the slice. */
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
