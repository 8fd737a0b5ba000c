import type { ReactNode } from 'react'
import type { Tone } from '#contract/enums.ts'
import { toneColors } from '#src/ui/format/tones.ts'
import classes from './Badge.module.css'

/**
 * Word in a coloured box. It is a plain element instead of a Mantine component, because a list may
 * contain hundreds of badges.
 */
export const Badge = ({ tone = 'gray', children }: { tone?: Tone; children: string }) => (
  <span className={classes.badge} style={toneColors[tone]}>
    {children}
  </span>
)
/** Group of badges, which wraps when there is no room. */
export const Badges = ({ children }: { children: ReactNode }) => (
  <span className={classes.several}>{children}</span>
)
