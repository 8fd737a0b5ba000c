import { Button, Group, Text } from '@mantine/core'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { can } from '#contract/access/access.ts'
import { guard, homeOf } from '#src/data/session/guard.ts'
import { logout, me, useMe } from '#src/data/session/session.ts'
import { CenteredCard } from '#src/ui/page/CenteredCard.tsx'
import { LinkButton } from '#src/ui/page/LinkButton.tsx'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'

const texts: Record<string, string> = {
  400: 'Permintaan ini tidak dapat dimengerti server. Periksa kembali alamat atau isian Anda.',
  401: 'Anda perlu masuk untuk membuka halaman ini.',
  403: 'Akun Anda tidak memiliki akses ke halaman ini. Hubungi admin jika Anda memerlukannya.',
  404: 'Halaman yang Anda cari tidak ada atau sudah dipindahkan.',
  500: 'Terjadi kesalahan di server. Data Anda aman; silakan coba lagi beberapa saat lagi.',
  503: 'Layanan sedang tidak tersedia. Silakan coba lagi beberapa saat lagi.',
}

export const Route = createFileRoute('/errors/$kode')({
  beforeLoad: ({ location, preload }) => guard(location, preload),
  // Returns `hasHome`: whether the page has a link to the start page. The page omits the link if
  // `/` would lead back to this error.
  loader: async ({ params: { kode } }) => {
    const user = kode === '403' ? me() : undefined
    return { hasHome: !user || (await homeOf(user)) !== undefined }
  },
  component: ErrorPage,
})

function ErrorPage() {
  const { kode } = Route.useParams()
  return (
    // The key remounts the page for each error code, so that switching between two errors does not
    // shift the layout.
    <CenteredCard key={kode} width="30rem" align="center">
      <Text component="strong" aria-hidden fz="3.5rem" lh={1} c="var(--accent)">
        {kode}
      </Text>
      <PageTitle look="plain" />
      <Text c="dimmed">{texts[kode]}</Text>
      <WaysOut refused={kode === '403'} />
    </CenteredCard>
  )
}

/**
 * Links and buttons that lead away from the error page. On a 403 page, a signed-in user can always
 * log out.
 */
const WaysOut = ({ refused }: { refused: boolean }) => {
  const user = useMe()
  const { hasHome } = Route.useLoaderData()
  const navigate = useNavigate()
  const leave = async () => {
    await logout()
    await navigate({ to: '/auth/login', replace: true })
  }
  return (
    <Group justify="center" gap="xs">
      {hasHome && <LinkButton place={{ to: '/' }}>Ke halaman utama</LinkButton>}
      {!hasHome && can(user, 'profile/view') && (
        <LinkButton place={{ to: '/profile/view' }}>Profil Saya</LinkButton>
      )}
      <Button variant="default" onClick={() => history.back()}>
        Kembali
      </Button>
      {refused && user && (
        <Button variant="default" onClick={() => void leave()}>
          Log Out
        </Button>
      )}
    </Group>
  )
}
