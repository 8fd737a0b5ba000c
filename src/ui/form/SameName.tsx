/** Warns that another row already has the typed name. The form can be saved nevertheless. */
import { useQuery } from '@tanstack/react-query'
import { use, useEffect, useState } from 'react'
import type { AccessCode } from '#contract/access/access.ts'
import type { AnyResource } from '#contract/resource.ts'
import { namedLike } from '#src/data/namedLike.ts'
import { useAllowed } from '#src/data/session/session.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { FormTargetContext } from '#src/ui/form/formTarget.ts'
import { useFormValue } from '#src/ui/form/useForm.ts'

/** Normalises a name as the server's unique keys do: ignores case, accents and repeated spaces. */
const fold = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
const pauseMs = 400

/** `<SameName of={Kursuses} />` warns in a form whose field `nama` need not be unique. */
export const SameName = ({ of: { resource } }: { of: { resource: AnyResource } }) => {
  const { id } = use(FormTargetContext)
  // Casts the text, because TypeScript cannot tell that it is an access code. Every resource with a
  // list has the access code `index`.
  const allowed = useAllowed()(`${resource.name}/index` as AccessCode)
  const value = useFormValue('nama')
  const text = typeof value === 'string' ? fold(value) : ''
  const [settledText, setSettledText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettledText(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  const { data } = useQuery({
    ...namedLike(resource.name, settledText),
    enabled: allowed && settledText.length > 1,
  })
  const namesakes = data?.filter((row) => row.id !== id && fold(row.nama) === text) ?? []
  if (namesakes.length === 0 || settledText !== text) return null
  return (
    <Note className="wide" tone="orange" role="status">
      Nama ini sudah dipakai {resource.label[0].toLowerCase()} lain:{' '}
      {namesakes.map((row) => (row.kode ? `${row.nama} (${row.kode})` : row.nama)).join('; ')}.
      Simpan hanya jika memang berbeda.
    </Note>
  )
}
