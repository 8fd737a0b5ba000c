// Sets the colour scheme before the first paint; the app keeps it under the same key.
try {
  const tema = localStorage.getItem('mantine-color-scheme-value')
  const gelap = tema === 'dark' || (tema !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', gelap ? 'dark' : 'light')
} catch {
  document.documentElement.setAttribute('data-mantine-color-scheme', 'light')
}
