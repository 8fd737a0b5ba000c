import type { AnyResource } from '#contract/resource.ts'
import { currentDay } from '#contract/values/tanggal.ts'

/**
 * Converts a text to letters, digits and hyphens, which are valid in file names on any system:
 * `Produk & Jasa` becomes `produk-jasa`.
 */
const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/**
 * Returns the value of the list's `jenis` (kind) filter, for example `peserta` (students) in the
 * list of users; undefined if there is none.
 */
const kindOf = ({ customFilters }: AnyResource, params: URLSearchParams): string | undefined =>
  Object.hasOwn(customFilters, 'jenis')
    ? (
        params.get('jenis') ??
        params.get('filter[jenis]') ??
        params.get('filter[jenis][eq]')
      )?.trim()
    : undefined

/**
 * Returns the name of an exported file, made of the kind of its rows and the current day in
 * Jakarta: `peserta-2026-11-23.csv`.
 */
export const exportName = (
  resource: AnyResource,
  params: URLSearchParams,
  format: string,
): string =>
  `${plainWords(kindOf(resource, params) || resource.label[1])}-${currentDay()}.${format}`
