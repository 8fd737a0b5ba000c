// Runs before the app: sets the colour scheme before the first paint. src/state/layout.ts stores
// the settings of the scheme under the key `nada.layout`.
let isDark = matchMedia('(prefers-color-scheme: dark)').matches
try {
  const { darkModeSystem, darkMode } = JSON.parse(localStorage.getItem('nada.layout')) ?? {}
  if (darkModeSystem === false) isDark = darkMode === true
} catch {
  // Without readable settings, the scheme of the system applies.
}
document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
