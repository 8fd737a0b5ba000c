/** Texts about the contents of a bill and its due day, shared by screens that list bills. */
import type { BillContent } from '#contract/billing/billContent.ts'
import type { Out } from '#contract/resource.ts'
import { daysBetween } from '#contract/values/tanggal.ts'
import { numberText } from '#src/ui/format/format.ts'

type Contents = readonly Out<typeof BillContent>[]

/**
 * Maximum number of contents (a student with a course or a description) that a row names. All
 * further contents are only counted.
 */
const mostNamed = 2

/**
 * Describes the contents of a bill, such as `Ratih M. · Biola Dasar; Budi · Buku; +1`. The last
 * number counts the contents that are not named. Undefined for a bill without lines.
 */
export const contentText = (contents: Contents | undefined): string | undefined => {
  if (contents === undefined || contents.length === 0) return undefined
  const named = contents
    .slice(0, mostNamed)
    .map(({ peserta, isi }) => [peserta, isi].filter(Boolean).join(' · '))
  const rest = contents.length - named.length
  return [...named, ...(rest > 0 ? [`+${numberText(rest)}`] : [])].join('; ')
}
/** Returns the names of the students in the contents of a bill, each once. */
export const studentNames = (contents: Contents | undefined): string[] => [
  ...new Set((contents ?? []).flatMap(({ peserta }) => peserta ?? [])),
]
/** Returns the names of at most two students, and the number of further ones: `Ani, Budi +1`. */
export const studentsText = (contents: Contents | undefined): string => {
  const names = studentNames(contents)
  const rest = names.length - mostNamed
  return names.slice(0, mostNamed).join(', ') + (rest > 0 ? ` +${numberText(rest)}` : '')
}

/**
 * Returns the number of days since the due day, such as `62 hari`; undefined on and before the due
 * day.
 */
export const lateText = (jatuhTempo: string, today: string): string | undefined => {
  const days = daysBetween(jatuhTempo, today)
  return days > 0 ? `${numberText(days)} hari` : undefined
}
