/** The frame of print views: a sheet on the screen, and what the printer makes of it. */
import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, type ReactNode } from 'react'
import { berkasQuery } from '#src/data/berkas.ts'
import { useMe } from '#src/data/session.ts'
import { Boundary } from '#src/ui/Failed.tsx'
import { useBlobImage } from '#src/ui/Foto.tsx'
import { telepon } from '#src/ui/format.ts'
import { FormSkeleton } from '#src/ui/form.tsx'
import { PageTitle } from '#src/ui/PageTitle.tsx'
import '#src/styles/print.css'

/** What a letterhead reads of an outlet (`expand=gedung`). */
export interface Letterhead { logo: number | null; nama: string; alamat: string; kota: string; phone: string | null; email: string | null; kop_surat: string | null }

/** The bar above the sheets, which stays off the paper (h1, Kembali, `tools`, Cetak), and the sheets; these may suspend. */
export const PrintScreen = ({ tools, children }: { tools?: ReactNode; children: ReactNode }) => (
  <>
    <div className="printTools">
      <PageTitle plain />
      <div className="actions">
        <Button variant="default" onClick={() => history.back()}>Kembali</Button>
        {tools}
        <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>Cetak</Button>
      </div>
    </div>
    <div className="printStage"><Boundary resetKey="cetak"><Suspense fallback={<div className="paper" data-size="A4"><FormSkeleton /></div>}>{children}</Suspense></Boundary></div>
  </>
)

const Logo = ({ id, nama }: { id: number; nama: string }) => {
  const { data } = useQuery(berkasQuery(id))
  const ref = useBlobImage(data)
  return data ? <img ref={ref} className="kopLogo" alt={`Logo ${nama}`} /> : null
}
/** The letterhead as bills and receipts print it; `aside` stands at its right: the document's name and number. */
export const Kop = ({ outlet, aside }: { outlet?: Letterhead | null; aside?: ReactNode }) => {
  const school = useMe()?.pengaturan?.nama_sekolah
  const contact = outlet && [`${outlet.alamat}, ${outlet.kota}`, outlet.phone && telepon(outlet.phone), outlet.email].filter(Boolean).join(' · ')
  return (
    <header className="kop">
      {outlet?.logo != null && <Logo id={outlet.logo} nama={outlet.nama} />}
      <div className="kopNama">
        {typeof school === 'string' && school !== outlet?.nama && <div className="kopSekolah">{school}</div>}
        {outlet && <><b>{outlet.nama}</b><p>{outlet.kop_surat || contact}</p></>}
      </div>
      {aside && <div className="kopAside">{aside}</div>}
    </header>
  )
}

/** A sheet under the outlet's letterhead: A4 upright or A5 lying. `watermark` (BATAL, DRAFT) stands across every page. */
export const Paper = ({ size = 'A4', watermark, outlet, aside, children }: { size?: 'A4' | 'A5'; watermark?: string; outlet?: Letterhead | null; /** Beside the letterhead: the document's name and number. */ aside?: ReactNode; children: ReactNode }) => (
  <article className="paper" data-size={size}>
    {watermark && <div className="watermark" data-long={watermark.length > 5 || undefined}>{watermark}</div>}
    {(outlet || aside) && <Kop outlet={outlet} aside={aside} />}
    {children}
  </article>
)
