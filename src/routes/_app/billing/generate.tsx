import { Button } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { positive } from '#src/data/search.ts'
import { Hasil } from '#src/routes/_app/billing/-generateHasil.tsx'
import { Pilih } from '#src/routes/_app/billing/-generatePilih.tsx'
import { Pratinjau } from '#src/routes/_app/billing/-generatePratinjau.tsx'
import { useRun, type GenerateInput } from '#src/routes/_app/billing/-generateRun.ts'
import { Boundary } from '#src/ui/Failed.tsx'
import { FormSkeleton } from '#src/ui/form.tsx'
import { PageTitle } from '#src/ui/PageTitle.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { Progress } from '#src/ui/Progress.tsx'

/** The wizard's whole state is its URL: going back, reload and a pasted link show the same step with the same choices. */
interface Search {
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
  component: GenerateTagihan,
})

const steps = ['Pilih periode', 'Pratinjau', 'Draft', 'Terbit']

function GenerateTagihan() {
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
  const step = run ? 2 : batch ? 3 : langkah && input ? 1 : 0
  const choices = { periode, gedung, mode }
  const toPreview = async ({ periode: month, gedung_id, mode: kind }: GenerateInput) => {
    const chosen = { periode: month, gedung: gedung_id?.join(','), mode: kind }
    // The step that is left keeps what was chosen, for the browser's own way back.
    await navigate({ search: chosen, replace: true })
    await navigate({ search: { ...chosen, langkah: 'pratinjau' } })
  }
  return (
    <>
      <PageTitle />
      <ol className="steps" aria-label="Langkah">
        {steps.map((s, i) => (
          <li key={s} aria-current={i === step ? 'step' : undefined}>
            {s}
          </li>
        ))}
      </ol>
      <Boundary resetKey={JSON.stringify([periode, gedung, mode, langkah, batch])}>
        <Suspense
          fallback={
            <Panel>
              <FormSkeleton />
            </Panel>
          }
        >
          {run ? (
            <Panel title="Membuat draft tagihan">
              <div className="form">
                <Progress
                  label="Draft"
                  value={progress?.selesai_akun}
                  max={progress?.jumlah_akun}
                  unit="akun billing"
                />
                <p className="dim" style={{ margin: 0 }}>
                  Halaman ini boleh ditutup: proses berjalan terus di server dan dapat dilanjutkan
                  dari sini.
                </p>
                {failed && failed.status !== 401 && (
                  <div className="note" data-tone="orange" role="alert">
                    {failed.message}. Proses dilanjutkan dengan kunci yang sama; tidak ada yang
                    dibuat dua kali.{' '}
                    <Button size="xs" variant="default" onClick={again}>
                      Lanjutkan
                    </Button>
                  </div>
                )}
              </div>
            </Panel>
          ) : batch ? (
            <Hasil key={batch} batch={batch} restart={() => void navigate({ search: {} })} />
          ) : langkah && input ? (
            <Pratinjau
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
          ) : (
            <Pilih initial={input ?? {}} next={(chosen) => void toPreview(chosen)} />
          )}
        </Suspense>
      </Boundary>
    </>
  )
}
