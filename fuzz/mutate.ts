/** Applies random mutations to a valid request, most of which make it invalid. */
import {
  otherValue,
  missing,
  extra,
  wholeBody,
  brokenBody,
  otherFile,
  otherParts,
} from './mutateBody.ts'
import {
  otherQuery,
  fewerQuery,
  twiceQuery,
  filters,
  lists,
  rawQuery,
  headers,
  methods,
  paths,
} from './mutateLine.ts'
import type { Mutation } from './mutation.ts'
import type { Request } from './request.ts'
import type { Sources } from './valid.ts'

/**
 * All mutations. A mutation that is listed several times is chosen more often. Mutations of the
 * body are listed most often, because the body holds most of a request's data.
 */
const all: readonly [Mutation, ...Mutation[]] = [
  otherValue,
  otherValue,
  otherValue,
  otherValue,
  otherValue,
  missing,
  extra,
  extra,
  wholeBody,
  brokenBody,
  otherFile,
  otherFile,
  otherFile,
  otherFile,
  otherParts,
  otherParts,
  otherQuery,
  otherQuery,
  otherQuery,
  otherQuery,
  fewerQuery,
  twiceQuery,
  filters,
  filters,
  lists,
  lists,
  rawQuery,
  headers,
  headers,
  methods,
  paths,
]

/** Applies none to three mutations to a request, and records them in its `changes`. */
export const mutate = (request: Request, sources: Sources): void => {
  const { r } = sources
  const changeCount = r.pick([0, 0, 1, 1, 1, 1, 2, 2, 3])
  for (let tries = 0; request.changes.length < changeCount && tries < 20; tries++) {
    const change = r.pick(all)(request, sources)
    if (change) request.changes.push(change)
  }
}
