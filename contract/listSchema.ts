/** Schemas for lists in requests, each with a maximum length. */
import * as z from 'zod/mini'

const BaseArray: z.core.$constructor<z.ZodMiniArray> = z.ZodMiniArray
interface ListDef extends z.core.$ZodArrayDef {
  max: number
  tooMany: string
}
/**
 * List schema that rejects a list above its maximum length without parsing the elements, so that
 * half a million invalid elements cause a single error message.
 */
const List: z.core.$constructor<z.ZodMiniArray, ListDef> = z.core.$constructor(
  'NadaList',
  (instance, def) => {
    BaseArray.init(instance, def)
    const { parse } = instance._zod
    instance._zod.parse = (payload, ctx) => {
      const { value } = payload
      if (!Array.isArray(value) || value.length <= def.max) return parse(payload, ctx)
      payload.issues.push({
        code: 'too_big',
        origin: 'array',
        maximum: def.max,
        inclusive: true,
        input: value,
        inst: instance,
        message: def.tooMany,
        continue: false,
      })
      return payload
    }
  },
)
/**
 * Returns a schema for a list of at most `max` elements. Every list in a request uses this schema,
 * so that the length is checked before the elements.
 */
export const list = <S extends z.ZodMiniType>(
  element: S,
  max: number,
  tooMany: string,
): z.ZodMiniArray<S> =>
  // The cast is needed because the constructor `List` has no type parameter for the element schema.
  new List({
    type: 'array',
    element,
    max,
    tooMany,
    checks: [z.maxLength(max, tooMany)],
  }) as unknown as z.ZodMiniArray<S>
