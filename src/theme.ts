/** The theme amethyst with the colours of domain.md 0.4. Text has a contrast of at least 4.5:1. */
import { createTheme, type CSSVariablesResolver } from '@mantine/core'
import type { Tone } from '#contract/enums.ts'
import { toneColors } from '#src/ui/format/tones.ts'

export const theme = createTheme({
  primaryColor: 'amethyst',
  primaryShade: { light: 6, dark: 6 },
  defaultRadius: 8,
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily:
    "'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif",
  headings: {
    fontWeight: '700',
    sizes: { h1: { fontSize: '1.5rem', lineHeight: '1.3' }, h2: { fontSize: '1.125rem' } },
  },
  // Places the hint of a field under its input and above its error.
  components: {
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    },
    // Checkboxes and radio buttons have a size of 24 px, which is large enough for touch. Their
    // labels have the text size of other fields.
    Checkbox: { defaultProps: { size: 'md' }, styles: { label: { fontSize: '0.9062rem' } } },
    Radio: { defaultProps: { size: 'md' }, styles: { label: { fontSize: '0.9062rem' } } },
    // Fieldset without margin and background.
    Fieldset: {
      defaultProps: { mx: 0, bg: 'transparent' },
      styles: { legend: { fontWeight: 600 } },
    },
    Badge: {
      defaultProps: { size: 'lg', h: 23, px: '0.55rem', fw: 500, tt: 'none', lts: 0 },
      styles: (_: unknown, { color = 'gray' }: { color?: Tone }) => ({ root: toneColors[color] }),
    },
    // The z-index of dialogs is above header (1030), sidebar (1032) and side overlay (1034). The
    // z-index of popovers is above dialogs, because a dialog may contain popovers.
    ModalRoot: { defaultProps: { zIndex: 1040 } },
    Popover: { defaultProps: { zIndex: 1050 } },
  },
  colors: {
    amethyst: [
      '#eef0ff',
      '#e0e3ff',
      '#c7cbfe',
      '#a9abf7',
      '#888bf5',
      '#6366f1',
      '#4f46e5',
      '#4338ca',
      '#3730a3',
      '#312e81',
    ],
    danger: [
      '#fff0f3',
      '#fde4e9',
      '#fbc5d0',
      '#ff93a8',
      '#ee5c7b',
      '#d61f47',
      '#c01c3f',
      '#a8153a',
      '#8b1231',
      '#6f0f28',
    ],
    dark: [
      '#dfe1ea',
      '#b9bcca',
      '#a3a6b8',
      '#6c7086',
      '#4a4d61',
      '#3b3e50',
      '#30323f',
      '#252732',
      '#1f212b',
      '#181a22',
    ],
  },
})

/**
 * Colours of light and dark mode by CSS variable. A variable follows the `color-scheme` of its
 * element. Printed pages set the light scheme, so they need no colours of their own.
 */
const colors: Record<string, [light: string, dark: string]> = {
  '--mantine-color-body': ['#ffffff', '#2c2e3b'],
  '--mantine-color-text': ['#252b37', '#dfe1ea'],
  '--mantine-color-dimmed': ['#5b6474', '#a8abbd'],
  '--mantine-color-placeholder': ['#667085', '#9a9db0'],
  '--mantine-color-error': ['#c01c3f', '#ff93a8'],
  '--mantine-color-default-border': ['#d5d9e0', '#4a4d61'],
  '--mantine-color-anchor': ['#4338ca', '#a9abf7'],
  '--page': ['#f0f1f2', '#252732'],
  '--surface': ['#ffffff', '#2c2e3b'],
  '--surface-2': ['#f8f9f9', '#313442'],
  '--line': ['#e4e6e9', '#3e4254'],
  '--hover': ['#f5f5fe', '#353848'],
  '--accent': ['#4f46e5', '#a9abf7'],
  '--accent-soft': ['#ecedff', '#3b3d63'],
  '--gray-bg': ['#eceef1', '#40445a'],
  '--gray-fg': ['#454d5c', '#d3d6e2'],
  '--green-bg': ['#dff5e8', '#1d4432'],
  '--green-fg': ['#0b6637', '#8fe0b2'],
  '--blue-bg': ['#dceefc', '#1d3f5a'],
  '--blue-fg': ['#0b5484', '#9ed4fa'],
  '--orange-bg': ['#fdebdd', '#533220'],
  '--orange-fg': ['#9a3a06', '#fcc19a'],
  '--red-bg': ['#fde4e9', '#58222f'],
  '--red-fg': ['#a8153a', '#ffb0bf'],
}
const shadow = '0 1px 2px light-dark(rgb(24 26 40 / 6%), rgb(0 0 0 / 30%))'

export const variables: CSSVariablesResolver = () => {
  const both = Object.fromEntries(
    Object.entries(colors).map(([name, [light, dark]]) => [name, `light-dark(${light}, ${dark})`]),
  )
  // Sets the colours both in `light` and in `dark`, because Mantine sets its own colours in both.
  return { variables: { '--shadow': shadow }, light: both, dark: both }
}
