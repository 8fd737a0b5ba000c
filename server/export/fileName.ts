import type { AnyResource } from '#contract/resource.ts'
import { currentDay } from '#contract/values/tanggal.ts'

/**
 * Converts a text to the part of a file name that is valid on any system: `Produk & Jasa` →
 * `produk-jasa`.
 */
const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/**
 * Returns the kind of rows to which a list is limited by its `jenis` filter, for example students
 * among users.
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
 * Returns the name of an exported file: the rows that its list shows, and the day in Jakarta, which
 * distinguishes several exports: `peserta-2026-11-23.csv`.
 */
export const exportName = (
  resource: AnyResource,
  params: URLSearchParams,
  format: string,
): string =>
  `${plainWords(kindOf(resource, params) || resource.label[1])}-${currentDay()}.${format}`
