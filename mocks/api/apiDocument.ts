/** Reads the operations and schemas of the API document (OpenAPI), for tests and the fuzzer. */

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
  /** Method and path, such as `POST /user/create`. */
  name: string
  method: 'GET' | 'POST'
  path: string
  /** Name of the operation's resource, which is the first segment of the path. */
  resource: string
  /**
   * Name of the pool of known rows, usually the name of the resource. The fuzzer adds the rows of
   * responses to the pool, and takes ids for later requests from the pool.
   */
  pool: string
  parameters: Parameter[]
  body?: { kind: 'json' | 'multipart'; schema: Schema }
  /** Status of a successful response. */
  status: number
  /** Schema of a successful JSON response. */
  answer?: Schema
  /** Content types of a successful file response; empty for a JSON response. */
  files: string[]
}

/**
 * Returns the name of an operation's pool. All imports of a resource share a pool. Any other
 * operation uses the pool of its resource, with an exception: if the document has a row schema of
 * the resource (`hasRows`) but the response refers to no schema, the operation uses a pool of its
 * own, whose name is the path.
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
  operation: DocumentOperation,
): Operation => {
  const resource = path.split('/')[1] ?? ''
  const method = verb === 'get' ? 'GET' : 'POST'
  const [status, good] = Object.entries(operation.responses)[0] ?? ['200', {}]
  const answer = good.content?.[jsonType]?.schema
  const body = bodyOf(operation)
  return {
    name: `${method} ${path}`,
    method,
    path,
    resource,
    pool: poolOf(path, answer, resource in document.components.schemas),
    parameters: operation.parameters ?? [],
    ...(body && { body }),
    status: Number(status),
    ...(answer && { answer }),
    files: answer ? [] : Object.keys(good.content ?? {}),
  }
}

/** Returns every operation of the document, in the order of the document. */
export const operationsOf = (document: ApiDocument): Operation[] =>
  Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => operationOf(document, path, verb, operation)),
  )

/** Returns the properties of an object schema, including those of its `allOf` schemas. */
export const propertiesOf = (
  schema: Schema,
): { properties: Record<string, Schema>; required: string[] } => {
  const parts = [schema, ...(schema.allOf ?? [])]
  return {
    properties: Object.assign({}, ...parts.map((part) => part.properties ?? {})),
    required: parts.flatMap((part) => part.required ?? []),
  }
}
