/**
 * Tab for staff with the valid secret links and access tokens of a user, their last use, and a
 * button that revokes one.
 */
import { Button, Group, Stack, Text } from '@mantine/core'
import { JenisTautan, type tautanUser } from '#contract/access/linkCalls.ts'
import type { CallOutput } from '#contract/call.ts'
import { CabutTautan, TautanUser } from '#src/data/calls.ts'
import { confirm, toast } from '#src/state/feedback.ts'
import { waktu } from '#src/ui/format/format.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'

type Link = CallOutput<typeof tautanUser>[number]
const nameOf = ({ jenis, untuk }: Link): string =>
  untuk === null ? JenisTautan.label(jenis) : `${JenisTautan.label(jenis)} ${untuk}`

export const UserLinks = ({ id }: { id: number }) => {
  const links = TautanUser.useSuspenseData({ id })
  const { mutate, isPending } = CabutTautan.useMutation({ params: { id } })
  const end = async (link: Link) => {
    const isSure = await confirm({
      title: `Cabut ${nameOf(link)}?`,
      body: 'Siapa pun yang memegang tautan ini tidak dapat memakainya lagi.',
      confirm: 'Cabut',
      danger: true,
    })
    const { jenis, tautan_id } = link
    if (isSure) mutate({ jenis, tautan_id }, { onSuccess: () => toast('Tautan dicabut') })
  }
  const endAll = async () => {
    const isSure = await confirm({
      title: 'Cabut semua tautan?',
      body: 'Undangan, kode reset, kalender, tautan tagihan, dan token akses orang ini tidak berlaku lagi.',
      confirm: 'Cabut semua',
      danger: true,
    })
    if (isSure)
      mutate(
        { jenis: null, tautan_id: null },
        { onSuccess: ({ jumlah }) => toast(`${jumlah} tautan dicabut`) },
      )
  }
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" style={{ flex: '1 1 16rem' }}>
          Tautan dan token yang membuka data orang ini tanpa password. Isinya tidak dapat
          ditampilkan lagi.
        </Text>
        {links.length > 1 && (
          <Button
            variant="default"
            c="var(--mantine-color-error)"
            loading={isPending}
            onClick={() => void endAll()}
          >
            Cabut semua
          </Button>
        )}
      </Group>
      <DataTable
        caption="Tautan yang berlaku"
        empty="Tidak ada tautan yang berlaku"
        rows={links}
        rowKey={(link) => `${link.jenis}-${link.tautan_id}`}
        columns={[
          { label: 'Tautan', cell: nameOf },
          { label: 'Dibuat', cell: (link) => waktu(link.dibuat) },
          {
            label: 'Terakhir dipakai',
            cell: ({ terakhir }) => (terakhir ? waktu(terakhir) : <Dim>Belum pernah</Dim>),
          },
          {
            label: 'Berlaku sampai',
            cell: ({ kedaluwarsa }) =>
              kedaluwarsa ? waktu(kedaluwarsa) : <Dim>60 hari setelah lunas</Dim>,
          },
          {
            label: 'Tindakan',
            cell: (link) => (
              <Button
                variant="default"
                size="xs"
                c="var(--mantine-color-error)"
                aria-label={`Cabut ${nameOf(link)}`}
                disabled={isPending}
                onClick={() => void end(link)}
              >
                Cabut
              </Button>
            ),
          },
        ]}
      />
    </Stack>
  )
}
