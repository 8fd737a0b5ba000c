/** The API document as the fuzzer walks it: one operation after the other. */

export interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  default?: unknown
  anyOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
  items?: Schema
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
}
interface Parameter {
  name: string
  in: 'query' | 'header'
  required: boolean
  schema: Schema
}
interface Content {
  content?: Record<string, { schema?: Schema }>
}
interface DocumentOperation {
  parameters?: Parameter[]
  security?: object[]
  requestBody?: Content
  responses: Record<string, Content>
}
export interface ApiDocument {
  paths: Record<string, Record<string, DocumentOperation>>
  components: { schemas: Record<string, Schema> }
}

export interface Operation {
  /** `POST /user/create`. */
  name: string
  method: 'GET' | 'POST'
  path: string
  /** First part of the path: whose rows it is about. */
  resource: string
  /**
   * Where what it answers is kept, and what it asks for by id is found, when it is not about such
   * rows.
   */
  pool: string
  parameters: Parameter[]
  body?: { kind: 'json' | 'multipart'; schema: Schema }
  /** Successful responses: a status with JSON, or a file of one of these types. */
  status: number
  answer?: Schema
  files: string[]
}

/**
 * An import's calls are about imports; of a resource with rows, other answers than rows say
 * something else.
 */
const poolOf = (path: string, answer: Schema | undefined, hasRows: boolean): string => {
  const resource = path.split('/')[1] ?? ''
  const data = answer?.properties?.data
  if (path.includes('/import')) return `${resource}/import`
  return !hasRows || (data?.$ref ?? data?.items?.$ref) ? resource : path
}

const jsonType = 'application/json'

const bodyOf = ({ requestBody }: DocumentOperation): Operation['body'] => {
  const json = requestBody?.content?.[jsonType]?.schema
  if (json) return { kind: 'json', schema: json }
  const multipart = requestBody?.content?.['multipart/form-data']?.schema
  return multipart && { kind: 'multipart', schema: multipart }
}
const operationOf = (
  document: ApiDocument,
  path: string,
  verb: string,
  found: DocumentOperation,
): Operation => {
  const resource = path.split('/')[1] ?? ''
  const method = verb === 'get' ? 'GET' : 'POST'
  const [status, good] = Object.entries(found.responses)[0] ?? ['200', {}]
  const answer = good.content?.[jsonType]?.schema
  const body = bodyOf(found)
  return {
    name: `${method} ${path}`,
    method,
    path,
    resource,
    pool: poolOf(path, answer, resource in document.components.schemas),
    parameters: found.parameters ?? [],
    ...(body && { body }),
    status: Number(status),
    ...(answer && { answer }),
    files: answer ? [] : Object.keys(good.content ?? {}),
  }
}

/** Every operation of the document, in its order. */
export const operationsOf = (document: ApiDocument): Operation[] =>
  Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, found]) => operationOf(document, path, verb, found)),
  )

/** The properties of an object schema, those of `allOf` put together. */
export const propertiesOf = (
  schema: Schema,
): { properties: Record<string, Schema>; required: string[] } => {
  const parts = [schema, ...(schema.allOf ?? [])]
  return {
    properties: Object.assign({}, ...parts.map((part) => part.properties ?? {})),
    required: parts.flatMap((part) => part.required ?? []),
  }
}
