/**
 * Dashboard panel with the counts of the work that waits for a decision today, largest count first.
 * Kinds of work without waiting items are folded into one line.
 */
import { Box, Button, Group, Skeleton, Text } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { waiting, waitingNames, type WaitingName } from '#contract/access/waitingCalls.ts'
import { waitingQuery, type WaitingToday } from '#src/data/dashboard.ts'
import { useCan } from '#src/data/session/session.ts'
import type { Place } from '#src/state/place.ts'
import { Waiting } from '#src/ui/feedback/Waiting.tsx'
import { bulan, numberText, rupiah } from '#src/ui/format/format.ts'
import { LinkButton } from '#src/ui/page/LinkButton.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import classes from './Dashboard.module.css'

/** Polling interval in ms: the longest delay until a lesson without a coach shows. */
const pollMs = 60_000
/**
 * Hook that reads the counts. The page uses this hook as well, so that its other parts appear
 * together with the panel.
 */
export const useWaitingToday = () => useQuery({ ...waitingQuery, refetchInterval: pollMs })

interface Work {
  label: string
  place: Place
}
/** Label of each kind of work, and the list with its rows. */
const works: Record<WaitingName, Work> = {
  tanpaGuru: {
    label: 'Kelas yang gurunya berhalangan',
    place: { to: '/kursus-pelatih', search: { tab: 'hari' } },
  },
  tindakLanjut: {
    label: 'Lead perlu ditindaklanjuti',
    place: { to: '/sales/lead', search: waiting.tindakLanjut.list.filter },
  },
  pendaftar: { label: 'Pendaftar menunggu', place: { to: '/sales/pendaftar-mandiri' } },
  permintaan: {
    label: 'Permintaan cuti dan berhenti',
    place: { to: '/kursus-peserta', search: waiting.permintaan.list.filter },
  },
  usulan: {
    label: 'Usulan lulus',
    place: { to: '/kursus-peserta', search: waiting.usulan.list.filter },
  },
  draf: {
    label: 'Draft tagihan belum terbit',
    place: { to: '/billing', search: waiting.draf.list.filter },
  },
  konfirmasi: {
    label: 'Konfirmasi pembayaran menunggu',
    place: { to: '/konfirmasi-pembayaran', search: waiting.konfirmasi.list.filter },
  },
  pengingat: {
    label: 'Pengingat perlu dikirim',
    place: { to: '/billing/pengingat', search: waiting.pengingat.list.filter },
  },
  pengeluaran: {
    label: 'Pengeluaran menunggu keputusan',
    place: { to: '/pengeluaran-sales', search: waiting.pengeluaran.list.filter },
  },
  tunggakan: {
    label: 'Tagihan lewat jatuh tempo',
    // Most overdue first, because the next step is a reminder.
    place: { to: '/billing', search: { ...waiting.tunggakan.list.filter, sort: 'jatuh_tempo' } },
  },
  cuti: {
    label: 'Cuti guru menunggu keputusan',
    place: { to: '/pelatih-libur', search: waiting.cuti.list.filter },
  },
  mulai: {
    label: 'Kursus menunggu mulai',
    place: { to: '/kursus-peserta', search: waiting.mulai.list.filter },
  },
  pengganti: {
    label: 'Kelas pengganti habis dalam 14 hari',
    place: { to: '/kredit-pengganti', search: waiting.pengganti.list.filter },
  },
  kas: { label: 'Kas hari lalu belum ditutup', place: { to: '/tutup-kas' } },
  pekerjaan: {
    label: 'Masalah sistem',
    place: { to: '/setting', search: { tab: 'pekerjaan' } },
  },
}

type Count = NonNullable<WaitingToday['menunggu'][WaitingName]>
/** Maximum number of names below a count. */
const mostNames = 3
/** Returns the text below a count: the unpaid amount, or the first names; empty without either. */
const noteOf = ({ sisa, nama }: Count): string =>
  sisa === undefined ? (nama ?? []).slice(0, mostNames).join(', ') : `Sisa ${rupiah(sisa)}`

const Card = ({ work: { label, place }, count }: { work: Work; count: Count }) => {
  const note = noteOf(count)
  return (
    <PlaceLink {...place} className={classes.card}>
      <dl className={classes.figure}>
        <Text component="dt" size="sm" c="dimmed">
          {label}
        </Text>
        <dd>
          <Text m={0} fz="1.5rem" fw={600} lh={1.3}>
            {numberText(count.jumlah)}
          </Text>
          {note && (
            <Text m={0} size="sm">
              {note}
            </Text>
          )}
        </dd>
      </dl>
    </PlaceLink>
  )
}

