/** Dashboard cards with one count each. Each card links to the list that it counts. */
import { Box, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { menuCounts, type MenuCount } from '#contract/access/menuCounts.ts'
import { BillingStatus } from '#contract/enums.ts'
import type { Count } from '#src/data/api/createHooks.ts'
import { waiting } from '#src/data/dashboard.ts'
import { useMenuCountsFound } from '#src/data/menuCounts.ts'
import { useAllowed } from '#src/data/session/session.ts'
import { useToday } from '#src/state/clock.ts'
import type { Place } from '#src/state/place.ts'
import { numberText, rupiah } from '#src/ui/format/format.ts'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import classes from './Dashboard.module.css'

/** Polling interval of the cards, in ms: the maximum age of a count while the page is visible. */
const pollMs = 3 * 60_000
/** Polling interval of the unattended lessons, in ms. */
const soon = 60_000

interface Figure {
  /** Undefined while the request is pending. */
  data: number | undefined
  isError: boolean
}
interface CardProps {
  label: string
  place: Place
  of: Figure
  /**
   * Text below the number, shown if the count is above zero. A card with a note always reserves the
   * height of this text, so that the page does not shift.
   */
  note?: ReactNode
}
/** Card with a count. A count of zero is written as a word, so that the other numbers stand out. */
const Card = ({ label, place, of: { data, isError }, note }: CardProps) => (
  <PlaceLink {...place} className={classes.card}>
    <dl className={classes.figure}>
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <dd data-noted={note === undefined ? undefined : ''}>
        {data === undefined && !isError && <Skeleton h="1.6rem" w="3rem" mt="0.3rem" />}
        {data === undefined && isError && <Text m={0}>Gagal dimuat</Text>}
        {data === 0 && <Text m={0}>Tidak ada</Text>}
        {data !== undefined && data > 0 && (
          <Text m={0} fz="1.5rem" fw={600} lh={1.3}>
            {numberText(data)}
          </Text>
        )}
        {data !== undefined && data > 0 && note && (
          <Text m={0} size="sm">
            {note}
          </Text>
        )}
      </dd>
    </dl>
  </PlaceLink>
)

type CardSource = Omit<CardProps, 'of' | 'note'>
/** Card that fetches its count with a separate request. */
const CountCard = ({ of, ...card }: CardSource & { of: { query: (today: string) => Count } }) => {
  const query = of.query(useToday())
  return <Card {...card} of={useQuery({ ...query, refetchInterval: pollMs })} />
}

/**
 * Card with the number of today's lessons: finished ones and those still to come. Cancelled lessons
 * are not counted.
 */
const Lessons = () => {
  const today = useToday()
  const coming = useQuery({ ...waiting.coming.query(today), refetchInterval: pollMs })
  const done = useQuery({ ...waiting.done.query(today), refetchInterval: pollMs })
  const isKnown = coming.data !== undefined && done.data !== undefined
  return (
    <Card
      label="Pertemuan hari ini"
      place={{ to: '/kursus-pelatih', search: { tab: 'hari' } }}
      of={{
        data: isKnown ? coming.data + done.data : undefined,
        isError: coming.isError || done.isError,
      }}
      note={`${numberText(done.data)} selesai`}
    />
  )
}
const Unattended = () => {
  const { data, isError } = useQuery({
    ...waiting.unattended.query(useToday()),
    refetchInterval: soon,
  })
  const names = data?.pertemuan.map((lesson) => lesson.pelatih.name) ?? []
  return (
    <Card
      label="Kelas yang gurunya berhalangan"
      place={{ to: '/kursus-pelatih', search: { tab: 'hari' } }}
      of={{ data: data?.pertemuan.length, isError }}
      note={[...new Set(names)].slice(0, 3).join(', ')}
    />
  )
}
const Overdue = () => {
  const { data, isError } = useQuery({
    ...waiting.overdue.query(useToday()),
    refetchInterval: pollMs,
  })
  return (
    <Card
      label="Tagihan lewat jatuh tempo"
      place={{ to: '/billing', search: { tunggakan: '1' } }}
      of={{ data: data?.jumlah_baris, isError }}
      note={`Sisa ${rupiah(data?.sisa)}`}
    />
  )
}
const Tills = () => {
  const { data, isError } = useQuery({
    ...waiting.tills.query(useToday()),
    refetchInterval: pollMs,
  })
  return (
    <Card
      label="Kas hari lalu belum ditutup"
      place={{ to: '/tutup-kas' }}
      of={{ data: data?.length, isError }}
      note={data?.map(({ nama }) => nama).join(', ') ?? ''}
    />
  )
}
const Jobs = () => {
  const { data, isError } = useQuery({
    ...waiting.jobs.query(useToday()),
    refetchInterval: pollMs,
  })
  const bad = data?.filter(({ terakhir }) => terakhir && terakhir.hasil !== 'berhasil')
  return (
    <Card
      label="Masalah sistem"
      place={{ to: '/setting', search: { tab: 'pekerjaan' } }}
      of={{ data: bad?.length, isError }}
      note={bad?.map((job) => job.label).join(', ') ?? ''}
    />
  )
}

/**
 * Cards for counts that the menu also shows. A single request fetches the counts of all of them.
 */
const menuCards: readonly (CardSource & { of: MenuCount })[] = [
  {
    of: 'tindakLanjut',
    label: 'Lead perlu ditindaklanjuti',
    place: { to: '/sales/lead', search: { jatuh: 'perlu' } },
  },
  {
    of: 'pendaftar',
    label: 'Pendaftar menunggu',
    place: { to: '/sales/pendaftar-mandiri' },
  },
  {
    of: 'permintaan',
    label: 'Permintaan cuti, berhenti, dan lulus',
    place: { to: '/kursus-peserta', search: { permintaan_status: 'diajukan' } },
  },
  {
    of: 'draf',
    label: 'Draft tagihan belum terbit',
    place: { to: '/billing', search: { status: String(BillingStatus.draft) } },
  },
  {
    of: 'konfirmasi',
    label: 'Konfirmasi pembayaran menunggu',
    place: { to: '/konfirmasi-pembayaran', search: { status: 'menunggu' } },
  },
  {
    of: 'pengingat',
    label: 'Pengingat perlu dikirim',
    place: { to: '/billing/pengingat', search: { antre: '1' } },
  },
  {
    of: 'pengeluaran',
    label: 'Pengeluaran menunggu keputusan',
    place: { to: '/pengeluaran-sales', search: { status: 'diajukan' } },
  },
]
/**
 * Renders the cards with menu counts. A card is already shown while its count loads, so that the
 * content below does not shift.
 */
const MenuCards = () => {
  const may = useAllowed()
  const { counts, isPending, isError } = useMenuCountsFound()
  return menuCards.map(({ of, ...card }) => {
    const data = counts[of]
    const isAwaited = (isPending || isError) && may(menuCounts[of].code)
    return data === undefined && !isAwaited ? null : (
      <Card key={of} {...card} of={{ data, isError }} />
    )
  })
}

const grid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(13rem, 100%), 1fr))',
  gap: '0.75rem',
}
/** Cards for pending work. Each card is shown only with the access code for its list. */
export const DashboardCards = () => {
  const may = useAllowed()
  const sees = (name: keyof typeof waiting) => may(waiting[name].code)
  return (
    <Box style={grid}>
      {sees('coming') && <Lessons />}
      {sees('unattended') && <Unattended />}
      <MenuCards />
      {sees('overdue') && <Overdue />}
      {sees('leave') && (
        <CountCard
          label="Cuti guru menunggu keputusan"
          place={{ to: '/pelatih-libur', search: { status: 'diajukan' } }}
          of={waiting.leave}
        />
      )}
      {sees('toBegin') && (
        <CountCard
          label="Kursus menunggu mulai"
          place={{ to: '/kursus-peserta', search: { menunggu: 'true' } }}
          of={waiting.toBegin}
        />
      )}
      {sees('makeUps') && (
        <CountCard
          label="Kelas pengganti habis dalam 14 hari"
          place={{ to: '/kredit-pengganti', search: { habis: '14' } }}
          of={waiting.makeUps}
        />
      )}
      {sees('tills') && <Tills />}
      {sees('jobs') && <Jobs />}
    </Box>
  )
}
