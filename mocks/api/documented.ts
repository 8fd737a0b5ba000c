/**
 * Compares every JSON response of the API in a test with the API document. The test fails if a
 * response has an undocumented field, or if a documented field is missing.
 */
import { openApi } from '#server/resource/openapi/openapi.ts'
import { problemOf } from './answerSchema.ts'
import { operationsOf, type ApiDocument, type Operation } from './apiDocument.ts'

interface Documented {
  schemas: ApiDocument['components']['schemas']
  operations: Map<string, Operation>
}
let cache: Documented | undefined
const documented = (): Documented => {
  if (cache) return cache
  const document = openApi() as unknown as ApiDocument
  const operations = new Map(operationsOf(document).map((operation) => [operation.name, operation]))
  cache = { schemas: document.components.schemas, operations }
  return cache
}

/**
 * Returns a message about the first difference between a response and the API document; undefined
 * if they agree. Does not compare error responses and undocumented paths.
 */
export const undocumented = (
  method: string,
  path: string,
  { status, body }: { status: number; body: unknown },
): string | undefined => {
  const [name, search = ''] = path.split('?')
  const { schemas, operations } = documented()
  const operation = operations.get(`${method} ${name}`)
  if (!operation?.answer || status !== operation.status) return undefined
  const partial = new URLSearchParams(search).has('fields')
  return problemOf(body, operation.answer, '', {
    resolve: (ref) => schemas[ref.split('/').at(-1) ?? ''] ?? {},
    partial,
  })
}
