/** Parts of print views. A print view shows sheets on the screen, which look the same in print. */
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

/** Button that saves the document as the PDF that the server renders. */
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
 * Print view: sheets under a toolbar with the h1, `Kembali`, `tools` and `Cetak`. The toolbar is
 * not printed. The sheets (`children`) may suspend.
 */
export const PrintScreen = ({
  tools,
  pdf,
  children,
}: {
  tools?: ReactNode
  /** Saves the document as a PDF. */
  pdf?: () => Promise<void>
  children: ReactNode
}) => {
  // Fetches the profile again, because it contains the settings of the school. A document must show
  // the current settings, not the settings from the start of the app.
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
        <PageTitle look="plain" />
        <Group gap="0.5rem" ml="auto" align="end">
          <Button variant="default" onClick={() => history.back()}>
            Kembali
          </Button>
          {tools}
          {pdf && <PdfButton run={pdf} />}
          <Button
            // Marks the button that gets the focus when the page opens, so that Enter prints.
            data-page-focus
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
/** Picture of a document, by the id of its file. */
export const PaperPicture = ({ id, alt, className }: PictureProps) => {
  const { data } = useQuery(fileQuery(id))
  const ref = useBlobImage(data)
  return data ? <img ref={ref} className={className} alt={alt} /> : null
}
const textOf = (setting: unknown): string => (typeof setting === 'string' ? setting : '')
/**
 * Returns the letterhead of an outlet; without an outlet, the letterhead of the school. Name, tax
 * number and logo of the school are from the current settings.
 */
export const useKop = (outlet: Letterhead | null | undefined): Kop => {
  const { nama_sekolah, npwp, logo } = useMe()?.pengaturan ?? {}
  return kopOf(outlet, {
    nama_sekolah: textOf(nama_sekolah),
    npwp: textOf(npwp) || null,
    logo: typeof logo === 'number' ? logo : null,
  })
}
/**
 * Hidden copy of the logo on a screen that can be printed. It makes the browser load the logo
 * before printing, because printing does not wait for pictures.
 */
export const LogoPreload = ({ outlet }: { outlet?: Letterhead | null }) => {
  const { logo } = useKop(outlet)
  return <div hidden>{logo !== null && <PaperPicture id={logo} alt="" className="kopLogo" />}</div>
}
/** Content that is printed instead of the page, such as a report. */
export const PrintedAlone = ({ outlet, children }: Pick<PaperProps, 'outlet' | 'children'>) => {
  const isPrinting = usePrinting()
  return (
    <>
      <LogoPreload outlet={outlet} />
      {isPrinting && createPortal(<div className="paperAlone">{children}</div>, document.body)}
    </>
  )
}
/**
 * Line of a letterhead. Its parts are separated by ` · `. A part of at most 40 characters is not
 * wrapped. A longer part, such as an address, may be wrapped.
 */
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
/** Letterhead. `aside`, which has the name and number of the document, is at its right. */
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
 * Letterhead of an outlet, with the outlet's text and contact data under the name. Without an
 * outlet, or without a logo of the outlet, it has the school's logo.
 */
export const OutletKop = ({
  outlet,
  aside,
}: {
  outlet?: Letterhead | null | undefined
  aside?: ReactNode
}) => <KopView kop={useKop(outlet)} aside={aside} />

/**
 * Returns the time at which this view was opened, as text. The data of the document is from this
 * time.
 */
export const usePrintedAt = (): string => useState(() => waktu(new Date().toISOString()))[0]

const cssString = (text: string): string =>
  `"${text.replace(/[^\p{L}\p{N} ]/gu, (sign) => `\\${(sign.codePointAt(0) ?? 32).toString(16)} `)}"`
/**
 * Line in the bottom margin of every page. Browsers that do not support margin boxes do not print
 * it.
 */
const Foot = ({ text }: { text: string }) => (
  <style>{`@page { @bottom-left { content: ${cssString(text)}; width: 75%; text-align: left; font: 8pt sans-serif; color: #444; } }`}</style>
)

interface SheetProps {
  size?: 'A4' | 'A5' | 'list' | 'list-landscape' | undefined
  watermark?: string | undefined
  /** Text in the bottom margin of every page. */
  foot?: string | undefined
  children: ReactNode
}
interface PaperProps extends SheetProps {
  outlet?: Letterhead | null | undefined
  /** Content beside the letterhead: name and number of the document. */
  aside?: ReactNode
}
/**
 * Table that may be wider than a phone. The table can take the focus, so that arrow keys scroll it
 * even if it contains no links.
 */
export const WideTable = (props: ComponentProps<'table'>) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll what has the focus
  <table tabIndex={0} {...props} />
)
/**
 * Sheet of paper: A4, A5 in landscape, or A4 for a list. `watermark`, such as BATAL or DRAFT,
 * covers every page.
 */
export const Sheet = ({ size = 'A4', watermark, foot, children }: SheetProps) => (
  <article className="paper" data-size={size}>
    {foot && <Foot text={foot} />}
    {watermark && (
      // Hides the watermark from screen readers, because the document also states its status in
      // words. CSS draws the text, so that assistive technology and contrast checks do not treat it
      // as content.
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
/** Sheet with the letterhead of the outlet above the content. */
export const Paper = ({ outlet, aside, children, ...sheet }: PaperProps) => (
  <Sheet {...sheet}>
    {(outlet || aside) && <OutletKop outlet={outlet} aside={aside} />}
    {children}
  </Sheet>
)
