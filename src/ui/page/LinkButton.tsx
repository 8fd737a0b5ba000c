import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Place } from '#src/state/place.ts'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'

/** Link that looks like a button and opens the screen `place`. */
export const LinkButton = ({
  place,
  children,
  ...look
}: ButtonProps & { place: Place; children: ReactNode }) => (
  <Button {...look} renderRoot={(props) => <PlaceLink {...place} {...props} />}>
    {children}
  </Button>
)
