/**
 * Dashboard warning that jobs are paused because the clock of the server looks wrong. A button
 * confirms that the clock is right.
 */
import { Button, Group, Text } from '@mantine/core'
import { useCan } from '#src/data/session/session.ts'
import { JamServer, KonfirmasiJam } from '#src/data/setting.ts'
import { confirm, toast } from '#src/state/feedback.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { waktu } from '#src/ui/format/format.ts'

const everyMs = 60_000

const Clock = () => {
  const mayConfirm = useCan('pekerjaan/jalankan')
  const { data } = JamServer.useOptionalQuery({}, { every: everyMs })
  const { mutate, isPending } = KonfirmasiJam.useMutation()
  if (!data) return null
  const { terakhir, sekarang } = data
  const ask = async () => {
    const isSure = await confirm({
      title: 'Jam server benar?',
      body: `Jam server menunjukkan ${waktu(sekarang)}. Jika benar, pekerjaan yang tertunda segera berjalan: denda ditagih, kelas pengganti hangus, dan jadwal berakhir menurut tanggal itu.`,
      confirm: 'Jam benar',
    })
    if (isSure) mutate({ sekarang }, { onSuccess: () => toast('Pekerjaan berjalan lagi') })
  }
  return (
    <Note tone="red" mb="md" role="alert">
      <Group justify="space-between" gap="sm">
        <div style={{ flex: '1 1 18rem', minWidth: 0 }}>
          <Text fw={600} size="sm">
            Pekerjaan server ditahan: jamnya meragukan
          </Text>
          <Text size="sm">
            Terakhir terlihat {waktu(terakhir)}, sekarang {waktu(sekarang)}. Perbaiki jam server
            jika salah; pekerjaan lalu berjalan lagi dengan sendirinya.
            {!mayConfirm && ' Jika benar, minta superadmin mengonfirmasinya.'}
          </Text>
        </div>
        {mayConfirm && (
          <Button variant="default" loading={isPending} onClick={() => void ask()}>
            Jam server benar
          </Button>
        )}
      </Group>
    </Note>
  )
}
export const ClockNote = () => (useCan('pekerjaan/index') ? <Clock /> : null)
