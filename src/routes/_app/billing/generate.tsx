import { Button, Stack, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { positive } from '#src/data/search.ts'
import { FirstDocumentNote } from '#src/routes/_app/billing/-firstDocument.tsx'
import { GenerateChoice } from '#src/routes/_app/billing/-generate/generateChoice.tsx'
import { GeneratePreview } from '#src/routes/_app/billing/-generate/generatePreview.tsx'
import { GenerateResult } from '#src/routes/_app/billing/-generate/generateResult.tsx'
import { useRun, type GenerateInput } from '#src/routes/_app/billing/-generate/generateRun.ts'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { Note } from '#src/ui/feedback/Note.tsx'
import { Progress } from '#src/ui/feedback/Progress.tsx'
import { Steps } from '#src/ui/feedback/Steps.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'

/**
 * Search parameters that contain the step and the choices of the wizard. The back button, a reload
 * and a shared URL restore the wizard from these parameters.
 */
type Search = {
  periode?: string
  gedung?: string
  mode?: 'per_akun' | 'per_peserta'
  langkah?: 'pratinjau'
  batch?: number
  hasil?: string
  q?: string
}
const text = (value: unknown, rule: RegExp) =>
  typeof value === 'string' && rule.test(value) ? value : undefined

export const Route = createFileRoute('/_app/billing/generate')({
  validateSearch: (s: Record<string, unknown>): Search => ({
    periode: text(s.periode, /^20\d\d-(0[1-9]|1[0-2])$/),
    gedung: text(s.gedung, /^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/),
    mode: s.mode === 'per_akun' || s.mode === 'per_peserta' ? s.mode : undefined,
    langkah: s.langkah === 'pratinjau' ? 'pratinjau' : undefined,
    batch: positive(s.batch),
    hasil: text(s.hasil, /^[a-z_0-9]+$/),
    q: text(s.q, /^.{1,100}$/),
  }),
  component: BillingGenerate,
})

const steps = ['Pilih periode', 'Pratinjau', 'Draft', 'Terbit']

/** Returns the index of the current step in `steps`. */
const stepOf = (running: boolean, batch: number | undefined, previewing: boolean) => {
  if (running) return 2
  if (batch) return 3
  return previewing ? 1 : 0
}

const GenerateProgress = ({
  progress,
  failed,
  again,
}: Pick<ReturnType<typeof useRun>, 'progress' | 'failed' | 'again'>) => (
  <Panel title="Membuat draft tagihan">
    <Stack>
      <Progress
        label="Draft"
        value={progress?.selesai_akun}
        max={progress?.jumlah_akun}
        unit="akun billing"
      />
      <Text c="dimmed">
        Halaman ini boleh ditutup: proses berjalan terus di server dan dapat dilanjutkan dari sini.
      </Text>
      {failed && failed.status !== 401 && (
        <Note tone="orange" role="alert">
          {failed.message}. Proses dilanjutkan dengan kunci yang sama; tidak ada yang dibuat dua
          kali.{' '}
          <Button size="xs" variant="default" onClick={again}>
            Lanjutkan
          </Button>
        </Note>
      )}
    </Stack>
  </Panel>
)

function BillingGenerate() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { periode, gedung, mode, langkah, batch, hasil, q } = search
  const { run, progress, failed, start, again } = useRun({
    done: (id) => void navigate({ search: { ...search, langkah: 'pratinjau', batch: id } }),
    refused: () => {},
  })
  const input: GenerateInput | undefined = periode
    ? { periode, gedung_id: gedung?.split(',').map(Number), mode }
    : undefined
  const previewing = langkah !== undefined && input !== undefined
  const step = stepOf(Boolean(run), batch, previewing)
  const choices = { periode, gedung, mode }
  const toPreview = async ({ periode: month, gedung_id, mode: kind }: GenerateInput) => {
    const chosen = { periode: month, gedung: gedung_id?.join(','), mode: kind }
    // Stores the choices in the history entry of the current step first, so that the back button of
    // the browser restores them.
    await navigate({ search: chosen, replace: true })
    await navigate({ search: { ...chosen, langkah: 'pratinjau' } })
  }
  return (
    <>
      <PageTitle />
      <Steps labels={steps} now={step} />
      <FirstDocumentNote />
      <Boundary resetKey={JSON.stringify([periode, gedung, mode, langkah, batch])}>
        <Suspense
          fallback={
            <Panel>
              <FormSkeleton />
            </Panel>
          }
        >
          {step === 0 && (
            <GenerateChoice initial={input ?? {}} next={(chosen) => void toPreview(chosen)} />
          )}
          {step === 1 && input && (
            <GeneratePreview
              input={input}
              filter={{ hasil, q }}
              setFilter={(filter) =>
                void navigate({
                  search: { ...choices, langkah, ...filter },
                  replace: true,
                  resetScroll: false,
                })
              }
              back={() => void navigate({ search: choices })}
              start={() => start(input)}
            />
          )}
          {step === 2 && <GenerateProgress progress={progress} failed={failed} again={again} />}
          {step === 3 && batch && (
            <GenerateResult
              key={batch}
              batch={batch}
              restart={() => void navigate({ search: {} })}
            />
          )}
        </Suspense>
      </Boundary>
    </>
  )
}
