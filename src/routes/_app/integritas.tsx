import { Button, List, Loader, Stack, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '#src/data/api/queryClient.ts'
import { useCan } from '#src/data/session/session.ts'
import { Integrity, RunPekerjaan } from '#src/data/setting.ts'
import { Findings } from '#src/routes/_app/-dashboard/findings.tsx'
import { toast } from '#src/state/feedback.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { numberText, timeAgo, waktu } from '#src/ui/format/format.ts'
import { Actions, PageTitle } from '#src/ui/page/PageTitle.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'

/** Page with the result of the last integrity check of the data (domain.md 3.5). */
export const Route = createFileRoute('/_app/integritas')({
  loader: async () => {
    const { Integrity: integrity } = await import('#src/data/setting.ts')
    // Ignores errors in the loader, because the component suspends on the same query and shows
    // them.
    await queryClient.ensureQueryData(integrity.query({})).catch(() => {})
  },
  component: IntegrityScreen,
})

const CheckNow = () => {
  const { mutate, isPending } = RunPekerjaan.useMutation()
  const run = () => {
    if (isPending) return
    mutate(
      { nama: 'integritas' },
      {
        onSuccess: ({ berjalan }) =>
          toast(berjalan ? 'Pemeriksaan masih berjalan' : 'Pemeriksaan selesai'),
      },
    )
  }
  return (
    <Button
      leftSection={isPending && <Loader size={14} color="white" aria-hidden />}
      aria-disabled={isPending || undefined}
      data-disabled={isPending || undefined}
      onClick={run}
    >
      Periksa sekarang
    </Button>
  )
}

function IntegrityScreen() {
  const mayRun = useCan('pekerjaan/jalankan')
  const { aturan, terakhir } = Integrity.useSuspenseData({})
  return (
    <>
      <PageTitle>
        <Actions>{mayRun && <CheckNow />}</Actions>
      </PageTitle>
      <Panel title="Pemeriksaan terakhir">
        {terakhir ? (
          <Stack gap="sm">
            <Text>
              {waktu(terakhir.selesai)} ({timeAgo(terakhir.selesai)})
              {terakhir.oleh === null ? ', otomatis' : ` oleh ${terakhir.oleh}`}.{' '}
              {terakhir.temuan.length === 0
                ? `Semua ${numberText(aturan.length)} aturan dipenuhi.`
                : `${numberText(terakhir.temuan.length)} dari ${numberText(aturan.length)} aturan dilanggar. Tidak ada yang diubah.`}
            </Text>
            {terakhir.temuan.length > 0 && (
              <Note tone="red">
                <Findings findings={terakhir.temuan} />
              </Note>
            )}
          </Stack>
        ) : (
          <Text c="dimmed">Belum pernah diperiksa. Pemeriksaan berjalan setiap malam.</Text>
        )}
      </Panel>
      <Panel title="Yang diperiksa">
        <List size="sm">
          {aturan.map((name) => (
            <List.Item key={name}>{name}</List.Item>
          ))}
        </List>
      </Panel>
    </>
  )
}
