import '#src/styles/print.css'
/** The frame of print views: a sheet on the screen, and what the printer makes of it. */
import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Fragment, Suspense, useState, type ReactNode } from 'react'
import { berkasQuery } from '#src/data/berkas.ts'
import { useMe } from '#src/data/session.ts'
import { Boundary } from '#src/ui/Failed.tsx'
import { FormSkeleton } from '#src/ui/form.tsx'
import { telepon, waktu } from '#src/ui/format.ts'
import { useBlobImage } from '#src/ui/Foto.tsx'
import { PageTitle } from '#src/ui/PageTitle.tsx'

/** What a letterhead reads of an outlet (`expand=gedung`). */
export interface Letterhead {
  logo: number | null
  nama: string
  alamat: string
  kota: string
  phone: string | null
  email: string | null
  kop_surat: string | null
}

/** The bar above the sheets, which stays off the paper (h1, Kembali, `tools`, Cetak), and the sheets; these may suspend. */
export const PrintScreen = ({ tools, children }: { tools?: ReactNode; children: ReactNode }) => (
  <>
    <div className="printTools">
      <PageTitle plain />
      <div className="actions">
        <Button variant="default" onClick={() => history.back()}>
          Kembali
        </Button>
        {tools}
        <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          Cetak
        </Button>
      </div>
    </div>
    <div className="printStage">
      <Boundary resetKey="cetak">
        <Suspense
          fallback={
            <div className="paper" data-size="A4">
              <FormSkeleton />
            </div>
          }
        >
          {children}
        </Suspense>
      </Boundary>
    </div>
  </>
)

const Logo = ({ id, nama }: { id: number; nama: string }) => {
  const { data } = useQuery(berkasQuery(id))
  const ref = useBlobImage(data)
  return data ? <img ref={ref} className="kopLogo" alt={`Logo ${nama}`} /> : null
}
/** Place, phone and email, as far as the outlet's own text does not say them already. */
const contactOf = ({ alamat, kota, phone, email, kop_surat }: Letterhead): string[] => {
  const own = (kop_surat ?? '').toLowerCase()
  const isNew = (part: string | null): part is string => !!part && !own.includes(part.toLowerCase())
  const hasPhone = !!phone && own.replace(/\D/g, '').includes(phone.replace(/^62/, ''))
  const place = [alamat, kota].filter(isNew).join(', ')
  return [place, hasPhone ? '' : telepon(phone), isNew(email) ? email : ''].filter(Boolean)
}
/** What is short stays on one line; an address may take more. */
const Contact = ({ outlet }: { outlet: Letterhead }) => (
  <p>
    {contactOf(outlet).map((part, i) => (
      <Fragment key={part}>
        {i > 0 && ' · '}
        {part.length > 40 ? part : <span className="num">{part}</span>}
      </Fragment>
    ))}
  </p>
)
/**
 * The letterhead of every paper; `aside` stands at its right: the document's name and number. An outlet without a logo of
 * its own, and no outlet, have the school's; under the name stand the outlet's text, then how to reach it.
 */
export const Kop = ({ outlet, aside }: { outlet?: Letterhead | null; aside?: ReactNode }) => {
  const settings = useMe()?.pengaturan
  const school = typeof settings?.nama_sekolah === 'string' ? settings.nama_sekolah : ''
  const logo = outlet?.logo ?? settings?.logo
  return (
    <header className="kop">
      {typeof logo === 'number' && (
        <Logo id={logo} nama={outlet?.logo == null ? school : outlet.nama} />
      )}
      <div className="kopNama">
        {school !== outlet?.nama &&
          (outlet ? <div className="kopSekolah">{school}</div> : <b>{school}</b>)}
        {outlet && (
          <>
            <b>{outlet.nama}</b>
            {outlet.kop_surat && <p>{outlet.kop_surat}</p>}
            <Contact outlet={outlet} />
          </>
        )}
        {typeof settings?.npwp === 'string' && <p>NPWP {settings.npwp}</p>}
      </div>
      {aside && <div className="kopAside">{aside}</div>}
    </header>
  )
}

/** When this view was opened, in words: what is printed is as it was then. */
export const usePrintedAt = (): string => useState(() => waktu(new Date().toISOString()))[0]

const cssString = (text: string): string =>
  `"${text.replace(/[^\p{L}\p{N} ]/gu, (sign) => `\\${(sign.codePointAt(0) ?? 32).toString(16)} `)}"`
/** One line at the foot of every page, in the page's margin: browsers that know no boxes there leave it out. */
const Foot = ({ text }: { text: string }) => (
  <style>{`@page { @bottom-left { content: ${cssString(text)}; width: 75%; text-align: left; font: 8pt sans-serif; color: #444; } }`}</style>
)

type Sheet = 'A4' | 'A5' | 'list' | 'list-landscape'
interface PaperProps {
  size?: Sheet
  watermark?: string
  outlet?: Letterhead | null
  /** Beside the letterhead: the document's name and number. */ aside?: ReactNode
  /** At the foot of every page. */ foot?: string
  children: ReactNode
}
/** A sheet under the outlet's letterhead: A4 upright, A5 lying, or A4 for a list. `watermark` (BATAL, DRAFT) stands across every page. */
export const Paper = ({ size = 'A4', watermark, outlet, aside, foot, children }: PaperProps) => (
  <article className="paper" data-size={size}>
    {foot && <Foot text={foot} />}
    {watermark && (
      <div className="watermark" data-long={watermark.length > 5 || undefined}>
        {watermark}
      </div>
    )}
    {(outlet || aside) && <Kop outlet={outlet} aside={aside} />}
    {children}
  </article>
)
