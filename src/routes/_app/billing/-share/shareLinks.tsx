/**
 * Sections of the share page: links to the public page of a bill, and the messages sent for the
 * bill.
 */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { KanalPesan, StatusPesan, type shareDetail } from '#contract/billing/shareCalls.ts'
import type { CallOutput } from '#contract/call.ts'
import { RevokeShare, ShareBill } from '#src/data/calls.ts'
import { confirm, toast } from '#src/state/feedback.ts'
import { numberText, phoneText, waktu } from '#src/ui/format/format.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { Badge } from '#src/ui/list/table/table.tsx'
import { LinkDialog } from '#src/ui/overlay/LinkDialog.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { billName, type Bill } from '../-bill.tsx'

export type Detail = CallOutput<typeof shareDetail>

/**
 * Describes how often a link was opened, and when it was first opened. Used for links that were
 * made on this page and for links that were sent in a message.
 */
const openedText = (times: number, first: string | null): string => {
  if (times === 0 || first === null) return 'Belum dibuka'
  return `${numberText(times)} kali, pertama ${waktu(first)}`
}

interface Props {
  bill: Bill
  detail: Detail
  /** Last day on which the links work; undefined if it is unknown. */
  until: string | undefined
}
export const LinkPanel = ({ bill, detail, until }: Props) => {
  const make = ShareBill.useMutation({ params: { id: bill.id } })
  const revoke = RevokeShare.useMutation({ params: { id: bill.id } })
  const [url, show] = useState<string>()
  const live = detail.tautan.filter((t) => t.sebab === null)
  const end = async () => {
    const body = 'Keluarga yang sudah menerimanya tidak dapat membuka halaman tagihan lagi.'
    const title = `Cabut semua tautan ${billName(bill)}?`
    if (await confirm({ title, body, confirm: 'Cabut', danger: true }))
      revoke.mutate({}, { onSuccess: ({ jumlah }) => toast(`${jumlah} tautan dicabut`) })
  }
  return (
    <Panel title="Tautan">
      <Stack>
        <Group justify="space-between" gap="0.6rem">
          <Text c="dimmed">
            {until
              ? `Berlaku sampai ${until}.`
              : 'Berlaku sampai 60 hari setelah tagihan lunas, atau sampai dicabut.'}
          </Text>
          <Group gap="0.6rem">
            <Button
              variant="default"
              loading={make.isPending}
              disabled={detail.halangan !== null}
              onClick={() => make.mutate({}, { onSuccess: (answer) => show(answer.url) })}
            >
              Buat tautan
            </Button>
            {live.length > 0 && (
              <Button
                variant="default"
                c="var(--mantine-color-error)"
                loading={revoke.isPending}
                onClick={() => void end()}
              >
                Cabut semua tautan
              </Button>
            )}
          </Group>
        </Group>
        {detail.tautan.length === 0 ? (
          <Text c="dimmed">Belum ada tautan</Text>
        ) : (
          <DataTable
            caption="Tautan"
            rows={detail.tautan}
            rowKey={(t) => t.id}
            columns={[
              { label: 'Dibuat', cell: (t) => waktu(t.dibuat) },
              { label: 'Oleh', cell: (t) => t.oleh },
              { label: 'Dibuka', cell: (t) => openedText(t.dibuka, t.dibuka_at) },
              {
                label: 'Status',
                cell: (t) =>
                  t.sebab ? (
                    <Badge tone="red">{t.sebab}</Badge>
                  ) : (
                    <Badge tone="green">Berlaku</Badge>
                  ),
              },
            ]}
          />
        )}
      </Stack>
      {url && (
        <LinkDialog title="Tautan tagihan" url={url} close={() => show(undefined)}>
          Siapa pun yang memilikinya dapat membaca tagihan ini. Tautan ini tidak ditampilkan lagi.
        </LinkDialog>
      )}
    </Panel>
  )
}

/**
 * Table of the messages sent for a bill: time, recipient, sender, and whether the link was opened.
 */
export const MessageTable = ({ messages }: { messages: Detail['pesan'] }) => {
  if (messages.length === 0) return <Text c="dimmed">Belum pernah dikirim</Text>
  return (
    <DataTable
      caption="Pesan terkirim"
      rows={messages}
      rowKey={(m) => m.id}
      columns={[
        { label: 'Waktu', cell: (m) => waktu(m.dibuat) },
        {
          label: 'Kepada',
          cell: (m) => (
            <span>
              {m.nama}
              <Dim style={{ display: 'block', fontSize: '0.85em' }}>
                {KanalPesan.label(m.kanal)}: {m.kanal === 'email' ? m.tujuan : phoneText(m.tujuan)}
              </Dim>
            </span>
          ),
        },
        { label: 'Oleh', cell: (m) => m.oleh },
        {
          label: 'Status',
          cell: (m) => (
            <Badge tone={StatusPesan.tone(m.status)}>{StatusPesan.label(m.status)}</Badge>
          ),
        },
        {
          label: 'Tautan dibuka',
          cell: (m) => (m.dibuka_at ? waktu(m.dibuka_at) : 'Belum'),
        },
      ]}
    />
  )
}
