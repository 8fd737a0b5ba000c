/**
 * Parts shared by the pages before the login: the card and a form hook. The hook is smaller than
 * the form code of the app, so that the first page loads fast.
 */
import { Group, Text } from '@mantine/core'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { ApiError } from '#src/data/api/http.ts'
import { useAppName } from '#src/data/session/session.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { CenteredCard } from '#src/ui/page/CenteredCard.tsx'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'

/** Logo and name of the app, shown at the top of the card. */
export const Brand = () => (
  <Group gap="sm" fw={700} fz="1.25rem">
    <img src="/nada.svg" alt="" width={30} height={30} />
    {useAppName()}
  </Group>
)

/** Centered card with the logo and the heading of the page. */
export const AuthCard = ({
  lead,
  title,
  wide = false,
  children,
}: {
  lead: string
  /** Title of the page; the default is the title of the route. */
  title?: string
  wide?: boolean
  children: ReactNode
}) => (
  <CenteredCard width={wide ? '44rem' : '26rem'}>
    <Brand />
    <div>
      <PageTitle look="plain" text={title} />
      <Text c="dimmed">{lead}</Text>
    </div>
    {children}
  </CenteredCard>
)

/** Error messages by field name. */
type FieldErrors = Readonly<Partial<Record<string, string>>>
/**
 * Returns the state of a form with few fields. The hook does not use the form code of the app,
 * because that code would double the size of the first page. `check` returns the errors by field,
 * and `send` submits the form. Errors are shown at their fields or above the form. The first field
 * with an error gets the focus.
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
      const fieldErrors = e.fields.filter(({ field }) => fields.some((f) => f === field))
      if (fieldErrors.length > 0)
        setErrors(Object.fromEntries(fieldErrors.map((f) => [f.field, f.message])))
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
