import { Stack, Text } from '@mantine/core'
import type { PindahanJob } from '#src/data/pindahan.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { rupiah } from '#src/ui/format/format.ts'
import { Badge } from '#src/ui/list/rows/Badge.tsx'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'

const names = { tagihan: 'Sisa tagihan terbuka', saldo: 'Saldo akun billing' }

/** Whether the sums after moving in are those before, plus those of the workbook. */
export const areSumsRight = ({ jumlah }: Pick<PindahanJob, 'jumlah'>): boolean =>
  jumlah?.every(({ cocok }) => cocok) ?? true

/** Sums of open bills and saldo before and after moving in, to be signed on paper. */
export const Sums = ({ job }: { job: PindahanJob }) =>
  job.jumlah && (
    <Panel title="Jumlah untuk ditandatangani">
      <Stack>
        {areSumsRight(job) ? (
          <Text>
            Cocok: tagihan dan saldo{' '}
            {job.status === 'selesai' ? 'sesudah' : 'yang akan ada sesudah'} pindahan sama dengan
            sebelumnya ditambah isi berkas.
          </Text>
        ) : (
          <Note tone="red" role="alert">
            Tidak cocok: jumlah sesudah pindahan berbeda dari sebelumnya ditambah isi berkas, jadi
            berkas ini tidak dapat disimpan. Bandingkan dengan buku lama, lalu perbaiki berkasnya.
          </Note>
        )}
        <DataTable
          caption="Jumlah untuk ditandatangani"
          rows={job.jumlah}
          rowKey={({ kunci }) => kunci}
          columns={[
            { label: 'Jumlah', cell: ({ kunci }) => names[kunci] },
            { label: 'Sebelum', right: true, cell: ({ sebelum }) => rupiah(sebelum) },
            { label: 'Isi berkas', right: true, cell: ({ lembar }) => rupiah(lembar) },
            { label: 'Sesudah', right: true, cell: ({ sesudah }) => rupiah(sesudah) },
            {
              label: 'Hasil',
              cell: ({ cocok }) => (
                <Badge tone={cocok ? 'green' : 'red'}>{cocok ? 'Cocok' : 'Tidak cocok'}</Badge>
              ),
            },
          ]}
        />
        <Text>Diperiksa oleh: .................... Tanggal: ....................</Text>
      </Stack>
    </Panel>
  )
