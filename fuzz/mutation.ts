import type { Request } from './request.ts'
import type { Sources } from './valid.ts'

/**
 * Changes the request itself, not a copy. Returns a description of the change, or undefined when
 * the request has nothing that the mutation could change, such as no body.
 */
export type Mutation = (request: Request, sources: Sources) => string | undefined
