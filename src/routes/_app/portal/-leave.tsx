/**
 * Panel with the leave requests of the signed-in coach, the decisions on these requests, and a form
 * for a new request.
 */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { StatusLibur } from '#contract/enums.ts'
import { ownLeaveSearch, PelatihLiburs } from '#src/data/resources/pelatihLibur.ts'
import { useCan, useMe } from '#src/data/session/session.ts'
import { leaveDays } from '#src/routes/_app/-leaveDays.ts'
import { PortalItem, PortalList, EmptyText } from '#src/routes/_app/portal/-portal.tsx'
import { confirm, toast } from '#src/state/feedback.ts'
import { formFor } from '#src/ui/form/form.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { StatusBadge } from '#src/ui/record/StatusBadge.tsx'

const { ModalForm, Field } = formFor(PelatihLiburs)

export const OwnLeave = () => {
  const me = useMe()
  const mayAsk = useCan('pelatih-libur/create')
  const mayWithdraw = useCan('pelatih-libur/delete')
  const { rows } = PelatihLiburs.useList(ownLeaveSearch(me?.id ?? 0))
  const remove = PelatihLiburs.useDelete()
  const [asking, ask] = useState(false)
  const withdraw = async (row: (typeof rows)[number]) => {
    if (
      await confirm({
        title: `Tarik pengajuan libur ${leaveDays(row)}?`,
        body: 'Pengajuan ini dihapus dan tidak lagi menunggu keputusan.',
        confirm: 'Tarik',
        danger: true,
      })
    )
      remove.mutate(row.id, { onSuccess: () => toast(`Pengajuan ${leaveDays(row)} ditarik`) })
  }
  return (
    <Panel
      title="Libur saya"
      aside={
        mayAsk && (
          <Button variant="default" onClick={() => ask(true)}>
            Ajukan libur
          </Button>
        )
      }
    >
      {rows.length === 0 && (
        <EmptyText>
          Belum ada pengajuan libur. Ajukan sedini mungkin agar sekolah dapat mencari pengganti.
        </EmptyText>
      )}
      <PortalList>
        {rows.map((row) => (
          <PortalItem
            key={row.id}
            note={`${row.alasan}${row.alasan_tolak ? ` · Ditolak: ${row.alasan_tolak}` : ''}`}
            action={
              mayWithdraw &&
              row.status === 'diajukan' && (
                <Button
                  variant="default"
                  aria-label={`Tarik pengajuan ${leaveDays(row)}`}
                  loading={remove.isPending && remove.variables === row.id}
                  onClick={() => void withdraw(row)}
                >
                  Tarik
                </Button>
              )
            }
          >
            <b>{leaveDays(row)}</b>
            <StatusBadge tone={StatusLibur.tone(row.status)}>
              {StatusLibur.label(row.status)}
            </StatusBadge>
          </PortalItem>
        ))}
      </PortalList>
      {me && (
        <ModalForm
          title="Ajukan Libur"
          submitLabel="Ajukan"
          target={{ id: asking ? 0 : null, close: () => ask(false) }}
          initial={{ pelatih_id: me.id }}
          nameOf={leaveDays}
        >
          <Field name="mulai" />
          <Field name="selesai" />
          <Field name="alasan" wide />
        </ModalForm>
      )}
    </Panel>
  )
}
