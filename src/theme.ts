/** Theme amethyst: the tones of domain.md 0.4; what carries text is at least 4.5:1. */
import { createTheme, type CSSVariablesResolver } from '@mantine/core'

export const theme = createTheme({
  primaryColor: 'amethyst', primaryShade: { light: 6, dark: 6 }, defaultRadius: 8, cursorType: 'pointer', respectReducedMotion: true,
  fontFamily: "'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif",
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '1.5rem', lineHeight: '1.3' }, h2: { fontSize: '1.125rem' } } },
  // Hints stand under the control, above its error.
  components: {
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    // Above header (1030), sidebar (1032) and side overlay (1034); what opens inside a dialog above that.
    ModalRoot: { defaultProps: { zIndex: 1040 } }, Popover: { defaultProps: { zIndex: 1050 } },
  },
  colors: {
    amethyst: ['#eef0ff', '#e0e3ff', '#c7cbfe', '#a9abf7', '#888bf5', '#6366f1', '#4f46e5', '#4338ca', '#3730a3', '#312e81'],
    danger: ['#fff0f3', '#fde4e9', '#fbc5d0', '#ff93a8', '#ee5c7b', '#d61f47', '#c01c3f', '#a8153a', '#8b1231', '#6f0f28'],
    dark: ['#dfe1ea', '#b9bcca', '#a3a6b8', '#6c7086', '#4a4d61', '#3b3e50', '#30323f', '#252732', '#1f212b', '#181a22'],
  },
})

export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff', '--mantine-color-text': '#252b37', '--mantine-color-dimmed': '#5b6474', '--mantine-color-placeholder': '#667085',
    '--mantine-color-error': '#c01c3f', '--mantine-color-default-border': '#d5d9e0', '--mantine-color-anchor': '#4338ca',
    '--page': '#f0f1f2', '--surface': '#ffffff', '--surface-2': '#f8f9f9', '--line': '#e4e6e9', '--hover': '#f5f5fe', '--accent': '#4f46e5', '--accent-soft': '#ecedff',
    '--gray-bg': '#eceef1', '--gray-fg': '#454d5c', '--green-bg': '#dff5e8', '--green-fg': '#0b6637', '--blue-bg': '#dceefc', '--blue-fg': '#0b5484',
    '--orange-bg': '#fdebdd', '--orange-fg': '#9a3a06', '--red-bg': '#fde4e9', '--red-fg': '#a8153a', '--shadow': '0 1px 2px rgb(24 26 40 / 6%)',
  },
  dark: {
    '--mantine-color-body': '#2c2e3b', '--mantine-color-text': '#dfe1ea', '--mantine-color-dimmed': '#a8abbd', '--mantine-color-placeholder': '#9a9db0',
    '--mantine-color-error': '#ff93a8', '--mantine-color-default-border': '#4a4d61', '--mantine-color-anchor': '#a9abf7',
    '--page': '#252732', '--surface': '#2c2e3b', '--surface-2': '#313442', '--line': '#3e4254', '--hover': '#353848', '--accent': '#a9abf7', '--accent-soft': '#3b3d63',
    '--gray-bg': '#40445a', '--gray-fg': '#d3d6e2', '--green-bg': '#1d4432', '--green-fg': '#8fe0b2', '--blue-bg': '#1d3f5a', '--blue-fg': '#9ed4fa',
    '--orange-bg': '#533220', '--orange-fg': '#fcc19a', '--red-bg': '#58222f', '--red-fg': '#ffb0bf', '--shadow': '0 1px 2px rgb(0 0 0 / 30%)',
  },
})
