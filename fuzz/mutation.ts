import type { Request } from './request.ts'
import type { Sources } from './valid.ts'

/**
 * Changes the request in place. Returns a description of the change, or undefined when the request
 * lacks the part to change.
 */
export type Mutation = (request: Request, sources: Sources) => string | undefined
