import { Button } from '@mantine/core'
import { createFileRoute, Link } from '@tanstack/react-router'
import { guard } from '#src/data/guard.ts'
import { PageTitle } from '#src/ui/PageTitle.tsx'

const texts: Record<string, string> = {
  400: 'Permintaan ini tidak dapat dimengerti server. Periksa kembali alamat atau isian Anda.',
  401: 'Anda perlu masuk untuk membuka halaman ini.',
  403: 'Akun Anda tidak memiliki akses ke halaman ini. Hubungi admin bila Anda memerlukannya.',
  404: 'Halaman yang Anda cari tidak ada atau sudah dipindahkan.',
  500: 'Terjadi kesalahan di server. Data Anda aman; silakan coba lagi beberapa saat lagi.',
  503: 'Layanan sedang tidak tersedia. Silakan coba lagi beberapa saat lagi.',
}

export const Route = createFileRoute('/errors/$kode')({ beforeLoad: ({ location, preload }) => guard(location, preload), component: ErrorPage })

function ErrorPage() {
  const { kode } = Route.useParams()
  return (
    <main className="centre" id="isi">
      <div className="card errorPage">
        <strong aria-hidden>{kode}</strong>
        <PageTitle plain />
        <p>{texts[kode]}</p>
        <div>
          <Button component={Link} to="/">Ke halaman utama</Button>
          <Button variant="default" onClick={() => history.back()}>Kembali</Button>
        </div>
      </div>
    </main>
  )
}
