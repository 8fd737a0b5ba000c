import type { ReactNode } from 'react'
import type { Tone } from '#contract/enums.ts'
import { toneColors } from '#src/ui/format/tones.ts'
import classes from './Badge.module.css'

/** Coloured word. A plain element, because lists contain hundreds. */
export const Badge = ({ tone = 'gray', children }: { tone?: Tone; children: string }) => (
  <span className={classes.badge} style={toneColors[tone]}>
    {children}
  </span>
)
/** Several badges, wrapped where there is no room. */
export const Badges = ({ children }: { children: ReactNode }) => (
  <span className={classes.several}>{children}</span>
)
