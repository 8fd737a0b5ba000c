/** Titles of a workbook that were not read, and the names that the user gives them. */
import { workbookSheets } from '#contract/import/pindahan.ts'
import type { PindahanJob, PindahanMap } from '#src/data/pindahan.ts'

interface Choice {
  value: string
  label: string
}
/** Unread sheet (`kolom` is undefined) or column, with its present name and the possible names. */
export interface Title {
  lembar: string
  kolom?: string
  value: string
  choices: readonly Choice[]
}

/** Returns the titles that were not read, and those that the user has mapped. */
export const titlesOf = (
  { lembar, lembar_lain }: Pick<PindahanJob, 'lembar' | 'lembar_lain'>,
  map: PindahanMap,
): Title[] => {
  const sheets = lembar.map(({ judul }) => judul).filter((judul) => map[judul]?.lembar)
  const kinds = workbookSheets.map(({ kunci, label }) => ({ value: kunci, label }))
  return [
    ...[...new Set([...lembar_lain, ...sheets])].map((judul) => ({
      lembar: judul,
      value: map[judul]?.lembar ?? '',
      choices: kinds,
    })),
    ...lembar.flatMap(({ judul, impor, kolom }) => {
      const mapped = map[judul]?.kolom ?? {}
      const choices = kolom.map(({ kunci, label }) => ({ value: kunci, label }))
      return [...new Set([...impor.kolom_lain, ...Object.keys(mapped)])].map((title) => ({
        lembar: judul,
        kolom: title,
        value: mapped[title] ?? '',
        choices,
      }))
    }),
  ]
}

/** Returns the map in which a title has the name `value`; an empty name removes the title. */
export const withName = (
  map: PindahanMap,
  { lembar, kolom }: Pick<Title, 'lembar' | 'kolom'>,
  value: string,
): PindahanMap => {
  const sheet = map[lembar] ?? {}
  if (kolom === undefined) return { ...map, [lembar]: { ...sheet, lembar: value || undefined } }
  const { [kolom]: _, ...rest } = sheet.kolom ?? {}
  return { ...map, [lembar]: { ...sheet, kolom: value ? { ...rest, [kolom]: value } : rest } }
}
