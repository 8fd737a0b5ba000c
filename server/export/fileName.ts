import type { AnyResource } from '#contract/resource.ts'
import { currentDay } from '#contract/values/tanggal.ts'

/** Converts words to a file name valid on any system: `Produk & Jasa` → `produk-jasa`. */
const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/**
 * Returns the kind of rows that a list shows, where the resource has kinds: students among users.
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
 * The name of an exported file: what its list shows, and the day in Jakarta, since a school keeps
 * several: `peserta-2026-11-23.csv`.
 */
export const exportName = (
  resource: AnyResource,
  params: URLSearchParams,
  format: string,
): string =>
  `${plainWords(kindOf(resource, params) || resource.label[1])}-${currentDay()}.${format}`
