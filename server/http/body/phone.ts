/**
 * Validates the phone numbers in a request with libphonenumber-js: rejects impossible numbers, and
 * removes a zero after the country code (`+62 0812…`).
 */
import { createRequire } from 'node:module'
import type { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type * as z from 'zod/mini'
import { metaOf, unwrap } from '#contract/fields.ts'
import type { Issue } from '#contract/resource.ts'
import { isMobile } from '#contract/values/phone.ts'

const require = createRequire(import.meta.url)
interface Library {
  parsePhoneNumberFromString: typeof parsePhoneNumberFromString
}
/**
 * Library libphonenumber-js with its smallest metadata, loaded when the first number is checked.
 * The library takes 10 MB of memory, which a server saves as long as no request contains a phone
 * number.
 */
let library: Library | undefined
const parse = (phone: string) =>
  (library ??= require('libphonenumber-js/min') as Library).parsePhoneNumberFromString(phone)

/**
 * Returns a number in the stored format E.164 (`+6281234567890`); undefined for an impossible
 * number. `phone` must be a result of `normalizePhone`.
 */
export const validNumber = (phone: string): string | undefined => {
  const number = parse(phone)
  if (!number?.isPossible() || number.ext) return undefined
  const e164: string = number.number
  return e164.startsWith('+628') && !isMobile(e164) ? undefined : e164
}

type Schema = z.core.$ZodType
interface Place {
  key: string
  phone: boolean
  inner: Place[]
  list: boolean
}
const placesBySchema = new WeakMap<Schema, Place[]>()
/**
 * Returns the properties of an object schema that contain a phone number, or an object or list with
 * phone numbers inside (`inner`).
 */
const placesOf = (schema: Schema): Place[] => {
  const cachedPlaces = placesBySchema.get(schema)
  if (cachedPlaces) return cachedPlaces
  const { shape } = (
    unwrap(schema) as unknown as { _zod: { def: { shape?: Record<string, Schema> } } }
  )._zod.def
  const places = Object.entries(shape ?? {}).flatMap(([key, value]): Place[] => {
    const { element } = (unwrap(value) as unknown as { _zod: { def: { element?: Schema } } })._zod
      .def
    const inner = placesOf(element ?? value)
    const phone = metaOf(value)?.control === 'phone'
    return phone || inner.length > 0 ? [{ key, phone, inner, list: element !== undefined }] : []
  })
  placesBySchema.set(schema, places)
  return places
}
type Values = Record<string, unknown>
const walk = (places: readonly Place[], values: Values, path: string, issues: Issue[]): void => {
  for (const { key, phone, inner, list } of places) {
    const value = values[key]
    if (phone && typeof value === 'string') {
      const valid = validNumber(value)
      if (valid === undefined)
        issues.push({ field: path + key, message: 'Nomor telepon tidak valid' })
      else values[key] = valid
    } else if (list && Array.isArray(value))
      for (const [i, row] of value.entries())
        walk(inner, row as Values, `${path}${key}.${i}.`, issues)
    else if (!phone && !list && value !== null && typeof value === 'object')
      walk(inner, value as Values, `${path}${key}.`, issues)
  }
}
/**
 * Validates the phone numbers in parsed values and replaces each valid number in `values` by its
 * E.164 form. Returns an issue with the field's path for each invalid number.
 */
export const checkPhones = (schema: Schema, values: Values): Issue[] => {
  const issues: Issue[] = []
  walk(placesOf(schema), values, '', issues)
  return issues
}
