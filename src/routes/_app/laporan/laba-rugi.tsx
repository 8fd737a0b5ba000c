import { createFileRoute } from '@tanstack/react-router'
import { labaRugi } from '#contract/report/labaRugi.ts'
import { reportRoute } from '#src/ui/report/reportRoute.ts'
import { ReportScreen } from '#src/ui/report/ReportScreen.tsx'

export const Route = createFileRoute('/_app/laporan/laba-rugi')({
  ...reportRoute(async () => {
    const [{ labaRugi: of }, { loadReport }] = await Promise.all([
      import('#contract/report/labaRugi.ts'),
      import('#src/data/reports.ts'),
    ])
    return (search) => loadReport(of, search)
  }),
  component: LabaRugiScreen,
})

function LabaRugiScreen() {
  return <ReportScreen of={labaRugi} search={Route.useSearch()} />
}
