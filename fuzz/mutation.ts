import type { Request } from './request.ts'
import type { Sources } from './valid.ts'

/**
 * Changes the request itself, not a copy. Returns a description of the change, or undefined when
 * the mutation does not apply to the request, for example because the request has no body.
 */
export type Mutation = (request: Request, sources: Sources) => string | undefined
