/** Tab with the personal access tokens of the signed-in user: list, creation and revocation. */
import { Anchor, Button, Group, List, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { codeDescriptions } from '#contract/access/groups/accessGroups.ts'
import { tokensPerUser, type tokenList } from '#contract/access/tokenCalls.ts'
import type { CallOutput } from '#contract/call.ts'
import { RevokeToken, TokenList } from '#src/data/calls.ts'
import { confirm, toast } from '#src/state/feedback.ts'
import { waktu } from '#src/ui/format/format.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { LinkDialog } from '#src/ui/overlay/LinkDialog.tsx'
import { Popup } from '#src/ui/overlay/Menu.tsx'
import { part } from '#src/ui/page/part.ts'

type Token = CallOutput<typeof tokenList>[number]
// Loaded when the dialog opens, because few users make a token.
const TokenForm = lazy(() =>
  part(() => import('#src/routes/_app/profile/-tokenForm.tsx')).then((m) => ({
    default: m.TokenForm,
  })),
)

/** Number of access codes of a token, and a button that lists them. */
const Codes = ({ token: { nama, kode } }: { token: Token }) =>
  kode.length === 0 ? (
    <Dim>Tidak ada lagi</Dim>
  ) : (
    <Popup
      width={320}
      label={`Akses token ${nama}`}
      button={(props) => (
        <Button variant="default" size="xs" {...props} aria-label={`Lihat akses token ${nama}`}>
          {kode.length} akses
        </Button>
      )}
    >
      <List size="sm" mah="20rem" style={{ overflow: 'auto' }} tabIndex={0}>
        {kode.map((code) => (
          <List.Item key={code}>{codeDescriptions.get(code)?.nama ?? code}</List.Item>
        ))}
      </List>
    </Popup>
  )

export const TokenTab = () => {
  const tokens = TokenList.useSuspenseData({})
  const [opened, open] = useState(false)
  const [newToken, setNewToken] = useState<{ nama: string; token: string }>()
  const revocation = RevokeToken.useMutation()
  const revoke = async ({ id, nama }: Token) => {
    const isSure = await confirm({
      title: `Cabut token ${nama}?`,
      body: 'Program yang memakai token ini langsung tidak dapat masuk lagi.',
      confirm: 'Cabut',
      danger: true,
    })
    if (isSure) revocation.mutate({ id }, { onSuccess: () => toast(`Token ${nama} dicabut`) })
  }
  const isFull = tokens.length >= tokensPerUser
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Text c="dimmed" style={{ flex: '1 1 20rem' }}>
          Kunci agar program lain dapat membaca atau mencatat data atas nama Anda. Token tidak
          pernah boleh lebih dari Anda, dan berakhir jika password, role, atau status Anda berubah.{' '}
          <Anchor underline="always" href="/api/docs" target="_blank" rel="noopener">
            Referensi API
          </Anchor>
        </Text>
        <Button disabled={isFull} onClick={() => open(true)}>
          Buat token
        </Button>
      </Group>
      {isFull && (
        <Text c="dimmed">Sudah ada {tokensPerUser} token. Cabut yang tidak dipakai dahulu.</Text>
      )}
      <DataTable
        caption="Token akses Anda"
        empty="Belum ada token"
        rows={tokens}
        rowKey={({ id }) => id}
        columns={[
          {
            label: 'Token',
            cell: ({ nama, awalan }) => (
              <>
                {nama} <Dim>{awalan}…</Dim>
              </>
            ),
          },
          { label: 'Akses', cell: (token) => <Codes token={token} /> },
          {
            label: 'Outlet',
            cell: ({ gedung }) =>
              gedung.length === 0 ? (
                <Dim>Semua outlet Anda</Dim>
              ) : (
                gedung.map(({ nama }) => nama).join(', ')
              ),
          },
          { label: 'Berlaku sampai', cell: ({ kedaluwarsa }) => waktu(kedaluwarsa) },
          {
            label: 'Terakhir dipakai',
            cell: ({ terpakai }) => (terpakai ? waktu(terpakai) : <Dim>Belum pernah</Dim>),
          },
          {
            label: 'Tindakan',
            cell: (token) => (
              <Button
                variant="default"
                size="xs"
                c="var(--mantine-color-error)"
                aria-label={`Cabut token ${token.nama}`}
                loading={revocation.isPending && revocation.variables.id === token.id}
                onClick={() => void revoke(token)}
              >
                Cabut
              </Button>
            ),
          },
        ]}
      />
      {opened && (
        <Suspense>
          <TokenForm close={() => open(false)} onMade={setNewToken} />
        </Suspense>
      )}
      {newToken && (
        <LinkDialog
          title={`Token ${newToken.nama}`}
          label="Token"
          url={newToken.token}
          close={() => setNewToken(undefined)}
        >
          Salin token ini sekarang ke program Anda; token tidak ditampilkan lagi. Siapa pun yang
          memegangnya dapat bertindak atas nama Anda.
        </LinkDialog>
      )}
    </Stack>
  )
}
