/**
 * Sections of the record of a statement line: the data from the bank, and the proposed or confirmed
 * match.
 */
import { Button, Group, List, Stack, Text } from '@mantine/core'
import { useCan } from '#src/data/session/session.ts'
import {
  effectOf,
  ProposalKind,
  type Line,
  type Proposal,
} from '#src/routes/_app/mutasi-bank/-mutasi.tsx'
import { tanggalWithDay, rupiah, tanggal, waktu } from '#src/ui/format/format.ts'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Facts } from '#src/ui/record/Facts.tsx'

export const LineFacts = ({ line }: { line: Line }) => {
  const { bank, impor } = line
  return (
    <Facts
      items={[
        [line.masuk > 0 ? 'Masuk' : 'Keluar', <b key="j">{rupiah(line.masuk || line.keluar)}</b>],
        ['Tanggal', tanggalWithDay(line.tanggal)],
        ['Keterangan', line.keterangan],
        ['Referensi', line.referensi],
        ['Rekening', bank && `${bank.nama_bank} ${bank.no_rekening}`],
        ['Saldo Rekening', line.saldo === null ? null : rupiah(line.saldo)],
        ['Dari Berkas', impor && `${impor.nama_berkas}, ${waktu(impor.created_at)}`],
      ]}
    />
  )
}

const whereOf = ({ jenis, id }: Proposal) => {
  if (jenis === 'konfirmasi') return { to: '/konfirmasi-pembayaran/view', search: { id } } as const
  return jenis === 'pembayaran'
    ? ({ to: '/billing-payment/view', search: { id } } as const)
    : ({ to: '/billing/view', search: { id } } as const)
}
const verbOf = ({ jenis }: Proposal): string => {
  if (jenis === 'konfirmasi') return 'Setujui konfirmasi'
  return jenis === 'pembayaran' ? 'Cocokkan' : 'Catat pembayaran'
}

const ProposalCard = ({
  proposal,
  accept,
  busy,
  isBest,
}: {
  proposal: Proposal
  accept: ((proposal: Proposal) => void) | undefined
  busy: boolean
  isBest: boolean
}) => (
  <article aria-label={effectOf(proposal)}>
    <Group justify="space-between" align="flex-start" gap="xs">
      <div style={{ minWidth: 0, overflowWrap: 'anywhere', flex: '1 1 12rem' }}>
        <Text fw={600} m={0}>
          {proposal.akun} <ProposalKind proposal={proposal} />
        </Text>
        <Text m={0}>
          <PlaceLink {...whereOf(proposal)}>{proposal.judul}</PlaceLink> · {rupiah(proposal.jumlah)}
        </Text>
      </div>
      {accept && (
        <Button
          variant={isBest ? 'filled' : 'default'}
          loading={busy}
          onClick={() => accept(proposal)}
          aria-label={`${verbOf(proposal)}: ${proposal.judul}, ${proposal.akun}`}
        >
          {verbOf(proposal)}
        </Button>
      )}
    </Group>
    <List size="sm" c="dimmed" mt={4}>
      {proposal.alasan.map((why) => (
        <List.Item key={why}>{why}</List.Item>
      ))}
      <List.Item>Nilai {proposal.skor} dari 100</List.Item>
    </List>
  </article>
)

const when = (time: string | null, by: { name: string } | null | undefined) =>
  time && `${waktu(time)} oleh ${by?.name ?? '–'}`
/**
 * Returns the data of the matched payment as pairs of label and value. For a payment outside the
 * outlets of the user, returns a single pair, which states that the payment is outside these
 * outlets.
 */
const paymentFacts = (pembayaran: Line['pembayaran'], mayOpen: boolean) => {
  if (!pembayaran) return [['Kuitansi', 'Di luar wilayah Anda'] as const]
  const { id, nomor, akun, jumlah, ke_saldo } = pembayaran
  return [
    [
      'Kuitansi',
      mayOpen ? (
        <PlaceLink key="k" to="/billing-payment/view" search={{ id }}>
          {nomor}
        </PlaceLink>
      ) : (
        nomor
      ),
    ] as const,
    ['Akun Billing', akun] as const,
    ['Tanggal', tanggal(pembayaran.tanggal)] as const,
    ['Jumlah', rupiah(jumlah)] as const,
    ['Ke Saldo', ke_saldo > 0 ? rupiah(ke_saldo) : null] as const,
  ]
}
/** Shows how a statement line was matched, or why it was ignored. */
const Explanation = ({ line }: { line: Line }) => {
  const mayOpenReceipt = useCan('billing-payment/view')
  if (line.status === 'diabaikan')
    return (
      <Facts
        items={[
          ['Alasan', line.alasan],
          ['Diabaikan', when(line.diabaikan_at, line.pengabai)],
        ]}
      />
    )
  return (
    <Facts
      items={[
        ...paymentFacts(line.pembayaran, mayOpenReceipt),
        ['Cara', line.dibukukan ? 'Dicatat dari mutasi ini' : 'Sudah dicatat sebelumnya'],
        ['Dicocokkan', when(line.dicocokkan_at, line.pencocok)],
      ]}
    />
  )
}

export const Proposals = ({
  line,
  accept,
  busy,
}: {
  line: Line
  accept: ((proposal: Proposal) => void) | undefined
  busy: boolean
}) => {
  const { usulan = [] } = line
  if (line.status !== 'belum') return <Explanation line={line} />
  if (usulan.length === 0)
    return (
      <Text c="dimmed" m={0}>
        {line.masuk > 0
          ? 'Tidak ada tagihan, konfirmasi, atau pembayaran yang mirip. Cari sendiri, atau abaikan dengan alasannya.'
          : 'Uang keluar tidak menjadi pembayaran: abaikan dengan alasannya.'}
      </Text>
    )
  return (
    <Stack gap="lg">
      {usulan.map((proposal, i) => (
        <ProposalCard
          key={`${proposal.jenis} ${proposal.id}`}
          proposal={proposal}
          accept={accept}
          busy={busy}
          isBest={i === 0}
        />
      ))}
    </Stack>
  )
}
