/** What the pages before login share: the card, and a form light enough for a first page. */
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { ApiError } from '#src/data/http.ts'
import { PageTitle } from '#src/ui/PageTitle.tsx'

/** The card in the middle of the page, with the app's name and the page's h1. */
export const Kartu = ({
  lead,
  wide = false,
  children,
}: {
  lead: string
  wide?: boolean
  children: ReactNode
}) => (
  <main className="centre" id="isi">
    <div className="card login" data-wide={wide || undefined}>
      <div className="brand">
        <img src="/nada.svg" alt="" width={30} height={30} />
        Nada
      </div>
      <div>
        <PageTitle plain />
        <p>{lead}</p>
      </div>
      {children}
    </div>
  </main>
)

/** What is wrong, by field. */
type Galat = Readonly<Partial<Record<string, string>>>
/**
 * A form of few fields, kept out of the form kit: these pages are somebody's first, and the kit would double them. `cek` answers what is
 * missing, `kirim` sends; errors of fields stand with theirs, any other above, and focus goes to the first.
 */
export const useIsian = <F extends string>(
  fields: readonly F[],
  cek: (isi: (field: F) => string) => Galat,
  kirim: (isi: (field: F) => string) => Promise<void>,
) => {
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Galat>({})
  const [error, setError] = useState<string>()
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current
        ?.querySelector<HTMLElement>('[aria-invalid="true"], input[data-invalid]')
        ?.focus()
  }, [errors])
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const data = new FormData(event.currentTarget)
    const isi = (field: F) => String(data.get(field) ?? '')
    const missing = cek(isi)
    setErrors(missing)
    setError(undefined)
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    try {
      await kirim(isi)
    } catch (e) {
      if (!(e instanceof ApiError)) throw e
      const own = e.fields.filter(({ field }) => fields.some((f) => f === field))
      if (own.length > 0) setErrors(Object.fromEntries(own.map((f) => [f.field, f.message])))
      else setError(e.message)
    } finally {
      setBusy(false)
    }
  }
  const alert = error && (
    <div className="alert" role="alert">
      {error}
    </div>
  )
  return {
    busy,
    errors,
    alert,
    props: {
      ref: form,
      onSubmit: (e: FormEvent<HTMLFormElement>) => void submit(e),
      noValidate: true,
    },
  }
}
