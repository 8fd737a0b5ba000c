/** Tab with the sessions of the signed-in user and buttons that end them. */
import { Button, Group, Text, Timeline } from '@mantine/core'
import { EndSession, EndOtherSessions, SessionList } from '#src/data/calls.ts'
import { confirm, toast } from '#src/state/feedback.ts'
import { waktu } from '#src/ui/format/format.ts'
import { StatusBadge } from '#src/ui/record/StatusBadge.tsx'

const browsers = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const systems = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const
const named = (list: readonly (readonly [RegExp, string])[], text: string) =>
  list.find(([pattern]) => pattern.test(text))?.[1]
/** Returns the short name of a device from its user agent: `Chrome di Windows`. */
const deviceName = (agent: string | null) => {
  const [browser, system] = [named(browsers, agent ?? ''), named(systems, agent ?? '')]
  return browser && system ? `${browser} di ${system}` : (browser ?? system ?? 'Perangkat lain')
}

export const SesiTab = () => {
  const list = SessionList.useSuspenseData({})
  const sessionEnd = EndSession.useMutation()
  const otherSessionsEnd = EndOtherSessions.useMutation()
  const endOne = async (id: number, nama: string) => {
    if (
      await confirm({
        title: `Akhiri sesi ${nama}?`,
        body: 'Perangkat itu harus masuk lagi.',
        confirm: 'Akhiri',
        danger: true,
      })
    )
      sessionEnd.mutate({ id }, { onSuccess: () => toast(`Sesi ${nama} diakhiri`) })
  }
  const endOthers = async () => {
    if (
      await confirm({
        title: 'Akhiri semua sesi lain?',
        body: 'Semua perangkat lain harus masuk lagi. Perangkat ini tetap masuk.',
        confirm: 'Akhiri semua',
        danger: true,
      })
    )
      otherSessionsEnd.mutate(
        {},
        { onSuccess: ({ berakhir }) => toast(`${berakhir} sesi diakhiri`) },
      )
  }
  return (
    <>
      <Text c="dimmed" mb="md">
        Perangkat yang masuk dengan akun Anda. Ada yang tidak Anda kenal? Akhiri sesinya dan ganti
        password Anda.
      </Text>
      <Timeline role="list" bulletSize={12} lineWidth={2}>
        {list.map((s) => {
          const nama = deviceName(s.agen)
          return (
            <Timeline.Item key={s.id} role="listitem" mt="md">
              <Group gap="0.5rem">
                <b>{nama}</b>
                {s.ini && <StatusBadge tone="green">Perangkat ini</StatusBadge>}
                {!s.ini && (
                  <Button
                    variant="default"
                    size="compact-sm"
                    ml="auto"
                    loading={sessionEnd.isPending && sessionEnd.variables.id === s.id}
                    aria-label={`Akhiri sesi ${nama}, ${waktu(s.terpakai)}`}
                    onClick={() => void endOne(s.id, nama)}
                  >
                    Akhiri
                  </Button>
                )}
              </Group>
              <Text c="dimmed">
                Terakhir dipakai {waktu(s.terpakai)} · masuk {waktu(s.dibuat)}
                {s.ip && ` · ${s.ip}`}
              </Text>
            </Timeline.Item>
          )
        })}
      </Timeline>
      {list.length > 1 && (
        <Button
          variant="default"
          mt="md"
          loading={otherSessionsEnd.isPending}
          onClick={() => void endOthers()}
        >
          Akhiri semua sesi lain
        </Button>
      )}
    </>
  )
}