/**
 * Line with the number of kinds of work that have no waiting items. A click on the line shows links
 * to the lists of these kinds.
 */
const Done = ({ works: done, alone }: { works: readonly Work[]; alone: boolean }) => {
  const [open, setOpen] = useState(false)
  const content = useId()
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <div>
      <Button
        variant="subtle"
        px="xs"
        ml="-0.5rem"
        leftSection={<Chevron size={16} aria-hidden />}
        aria-expanded={open}
        aria-controls={content}
        onClick={() => setOpen(!open)}
      >
        {numberText(done.length)} hal {alone ? '' : 'lain '}beres
      </Button>
      <Box id={content} component="ul" m={0} pl="1.75rem" fz="sm">
        {open &&
          done.map(({ label, place }) => (
            <li key={label}>
              <PlaceLink {...place}>{label}</PlaceLink>
            </li>
          ))}
      </Box>
    </div>
  )
}

type Month = NonNullable<WaitingToday['belum_dibuat']>[number]
/**
 * Card of a month whose bills should have been generated, with a link to the page that generates
 * them.
 */
const MonthToGenerate = ({ periode, outlet }: Month) => (
  <Box className={classes.card}>
    <dl className={classes.figure}>
      <Text component="dt" size="sm">
        Tagihan {bulan(periode).split(' ')[0]} belum dibuat
      </Text>
      <dd>
        {outlet.length > 0 && (
          <Text m={0} size="sm">
            {outlet.slice(0, mostNames).join(', ')}
          </Text>
        )}
        <LinkButton place={{ to: '/billing/generate', search: { periode } }} size="xs" mt="xs">
          Generate Tagihan
        </LinkButton>
      </dd>
    </dl>
  </Box>
)

const grid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(13rem, 100%), 1fr))',
  gap: '0.75rem',
}
/**
 * Cards of the waiting work: months without bills, then the counts, largest first. Equal counts
 * keep the order of the contract.
 */
const Counts = ({ menunggu, belum_dibuat = [] }: WaitingToday) => {
  const counts = waitingNames.flatMap((name) => {
    const count = menunggu[name]
    return count ? [{ work: works[name], count }] : []
  })
  const open = counts
    .filter(({ count }) => count.jumlah > 0)
    .toSorted((a, b) => b.count.jumlah - a.count.jumlah)
  const done = counts.filter(({ count }) => count.jumlah === 0).map(({ work }) => work)
  const isClear = open.length + belum_dibuat.length === 0
  return (
    <>
      {isClear && <Text m={0}>Tidak ada yang menunggu keputusan.</Text>}
      <Box style={grid}>
        {belum_dibuat.map((month) => (
          <MonthToGenerate key={month.periode} {...month} />
        ))}
        {open.map(({ work, count }) => (
          <Card key={work.label} work={work} count={count} />
        ))}
      </Box>
      {done.length > 0 && (
        <Box mt="0.5rem">
          <Done works={done} alone={isClear} />
        </Box>
      )}
    </>
  )
}

/**
 * Links to today's lessons, with their number, and to the day board. They are not cards, because
 * lessons do not wait for a decision. They are not in the heading of the panel either: the heading
 * would become taller on a phone once the data has loaded, and the body would move.
 */
const Lessons = ({ jumlah, selesai }: NonNullable<WaitingToday['pertemuan']>) => {
  const mayMark = useCan('kursus-pelatih/absensi')
  return (
    <Text mb="0.75rem">
      <PlaceLink to="/kursus-pelatih" search={{ tab: 'hari' }}>
        {`${numberText(jumlah)} pertemuan hari ini, ${numberText(selesai)} selesai`}
      </PlaceLink>
      {mayMark && (
        <>
          {' · '}
          <PlaceLink to="/kursus-pelatih/absensi">Absensi hari ini</PlaceLink>
        </>
      )}
    </Text>
  )
}
/**
 * Panel `Menunggu hari ini`. Shows a single skeleton until the response with all counts has
 * arrived.
 */
export const WaitingPanel = () => {
  const { data, isError, refetch } = useWaitingToday()
  return (
    <Panel title="Menunggu hari ini">
      {data?.pertemuan && <Lessons {...data.pertemuan} />}
      {data && <Counts {...data} />}
      {!data && !isError && (
        <Waiting>
          <Skeleton h="12rem" />
        </Waiting>
      )}
      {!data && isError && (
        <Group>
          Gagal dimuat
          <Button variant="default" onClick={() => void refetch()}>
            Coba lagi
          </Button>
        </Group>
      )}
    </Panel>
  )
}
