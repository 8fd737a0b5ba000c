import type { Request } from './request.ts'
import type { Sources } from './valid.ts'

/**
 * Changes the request in place; returns a description, or undefined when the request has no such
 * part.
 */
export type Mutation = (request: Request, sources: Sources) => string | undefined
