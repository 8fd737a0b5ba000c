/** Frame of print views: a sheet on the screen, and its print layout. */
import '#src/styles/print.css'
import { Button, Group } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Fragment, Suspense, useEffect, useState, type ComponentProps, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { Letterhead } from '#contract/catalog/letterhead.ts'
import { kopOf } from '#contract/print/kop.ts'
import type { Kop } from '#contract/print/paper.ts'
import { fileQuery } from '#src/data/api/files.ts'
import { reloadMe, useMe } from '#src/data/session/session.ts'
import { showFailure } from '#src/state/feedback.ts'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { waktu } from '#src/ui/format/format.ts'
import { Num } from '#src/ui/format/Words.tsx'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'
import { printWhole, usePrinting } from '#src/ui/print/printing.ts'
import { useBlobImage } from '#src/ui/record/Foto.tsx'

/** Saves the document as the PDF that the server renders. */
export const PdfButton = ({ run }: { run: () => Promise<void> }) => {
  const [busy, setBusy] = useState(false)
  const save = () => {
    setBusy(true)
    run()
      .catch(showFailure)
      .finally(() => setBusy(false))
  }
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={save}
    >
      Unduh PDF
    </Button>
  )
}

/**
 * Toolbar above the sheets, which is not printed (h1, Kembali, `tools`, Cetak), and the sheets;
 * these may suspend.
 */
export const PrintScreen = ({
  tools,
  pdf,
  children,
}: {
  tools?: ReactNode
  /** Saves the same document as a PDF. */
  pdf?: () => Promise<void>
  children: ReactNode
}) => {
  // Reloads the profile: a document shows the present settings, not those at the start of the app.
  useEffect(() => void reloadMe().catch(() => {}), [])
  return (
    <>
      <Group
        gap="0.75rem 1.5rem"
        px="1.25rem"
        py="0.9rem"
        bg="var(--surface)"
        className="printTools noPrint"
      >
        <PageTitle plain />
        <Group gap="0.5rem" ml="auto" align="end">
          <Button variant="default" onClick={() => history.back()}>
            Kembali
          </Button>
          {tools}
          {pdf && <PdfButton run={pdf} />}
          <Button
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => void printWhole()}
          >
            Cetak
          </Button>
        </Group>
      </Group>
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
}

interface PictureProps {
  id: number
  alt: string
  className: string
}
/** Stored picture in a document. */
export const PaperPicture = ({ id, alt, className }: PictureProps) => {
  const { data } = useQuery(fileQuery(id))
  const ref = useBlobImage(data)
  return data ? <img ref={ref} className={className} alt={alt} /> : null
}
const textOf = (setting: unknown): string => (typeof setting === 'string' ? setting : '')
/** Letterhead of an outlet, or of the school, from the present settings. */
export const useKop = (outlet: Letterhead | null | undefined): Kop => {
  const { nama_sekolah, npwp, logo } = useMe()?.pengaturan ?? {}
  return kopOf(outlet, {
    nama_sekolah: textOf(nama_sekolah),
    npwp: textOf(npwp) || null,
    logo: typeof logo === 'number' ? logo : null,
  })
}
/**
 * Hidden copy of the logo on a printable screen: loads the logo in advance, because the printer
 * waits for no picture.
 */
export const LogoPreload = ({ outlet }: { outlet?: Letterhead | null }) => {
  const { logo } = useKop(outlet)
  return <div hidden>{logo !== null && <PaperPicture id={logo} alt="" className="kopLogo" />}</div>
}
/** Document that replaces the page while that is printed. */
export const PrintedAlone = ({ outlet, children }: Pick<PaperProps, 'outlet' | 'children'>) => {
  const isPrinting = usePrinting()
  return (
    <>
      <LogoPreload outlet={outlet} />
      {isPrinting && createPortal(<div className="paperAlone">{children}</div>, document.body)}
    </>
  )
}
/** Line of a letterhead: short parts are not wrapped, an address may be. */
const KopLine = ({ line }: { line: string }) => (
  <p>
    {line.split(' · ').map((part, i) => (
      <Fragment key={part}>
        {i > 0 && ' · '}
        {part.length > 40 ? part : <Num>{part}</Num>}
      </Fragment>
    ))}
  </p>
)
/** Letterhead; `aside` at its right: the document's name and number. */
export const KopView = ({ kop, aside }: { kop: Kop; aside?: ReactNode }) => (
  <header className="kop">
    {kop.logo !== null && (
      <PaperPicture id={kop.logo} className="kopLogo" alt={`Logo ${kop.school ?? kop.name}`} />
    )}
    <div className="kopNama">
      {kop.school !== null && <div className="kopSekolah">{kop.school}</div>}
      <b>{kop.name}</b>
      {kop.lines.map((line) => (
        <KopLine key={line} line={line} />
      ))}
    </div>
    {aside && <div className="kopAside">{aside}</div>}
  </header>
)
/**
 * Letterhead of an outlet. Without an outlet, or without a logo of its own, it has the school's
 * logo; under the name stand the outlet's text and its contact data.
 */
export const OutletKop = ({
  outlet,
  aside,
}: {
  outlet?: Letterhead | null | undefined
  aside?: ReactNode
}) => <KopView kop={useKop(outlet)} aside={aside} />

/** Time at which this view was opened, as text: the data is printed as of then. */
export const usePrintedAt = (): string => useState(() => waktu(new Date().toISOString()))[0]

const cssString = (text: string): string =>
  `"${text.replace(/[^\p{L}\p{N} ]/gu, (sign) => `\\${(sign.codePointAt(0) ?? 32).toString(16)} `)}"`
/**
 * Line at the foot of every page, in the page's margin: browsers without support for margin boxes
 * omit the line.
 */
const Foot = ({ text }: { text: string }) => (
  <style>{`@page { @bottom-left { content: ${cssString(text)}; width: 75%; text-align: left; font: 8pt sans-serif; color: #444; } }`}</style>
)

interface SheetProps {
  size?: 'A4' | 'A5' | 'list' | 'list-landscape' | undefined
  watermark?: string | undefined
  /** Line at the foot of every page. */
  foot?: string | undefined
  children: ReactNode
}
interface PaperProps extends SheetProps {
  outlet?: Letterhead | null | undefined
  /** Content beside the letterhead: the document's name and number. */
  aside?: ReactNode
}
/**
 * Table that is wider than a phone and scrolls there, by keys too, because it may contain no link.
 */
export const WideTable = (props: ComponentProps<'table'>) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll what has the focus
  <table tabIndex={0} {...props} />
)
/** A4 portrait, A5 landscape, or A4 for a list. `watermark` (BATAL, DRAFT) covers every page. */
export const Sheet = ({ size = 'A4', watermark, foot, children }: SheetProps) => (
  <article className="paper" data-size={size}>
    {foot && <Foot text={foot} />}
    {watermark && (
      // Decoration: the document states its status in words. CSS draws the text, so that no
      // assistive technology and no contrast check takes it for content.
      <div
        aria-hidden
        className="watermark"
        data-long={watermark.length > 5 || undefined}
        data-text={watermark}
      />
    )}
    {children}
  </article>
)
/** Sheet with the outlet's letterhead. */
export const Paper = ({ outlet, aside, children, ...sheet }: PaperProps) => (
  <Sheet {...sheet}>
    {(outlet || aside) && <OutletKop outlet={outlet} aside={aside} />}
    {children}
  </Sheet>
)
