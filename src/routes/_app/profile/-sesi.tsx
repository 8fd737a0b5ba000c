/** Where one is logged in, and the way to end that. */
import { Button } from '@mantine/core'
import { AkhiriSesi, AkhiriSesiLain, SesiList } from '#src/data/calls.ts'
import { confirm, toast } from '#src/state/feedback.ts'
import { waktu } from '#src/ui/format.ts'
import { Badge } from '#src/ui/table.tsx'

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
/** `Chrome di Windows` of a browser's own long name. */
const perangkat = (agen: string | null) => {
  const [browser, system] = [named(browsers, agen ?? ''), named(systems, agen ?? '')]
  return browser && system ? `${browser} di ${system}` : (browser ?? system ?? 'Perangkat lain')
}

export const Sesi = () => {
  const list = SesiList.useData({})
  const one = AkhiriSesi.useSend()
  const others = AkhiriSesiLain.useSend()
  const endOne = async (id: number, nama: string) => {
    if (
      await confirm({
        title: `Akhiri sesi ${nama}?`,
        body: 'Perangkat itu harus masuk lagi.',
        confirm: 'Akhiri',
        danger: true,
      })
    )
      one.mutate({ id }, { onSuccess: () => toast(`Sesi ${nama} diakhiri`) })
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
      others.mutate({}, { onSuccess: ({ berakhir }) => toast(`${berakhir} sesi diakhiri`) })
  }
  return (
    <>
      <p className="dim" style={{ marginTop: 0 }}>
        Perangkat yang masuk dengan akun Anda. Ada yang tidak Anda kenal? Akhiri sesinya dan ganti
        password Anda.
      </p>
      <ul className="history">
        {list.map((s) => {
          const nama = perangkat(s.agen)
          return (
            <li key={s.id}>
              <div className="actions">
                <b>{nama}</b>
                {s.ini && <Badge tone="green">Perangkat ini</Badge>}
                {!s.ini && (
                  <Button
                    variant="default"
                    size="compact-sm"
                    style={{ marginLeft: 'auto' }}
                    loading={one.isPending && one.variables.id === s.id}
                    aria-label={`Akhiri sesi ${nama}, ${waktu(s.terpakai)}`}
                    onClick={() => void endOne(s.id, nama)}
                  >
                    Akhiri
                  </Button>
                )}
              </div>
              <div className="dim">
                Terakhir dipakai {waktu(s.terpakai)} · masuk {waktu(s.dibuat)}
                {s.ip && ` · ${s.ip}`}
              </div>
            </li>
          )
        })}
      </ul>
      {list.length > 1 && (
        <Button
          variant="default"
          mt="md"
          loading={others.isPending}
          onClick={() => void endOthers()}
        >
          Akhiri semua sesi lain
        </Button>
      )}
    </>
  )
}
