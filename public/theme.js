// Runs before the app: sets the colour scheme before the first paint (src/state/layout.ts stores
// the scheme under the same key) …
let isDark = matchMedia('(prefers-color-scheme: dark)').matches
try {
  const { darkModeSystem, darkMode } = JSON.parse(localStorage.getItem('nada.layout')) ?? {}
  if (darkModeSystem === false) isDark = darkMode === true
} catch {
  // Without readable settings, the scheme of the system applies.
}
document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
const { list, screens = '' } = document.currentScript.dataset
// … and, for a logged-in user, prefetches the code of the shell, of lists and of the requested
// screen in parallel with the entry.
try {
  const [, path = ''] = /^#\/?([^?]*?)\/?(?:\?|$)/.exec(location.hash) ?? []
  const screen =
    screens
      .split('|')
      .find((entry) => entry.startsWith(`${path} `))
      ?.split(' ')
      .slice(1)
      .map((name) => `/assets/${name}.js`) ?? []
  if (list && localStorage.getItem('token'))
    for (const href of [...list.split(' '), ...screen])
      document.head.append(
        Object.assign(
          document.createElement('link'),
          href.endsWith('.js')
            ? { rel: 'modulepreload', href }
            : { rel: 'preload', as: 'style', crossOrigin: '', href },
        ),
      )
} catch {
  // The entry fetches the code later.
}
