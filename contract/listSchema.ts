/** Lists as requests carry them: never longer than is said. */
import * as z from 'zod/mini'

const BaseArray: z.core.$constructor<z.ZodMiniArray> = z.ZodMiniArray
interface ListDef extends z.core.$ZodArrayDef {
  max: number
  tooMany: string
}
/**
 * A list of which nothing is looked at when it is too long: of half a million wrong elements, one
 * message is enough.
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
 * A list of at most `max` elements: every list that is read from a request is one, so that its
 * length is known before its elements are looked at.
 */
export const list = <S extends z.ZodMiniType>(
  element: S,
  max: number,
  tooMany: string,
): z.ZodMiniArray<S> =>
  // The constructor knows no type of element.
  new List({
    type: 'array',
    element,
    max,
    tooMany,
    checks: [z.maxLength(max, tooMany)],
  }) as unknown as z.ZodMiniArray<S>
