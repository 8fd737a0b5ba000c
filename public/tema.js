// Sets the colour scheme before the first paint; src/state/layout.ts keeps it under the same key.
let gelap = matchMedia('(prefers-color-scheme: dark)').matches
try {
  const { darkModeSystem, darkMode } = JSON.parse(localStorage.getItem('nada.layout')) ?? {}
  if (darkModeSystem === false) gelap = darkMode === true
} catch { /* nothing readable is kept: as the system has it */ }
document.documentElement.setAttribute('data-mantine-color-scheme', gelap ? 'dark' : 'light')
