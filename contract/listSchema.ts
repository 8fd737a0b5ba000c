/** List schemas for requests, each with a maximum length. */
import * as z from 'zod/mini'

const BaseArray: z.core.$constructor<z.ZodMiniArray> = z.ZodMiniArray
interface ListDef extends z.core.$ZodArrayDef {
  max: number
  tooMany: string
}
/**
 * A list whose elements are not parsed when it is too long: one message is enough for half a
 * million wrong elements.
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
 * A list of at most `max` elements. Every list of a request uses this schema, so that the length is
 * checked before the elements.
 */
export const list = <S extends z.ZodMiniType>(
  element: S,
  max: number,
  tooMany: string,
): z.ZodMiniArray<S> =>
  // The constructor carries no element type.
  new List({
    type: 'array',
    element,
    max,
    tooMany,
    checks: [z.maxLength(max, tooMany)],
  }) as unknown as z.ZodMiniArray<S>
