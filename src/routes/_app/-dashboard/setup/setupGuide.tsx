/**
 * Setup guide of a new school: steps to the first receipt (domain.md section 5). The next open step
 * is unfolded. Loaded only while the counts of the dashboard ask for the guide.
 */
import { Box, Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { setupQuery, type SetupState } from '#src/data/dashboard.ts'
import { StoreSettings } from '#src/data/setting.ts'
import { forms } from '#src/routes/_app/-newRows.ts'
import { confirm, toast } from '#src/state/feedback.ts'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { Waiting } from '#src/ui/feedback/Waiting.tsx'
import { FormTargetContext } from '#src/ui/form/formTarget.ts'
import { numberText } from '#src/ui/format/format.ts'
import { part } from '#src/ui/page/part.ts'
import { Panel } from '#src/ui/record/Panel.tsx'
import classes from './Setup.module.css'
import type { StepForm } from './setupActions.ts'
import { SetupStep } from './setupStep.tsx'
import { SetupWays } from './setupWays.tsx'

const SchoolForm = lazy(() =>
  part(() => import('#src/routes/_app/-setting/schoolForm.tsx')).then((m) => ({
    default: m.SchoolForm,
  })),
)
const RowForm = ({
  of,
  close,
}: {
  of: Exclude<StepForm, { form: 'sekolah' }>
  close: () => void
}) => {
  const Form = forms[of.form]
  return (
    <FormTargetContext value={{ id: 0, close, start: of.start }}>
      <Form />
    </FormTargetContext>
  )
}
const OpenForm = ({ of, close }: { of: StepForm; close: () => void }) => (
  <Boundary resetKey={of.form}>
    <Suspense>
      {of.form === 'sekolah' ? <SchoolForm close={close} /> : <RowForm of={of} close={close} />}
    </Suspense>
  </Boundary>
)

/** Functions that skip a step and close the guide, for the whole school. */
const useSetupSettings = ({ langkah, versi }: SetupState) => {
  const { mutate, isPending } = StoreSettings.useMutation()
  const skipped = langkah.filter(({ dilewati }) => dilewati).map(({ kunci }) => kunci)
  const skip = (kunci: string) =>
    mutate({
      perubahan: [
        { key: 'panduan_dilewati', value: [...skipped, kunci], versi: versi.panduan_dilewati },
      ],
      alasan: null,
    })
  const close = async () => {
    const isSure = await confirm({
      title: 'Tutup panduan?',
      body: 'Panduan hilang dari dashboard untuk semua pengguna. Buka lagi lewat Setting, Umum.',
      confirm: 'Tutup panduan',
    })
    if (isSure)
      mutate(
        { perubahan: [{ key: 'panduan', value: 'tutup', versi: versi.panduan }], alasan: null },
        {
          onSuccess: () =>
            toast('Panduan ditutup', {
              to: { to: '/setting', search: { tab: 'umum', kunci: 'panduan' } },
            }),
        },
      )
  }
  return { skip, close, isPending }
}

const Steps = ({ state }: { state: SetupState }) => {
  const { langkah, siap } = state
  const { skip, close, isPending } = useSetupSettings(state)
  const next = langkah.find(({ selesai, dilewati }) => !selesai && !dilewati)?.kunci
  // Step that the user has folded or unfolded, as long as the next step stays the same.
  const [chosen, setChosen] = useState<{ next: typeof next; open: typeof next }>()
  const openStep = chosen?.next === next && chosen ? chosen.open : next
  const [form, setForm] = useState<StepForm>()
  const maySet = langkah.some(({ kunci, boleh }) => kunci === 'sekolah' && boleh)
  return (
    <>
      <Group px="var(--pad)" py="sm" justify="space-between" gap="sm">
        <Text>
          {siap
            ? 'Sekolah siap: semua langkah wajib selesai.'
            : 'Sampai kuitansi pertama, sekitar 15 menit.'}
        </Text>
        <SetupWays />
      </Group>
      <ol className={classes.steps}>
        {langkah.map((step, i) => (
          <SetupStep
            key={step.kunci}
            step={step}
            number={i + 1}
            isNext={step.kunci === next}
            isOpen={step.kunci === openStep}
            toggle={() =>
              setChosen({ next, open: step.kunci === openStep ? undefined : step.kunci })
            }
            open={setForm}
            skip={maySet && !isPending ? () => skip(step.kunci) : undefined}
          />
        ))}
      </ol>
      {maySet && (
        <Group justify="flex-end" px="var(--pad)" py="xs" className={classes.step}>
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            loading={isPending}
            onClick={() => void close()}
          >
            Tutup panduan
          </Button>
        </Group>
      )}
      {form && <OpenForm of={form} close={() => setForm(undefined)} />}
    </>
  )
}

export const SetupGuide = () => {
  const { data, isError, refetch } = useQuery(setupQuery)
  const done = data?.langkah.filter(({ selesai, dilewati }) => selesai || dilewati).length
  return (
    <Panel
      title="Siapkan sekolah Anda"
      bare
      aside={
        data && (
          <Text span size="sm" c="dimmed">
            {numberText(done ?? 0)} dari {numberText(data.langkah.length)} langkah
          </Text>
        )
      }
    >
      {data && <Steps state={data} />}
      {!data && (
        <Box p="1.25rem var(--pad)">
          {isError ? (
            <Group>
              Gagal dimuat
              <Button variant="default" onClick={() => void refetch()}>
                Coba lagi
              </Button>
            </Group>
          ) : (
            <Waiting>
              <Skeleton h="30rem" />
            </Waiting>
          )}
        </Box>
      )}
    </Panel>
  )
}
