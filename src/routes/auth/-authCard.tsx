/** What the pages before login share: the card, and a form light enough for a first page. */
import { Group, Text } from '@mantine/core'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { ApiError } from '#src/data/http.ts'
import { useAppName } from '#src/data/session.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { CenteredCard } from '#src/ui/page/CenteredCard.tsx'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'

/** The app's sign and name over the card. */
export const Brand = () => (
  <Group gap="sm" fw={700} fz="1.25rem">
    <img src="/nada.svg" alt="" width={30} height={30} />
    {useAppName()}
  </Group>
)

/** The card in the middle of the page, with the app's name and the page's h1. */
export const AuthCard = ({
  lead,
  title,
  wide = false,
  children,
}: {
  lead: string
  /** Left out: the route's. */
  title?: string
  wide?: boolean
  children: ReactNode
}) => (
  <CenteredCard width={wide ? '44rem' : '26rem'}>
    <Brand />
    <div>
      <PageTitle plain text={title} />
      <Text c="dimmed">{lead}</Text>
    </div>
    {children}
  </CenteredCard>
)

/** What is wrong, by field. */
type FieldErrors = Readonly<Partial<Record<string, string>>>
/**
 * A form of few fields, kept out of the form kit: these pages are somebody's first, and the kit
 * would double them. `check` answers what is missing, `send` sends; errors of fields stand with
 * theirs, any other above, and focus goes to the first.
 */
export const useAuthForm = <F extends string>(
  fields: readonly F[],
  check: (valueOf: (field: F) => string) => FieldErrors,
  send: (valueOf: (field: F) => string) => Promise<void>,
) => {
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})
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
    const valueOf = (field: F) => String(data.get(field) ?? '')
    const missing = check(valueOf)
    setErrors(missing)
    setError(undefined)
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    try {
      await send(valueOf)
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
    <Note tone="red" role="alert">
      {error}
    </Note>
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
