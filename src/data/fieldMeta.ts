/**
 * Metadata of fields as the app shows them: the metadata of the contract, with the payment method
 * names that the school has set.
 */
import type * as z from 'zod/mini'
import { withMethodNames } from '#contract/billing/rules/methodNames.ts'
import { metaOf, type FieldMeta } from '#contract/fields.ts'
import { me } from '#src/data/session/session.ts'

/** Returns the metadata with the payment method names that the school has set. */
export const withSchoolNames = <M extends FieldMeta | undefined>(meta: M): M =>
  withMethodNames(meta, me()?.pengaturan)
/**
 * Returns the label, control and choices of a field; undefined for a schema without a description.
 */
export const shownMeta = (schema: z.core.$ZodType): FieldMeta | undefined =>
  withSchoolNames(metaOf(schema))
