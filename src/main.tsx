import '#src/styles/first.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { Provider } from 'jotai'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiError } from '#src/data/api/http.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import { router } from '#src/router.tsx'
import { startApp } from '#src/start.ts'
import { store } from '#src/state/feedback.ts'
import { watchInstall, watchVersions } from '#src/state/installed.ts'
import { schemeManager } from '#src/state/layout.ts'
import { theme, variables } from '#src/theme.ts'
import { PageLoader } from '#src/ui/feedback/PageLoader.tsx'
import { isUnfetched } from '#src/ui/page/part.ts'

startApp()
watchInstall()
if (import.meta.env.PROD) void watchVersions()
// Error boundaries already show failed calls and code that could not be fetched. Any other error is
// a defect and goes to the console.
createRoot(document.getElementById('root')!, {
  onCaughtError: (error) => {
    if (!(error instanceof ApiError) && !isUnfetched(error)) console.error(error)
  },
}).render(
  <StrictMode>
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={variables}
          colorSchemeManager={schemeManager}
        >
          <PageLoader />
          <RouterProvider router={router} />
        </MantineProvider>
      </QueryClientProvider>
    </Provider>
  </StrictMode>,
)
