/**
 * Preview of the setting that closes months: the first day on which entries remain possible, and
 * the open items dated before that day.
 */
import { Anchor, Group, Text } from '@mantine/core'
import { BillingStatus } from '#contract/enums.ts'
import {
  addDays,
  addMonths,
  currentDay,
  firstDay,
  formatTanggal,
  validYear,
} from '#contract/values/tanggal.ts'
import { OpenBefore } from '#src/data/setting.ts'
import { PreviewBox } from '#src/routes/_app/-setting/previewBox.tsx'
import type { Place } from '#src/state/place.ts'
import { useFormStore, useFormValue } from '#src/ui/form/useForm.ts'
import { isDay, numberText, rupiah } from '#src/ui/format/format.ts'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'

/** Returns the last days of the three previous months, because books are closed by the month. */
const monthEnds = (): string[] => {
  const month = currentDay().slice(0, 7)
  return [0, -1, -2].map((n) => addDays(firstDay(addMonths(month, n)), -1))
}
const Item = ({ n, of, place }: { n: number; of: string; place: Place }) => (
  <li>
    {n === 0 ? (
      `Tidak ada ${of}`
    ) : (
      <PlaceLink {...place}>
        {numberText(n)} {of}
      </PlaceLink>
    )}
  </li>
)

const OpenItems = ({ until }: { until: string }) => {
  const { data, isError } = OpenBefore.useOptionalQuery({ sampai: until })
  if (isError) return <Text c="dimmed">Yang masih terbuka tidak dapat dimuat.</Text>
  if (!data) return <Text c="dimmed">Memeriksa yang masih terbuka …</Text>
  const { draft, pengeluaran, pertemuan, belum_lunas } = data
  return (
    <>
      <Text>Masih terbuka sampai {formatTanggal(until)}:</Text>
      <ul style={{ margin: 0, paddingInlineStart: '1.25rem' }}>
        <Item
          n={draft}
          of="draft tagihan belum terbit"
          place={{ to: '/billing', search: { status: BillingStatus.draft } }}
        />
        <Item
          n={pengeluaran}
          of="pengeluaran belum diputuskan"
          place={{ to: '/pengeluaran-sales', search: { status: 'diajukan' } }}
        />
        <Item n={pertemuan} of="pertemuan tanpa absensi" place={{ to: '/kursus-pelatih' }} />
        <Item
          n={belum_lunas.jumlah}
          of={`tagihan belum lunas (${rupiah(belum_lunas.sisa)}); tetap dapat dibayar nanti`}
          place={{
            to: '/billing',
            search: {
              status: BillingStatus.terbit,
              batal: 'false',
              'sisa.gte': 1,
              'tanggal_terbit.lte': until,
            },
          }}
        />
      </ul>
    </>
  )
}

export const PembukuanPreview = () => {
  const value = useFormValue('kunci_buku_sampai')
  const store = useFormStore()
  const until =
    typeof value === 'string' && isDay(value) && validYear.test(value) ? value : undefined
  return (
    <PreviewBox>
      <Text>
        {until ? (
          <>
            Transaksi dapat dicatat mulai <b>{formatTanggal(addDays(until, 1))}</b>.
          </>
        ) : (
          'Buku terbuka: transaksi tanggal berapa pun dapat dicatat.'
        )}
      </Text>
      <Group gap="0.25rem 1rem">
        <span>Kunci sampai akhir bulan:</span>
        {monthEnds().map((day) => (
          <Anchor
            key={day}
            component="button"
            type="button"
            onClick={() => store.set('kunci_buku_sampai', day)}
          >
            {formatTanggal(day)}
          </Anchor>
        ))}
      </Group>
      {until && <OpenItems until={until} />}
    </PreviewBox>
  )
}
