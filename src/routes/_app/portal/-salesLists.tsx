/**
 * Panels of the portal of a sales person: held slots (weekly lesson times reserved for a person),
 * courses that have not started, and overdue bills of the families.
 */
import { Group, Text } from '@mantine/core'
import type { CallOutput } from '#contract/call.ts'
import { Hari } from '#contract/enums.ts'
import type { portalSales } from '#contract/sales/portalCalls.ts'
import { useCan } from '#src/data/session/session.ts'
import { PortalList, EmptyText } from '#src/routes/_app/portal/-portal.tsx'
import { jam, numberText, rupiah, shortTanggal, waktu } from '#src/ui/format/format.ts'
import { Badge } from '#src/ui/list/rows/Badge.tsx'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'

type Portal = CallOutput<typeof portalSales>
type Slot = Portal['slot'][number]

const Whose = ({ slot: { lead_id, peserta_id, nama } }: { slot: Slot }) =>
  lead_id === null ? (
    <PlaceLink to="/user/view" search={{ id: peserta_id ?? 0 }}>
      {nama}
    </PlaceLink>
  ) : (
    <PlaceLink to="/sales/lead/view" search={{ id: lead_id }}>
      {nama}
    </PlaceLink>
  )
/**
 * Panel with the held slots, sorted by the time at which they expire; not shown if there are none.
 */
export const HeldSlots = ({ slot }: Portal) =>
  slot.length === 0 ? null : (
    <Panel title="Jadwal yang dipesan">
      <PortalList>
        {slot.map((heldSlot) => (
          <li key={heldSlot.id}>
            <Group gap="0.25rem 0.6rem">
              <Whose slot={heldSlot} />
              <b>{`sampai ${waktu(heldSlot.sampai_at, heldSlot.zona_waktu)}`}</b>
            </Group>
            <Text m={0} c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {`${heldSlot.kursus} · ${Hari.label(heldSlot.hari)} ${jam(heldSlot.jam_mulai)} · ${heldSlot.pelatih} · ${heldSlot.gedung}`}
            </Text>
          </li>
        ))}
      </PortalList>
    </Panel>
  )

/**
 * Panel with the enrolments that have not started, for students of the sales person. Each enrolment
 * shows the reason why it has not started. The panel is not shown if there are no such enrolments.
 */
export const WaitingSeats = ({ menunggu }: Portal) =>
  menunggu.length === 0 ? null : (
    <Panel title="Menunggu mulai">
      <PortalList>
        {menunggu.map((enrolment) => (
          <li key={enrolment.id}>
            <Group gap="0.25rem 0.6rem">
              <Badge tone={enrolment.sebab === null ? 'green' : 'orange'}>
                {enrolment.sebab ?? 'Bisa diaktifkan'}
              </Badge>
              <PlaceLink to="/kursus-peserta/view" search={{ id: enrolment.id }}>
                {enrolment.peserta}
              </PlaceLink>
            </Group>
            <Text m={0} c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {`${enrolment.kelas} · mulai ${shortTanggal(enrolment.mulai)}`}
            </Text>
          </li>
        ))}
      </PortalList>
    </Panel>
  )

/** Panel with the overdue bills that contain a line for a student of the sales person. */
export const Overdue = ({ tunggakan, jumlah_tunggakan, total_tunggakan }: Portal) => {
  const may = useCan('billing/view')
  return (
    <Panel title="Tunggakan peserta saya">
      {tunggakan.length === 0 ? (
        <EmptyText>Tidak ada tagihan yang lewat jatuh tempo.</EmptyText>
      ) : (
        <>
          <Text mt={0}>
            {`${numberText(jumlah_tunggakan)} tagihan lewat jatuh tempo, sisa ${rupiah(total_tunggakan)}`}
          </Text>
          <DataTable
            caption="Tagihan yang paling lama lewat jatuh tempo"
            rows={tunggakan}
            rowKey={(b) => b.id}
            columns={[
              {
                label: 'Tagihan',
                cell: (b) =>
                  may ? (
                    <PlaceLink to="/billing/view" search={{ id: b.id }}>
                      {b.nomor ?? '–'}
                    </PlaceLink>
                  ) : (
                    (b.nomor ?? '–')
                  ),
              },
              { label: 'Akun billing', cell: (b) => b.akun },
              { label: 'Jatuh tempo', cell: (b) => shortTanggal(b.jatuh_tempo) },
              { label: 'Sisa', cell: (b) => rupiah(b.sisa), right: true },
            ]}
          />
        </>
      )}
    </Panel>
  )
}
