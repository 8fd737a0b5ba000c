import { methodNameSettings, withMethodNames } from '#contract/billing/rules/methodNames.ts'
import { metaOf } from '#contract/fields.ts'
import type { AnyResource } from '#contract/resource.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Ctx } from '#server/http/context.ts'
import { labelOutlet } from '#server/modules/scope.ts'
import { readSome } from '#server/settings.ts'

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
 * list of users; undefined for a list or request without this filter.
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
 * Returns the value to which the field `name` must be equal according to the request's filters;
 * undefined if no filter requires a single value.
 */
const valueOf = (params: URLSearchParams, name: string): string | undefined =>
  params.get(name) ??
  params.get(`filter[${name}]`) ??
  params.get(`filter[${name}][eq]`) ??
  undefined

/** Returns the labels of the options by which the list is filtered, such as `Belum terbayar`. */
const optionLabels = async (ctx: Ctx, resource: AnyResource): Promise<string[]> => {
  const settings = await readSome(ctx.reader, methodNameSettings)
  return resource.filters.flatMap((name: string) => {
    const schema = resource.fields[name] ?? resource.computed[name]
    const value = valueOf(ctx.url.searchParams, name)
    const options = schema && withMethodNames(metaOf(schema), settings)?.options
    return options?.find((option) => String(option.value) === value)?.label ?? []
  })
}
/** Returns the name of the outlet by which the list is filtered, if the actor may see it. */
const outletName = async (ctx: Ctx, resource: AnyResource): Promise<string[]> => {
  const value = valueOf(ctx.url.searchParams, 'gedung_id')
  if (!resource.filters.includes('gedung_id') || !/^\d{1,9}$/.test(value ?? '')) return []
  const rows = await ctx.reader
    .selectFrom('gedung')
    .select(['id', 'nama'])
    .where('id', '=', Number(value))
    .execute()
  return rows.map((row) => labelOutlet(ctx.actor, row).nama)
}

/**
 * Returns the name of an exported file, made of the kind of its rows, its filters by options and
 * outlet, and the current day in Jakarta: `tagihan-belum-terbayar-nada-tebet-2026-11-23.xlsx`.
 */
export const exportName = async (
  ctx: Ctx,
  resource: AnyResource,
  format: string,
): Promise<string> => {
  const params = ctx.url.searchParams
  const words = [
    kindOf(resource, params) || resource.label[1],
    ...(await optionLabels(ctx, resource)),
    ...(await outletName(ctx, resource)),
  ]
  return `${plainWords(words.join(' '))}-${currentDay()}.${format}`
}
