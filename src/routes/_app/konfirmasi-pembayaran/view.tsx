import { Box, Text } from '@mantine/core'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { KonfirmasiPembayarans } from '#src/data/resources/konfirmasiPembayaran.ts'
import { useAllowed, useCan } from '#src/data/session/session.ts'
import { ApproveDialog } from '#src/routes/_app/konfirmasi-pembayaran/-approve.tsx'
import {
  ConfirmationStatus,
  confirmationPlace,
  useConfirmationActions,
  useConfirmationQueue,
  type Confirmation,
} from '#src/routes/_app/konfirmasi-pembayaran/-konfirmasi.tsx'
import {
  Bills,
  ConfirmationFacts,
  PaymentHistory,
  Duplicates,
} from '#src/routes/_app/konfirmasi-pembayaran/-parts.tsx'
import { numberText } from '#src/ui/format/format.ts'
import { useFullWidth } from '#src/ui/hooks/useFullWidth.ts'
import { Panel } from '#src/ui/record/Panel.tsx'
import { Proof } from '#src/ui/record/Proof.tsx'
import {
  RecordHeader,
  RecordHistory,
  RecordTabs,
  type RecordAction,
} from '#src/ui/record/Record.tsx'
import { recordRoute } from '#src/ui/record/recordRoute.ts'
import { useKeys } from '#src/ui/record/useKeys.ts'

const expand = 'akun_billing,bank,gedung,pengaju,peninjau,tagihan,pembayaran,kembar,sebelumnya'
export const Route = createFileRoute('/_app/konfirmasi-pembayaran/view')({
  ...recordRoute(
    () =>
      import('#src/data/resources/konfirmasiPembayaran.ts').then((m) => m.KonfirmasiPembayarans),
    expand,
    {
      code: 'konfirmasi-pembayaran/setujui',
      query: () =>
        import('#src/data/resources/konfirmasiPembayaran.ts').then((m) => m.confirmationQueue),
    },
  ),
  component: ConfirmationDetail,
})

const sides = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(24rem, 100%), 1fr))',
  gap: '0 1.25rem',
  alignItems: 'start',
}

/** Returns the actions with keyboard shortcuts: approve, reject, and open the next confirmation. */
const useDecisions = (row: Confirmation, approve: () => void) => {
  const navigate = useNavigate()
  const allowed = useAllowed()
  const mayDecide = useCan('konfirmasi-pembayaran/setujui')
  const queue = useConfirmationQueue(row.id, mayDecide)
  const { refusal, withdrawal, whyNotDecide } = useConfirmationActions()
  const isWaiting = row.status === 'menunggu'
  const { next, previous } = queue
  const approval: RecordAction = {
    label: 'Setujui',
    code: 'konfirmasi-pembayaran/setujui',
    primary: true,
    disabled: whyNotDecide(row),
    run: approve,
  }
  const go = (to: { id: number } | undefined) => () => {
    if (to) void navigate(confirmationPlace(to))
  }
  const again: RecordAction = {
    label: 'Kirim lagi',
    code: 'konfirmasi-pembayaran/create',
    primary: true,
    run: () => {
      const open = row.tagihan?.find((b) => !b.void_at && b.sisa > 0)
      void navigate({
        to: '/konfirmasi-pembayaran/form',
        search: open ? { billing_id: open.id } : {},
      })
    },
  }
  const run = (action: RecordAction) => () => {
    if (isWaiting && !action.disabled && (!action.code || allowed(action.code))) action.run()
  }
  const goOn = go(next)
  const refusing = refusal(row, goOn)
  useKeys({ s: run(approval), t: run(refusing), n: goOn, p: go(previous) })
  const actions: RecordAction[] = [
    ...(isWaiting ? [approval, refusing] : []),
    ...(row.status === 'ditolak' && !mayDecide ? [again] : []),
    ...(mayDecide && next ? [{ label: 'Berikutnya', run: goOn }] : []),
    ...(isWaiting ? [withdrawal(row)] : []),
  ]
  return { actions, queue, mayDecide, goOn }
}

function ConfirmationDetail() {
  const { id } = Route.useSearch()
  const row = KonfirmasiPembayarans.useView(id, expand)
  const [approving, setApproving] = useState(false)
  useFullWidth()
  const { actions, queue, mayDecide, goOn } = useDecisions(row, () => setApproving(true))
  return (
    <>
      <RecordHeader
        name={row.nomor}
        status={<ConfirmationStatus status={row.status} />}
        actions={actions}
      />
      {mayDecide && queue.place > 0 && (
        <Text c="dimmed" mb="sm">
          {`${numberText(queue.place)} dari ${numberText(queue.count)} yang menunggu`}
        </Text>
      )}
      <Duplicates row={row} />
      <Box style={sides}>
        <Panel title="Bukti">
          <Proof id={row.bukti} name={row.nomor} />
        </Panel>
        <div>
          <Panel title="Tagihan">
            <Bills row={row} />
          </Panel>
          <Panel title="Transfer">
            <ConfirmationFacts row={row} />
          </Panel>
          <PaymentHistory row={row} />
        </div>
      </Box>
      <RecordTabs
        tabs={[
          {
            id: 'riwayat',
            label: 'Riwayat',
            code: 'audit/index',
            content: (
              <RecordHistory entitas="konfirmasi-pembayaran" id={id} of={KonfirmasiPembayarans} />
            ),
          },
        ]}
      />
      {approving && <ApproveDialog row={row} close={() => setApproving(false)} done={goOn} />}
    </>
  )
}
