import type { Tone } from '#contract/enums.ts'

const colorsOf = (tone: string) => ({ background: `var(--${tone}-bg)`, color: `var(--${tone}-fg)` })
/** Colours by tone, for the status badges of records and list rows. */
export const toneColors: Record<Tone, { background: string; color: string }> = {
  gray: colorsOf('gray'),
  green: colorsOf('green'),
  blue: colorsOf('blue'),
  orange: colorsOf('orange'),
  red: colorsOf('red'),
}
