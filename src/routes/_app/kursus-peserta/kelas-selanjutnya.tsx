import { Button, Group } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { BentrokLunak, type SoftKind } from '#contract/schedule/rules/conflicts.ts'
import { whyNotNow } from '#contract/schedule/rules/enrolment.ts'
import { ApiError } from '#src/data/api/http.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import { NextClass } from '#src/data/calls.ts'
import { KursusPesertas } from '#src/data/resources/kursusPeserta.ts'
import {
  enrolmentExpand,
  enrolmentName,
  type Enrolment,
} from '#src/routes/_app/kursus-peserta/-enrolment.ts'
import {
  ClassStep,
  useChoicesOf,
  WhoStep,
  type Chosen,
  type NextClassInput,
} from '#src/routes/_app/kursus-peserta/-nextClassChoice.tsx'
import {
  mayStep,
  NextClassPreview,
  useNextPreview,
} from '#src/routes/_app/kursus-peserta/-nextClassPreview.tsx'
import { askReason, toast } from '#src/state/feedback.ts'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { Note } from '#src/ui/feedback/Note.tsx'
import { Steps } from '#src/ui/feedback/Steps.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { LinkButton } from '#src/ui/page/LinkButton.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { RecordHeader } from '#src/ui/record/Record.tsx'
import { recordRoute } from '#src/ui/record/recordRoute.ts'

const record = recordRoute(
  () => import('#src/data/resources/kursusPeserta.ts').then((m) => m.KursusPesertas),
  'peserta,kursus,kursus_pelatih,gedung,akun_billing,menunggak',
)
export const Route = createFileRoute('/_app/kursus-peserta/kelas-selanjutnya')({
  ...record,
  // Prefetches the choices of the first step, because the page would stay empty until they arrive.
  loader: async ({ deps }) => {
    const offered = import('#src/data/calls.ts').then((m) => m.NextClassChoices.query(deps))
    const fetched = offered.then((query) => queryClient.ensureQueryData(query)).catch(() => {})
    await Promise.all([record.loader({ deps }), fetched])
  },
  component: NextClassScreen,
})

const steps = ['Peserta dan kursus', 'Kelas dan tanggal', 'Pratinjau']
const inputOf = (chosen: Chosen): NextClassInput => ({
  lain: chosen.lain,
  kursus_id: chosen.kursus_id,
  kursus_pelatih_id: typeof chosen.kelas === 'number' ? chosen.kelas : null,
  kelas_baru: chosen.kelas === 'baru',
  selesai: chosen.selesai,
  mulai: chosen.mulai,
  catatan_level: chosen.catatan_level || null,
  tagihan: chosen.tagihan,
})
/**
 * Returns the input that is missing before the user can leave a step of the wizard; undefined if
 * nothing is missing.
 */
const missing = (step: number, chosen: Chosen): string | undefined => {
  if (step === 0) return chosen.kursus_id === null ? 'Pilih kursus selanjutnya' : undefined
  if (chosen.kelas === null) return 'Pilih kelas selanjutnya'
  return chosen.selesai && chosen.mulai ? undefined : 'Isi kedua tanggalnya'
}

/** Asks for the reason that allows soft conflicts. Returns undefined if the user cancels. */
const askConflictReason = async (kinds: readonly SoftKind[]) => {
  if (kinds.length === 0) return {}
  const alasan_bentrok = await askReason({
    title: 'Naikkan walau ada bentrok?',
    body: `${kinds.map((kind) => BentrokLunak.label(kind)).join('. ')}. Alasannya tercatat di jadwal.`,
    confirm: 'Naikkan kelas',
  })
  return alasan_bentrok === null ? undefined : { konfirmasi: [...kinds], alasan_bentrok }
}

const Wizard = ({ row }: { row: Enrolment }) => {
  const navigate = Route.useNavigate()
  const proposed = useChoicesOf(row.id, null)
  const [step, setStep] = useState(0)
  const [chosen, setChosen] = useState<Chosen>(() => ({
    lain: [],
    kursus_id: proposed.kursus?.id ?? null,
    kelas: proposed.kelas.find((k) => k.cocok && k.sisa > 0)?.id ?? null,
    selesai: proposed.selesai,
    mulai: proposed.mulai,
    catatan_level: (row.usulan_status === 'diajukan' && row.usulan_catatan) || '',
    tagihan: 'biarkan',
  }))
  const [problem, setProblem] = useState<string>()
  const preview = useNextPreview(row.id, step === 2 ? inputOf(chosen) : undefined)
  const [busy, setBusy] = useState(false)
  const set = (more: Partial<Chosen>) => {
    setProblem(undefined)
    setChosen((before) => ({ ...before, ...more }))
  }
  const back = () => {
    setProblem(undefined)
    if (step > 0) setStep(step - 1)
    else void navigate({ to: '/kursus-peserta/view', search: { id: row.id } })
  }
  const go = () => {
    const why = missing(step, chosen)
    setProblem(why)
    if (why === undefined) setStep(step + 1)
  }
  // Leaves the page before any data is refetched, because the move to the next class invalidates
  // the enrolment that this page shows.
  const finish = async () => {
    const stand = await askConflictReason(preview.data?.bentrok ?? [])
    if (!stand) return
    setBusy(true)
    try {
      const input = { ...inputOf(chosen), ...stand }
      const { id, ids } = await NextClass.send(input, undefined, { id: row.id })
      const subject = ids.length > 1 ? `${ids.length} peserta` : enrolmentName(row)
      toast(`${subject} naik kelas`, { to: { to: '/kursus-peserta/view', search: { id } } })
      await navigate({ to: '/kursus-peserta/view', search: { id }, replace: true })
      KursusPesertas.settle()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
    } finally {
      setBusy(false)
    }
  }
  const ready = preview.data ? mayStep(preview.data) && !preview.isFetching : false
  return (
    <>
      <Steps labels={steps} now={step} />
      <Suspense fallback={<FormSkeleton />}>
        {step === 0 && <WhoStep row={row} chosen={chosen} set={set} />}
        {step === 1 && <ClassStep row={row} chosen={chosen} set={set} />}
        {step === 2 && <NextClassPreview data={preview.data} error={preview.error} />}
      </Suspense>
      {problem && (
        <Note tone="red" role="alert" mt="md">
          {problem}
        </Note>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={back}>
          {step === 0 ? 'Batal' : 'Kembali'}
        </Button>
        {step < 2 ? (
          <Button onClick={go}>Lanjut</Button>
        ) : (
          <Button onClick={() => void finish()} disabled={!ready} loading={busy}>
            Naikkan kelas
          </Button>
        )}
      </Group>
    </>
  )
}

function NextClassScreen() {
  const { id } = Route.useSearch()
  const row = KursusPesertas.useView(id, enrolmentExpand)
  const why = whyNotNow(row, 'kelas-selanjutnya')
  return (
    <>
      <RecordHeader name={enrolmentName(row)} />
      <Panel>
        <Boundary resetKey={`naik-${id}`}>
          {why ? (
            <>
              <Note tone="orange" mb="md">
                {why}
              </Note>
              <LinkButton place={{ to: '/kursus-peserta/view', search: { id } }}>
                Lihat jadwalnya
              </LinkButton>
            </>
          ) : (
            <Suspense fallback={<FormSkeleton />}>
              <Wizard key={id} row={row} />
            </Suspense>
          )}
        </Boundary>
      </Panel>
    </>
  )
}
