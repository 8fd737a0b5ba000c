/** What the contract says of a field of any entity, for who reads the whole audit log. */
import { metaOf, type FieldMeta } from '#contract/fields.ts'
import { resources } from '#contract/registry.ts'
import type { AnyResource } from '#contract/resource.ts'
import { isSettingKey, settings } from '#contract/settings.ts'

const declared: Readonly<Record<string, AnyResource>> = resources

/** Label and control of a field; undefined where the contract names neither. */
export const auditField = (entity: string, field: string): FieldMeta | undefined => {
  if (entity === 'setting') return isSettingKey(field) ? metaOf(settings[field].schema) : undefined
  const resource = Object.hasOwn(declared, entity) ? declared[entity] : undefined
  const shape = { ...resource?.fields, ...resource?.computed, ...resource?.extra }
  const schema = Object.hasOwn(shape, field) ? shape[field] : undefined
  return schema && metaOf(schema)
}
/** Whether an entity's fields are known: what they are not named of is then the server's own. */
export const isDeclared = (entity: string): boolean =>
  entity === 'setting' || Object.hasOwn(declared, entity)
