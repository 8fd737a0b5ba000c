/**
 * Store with the part of the S3 protocol that MinIO and Nada share, in memory. It checks the
 * signature of each request by the description of AWS Signature Version 4, independently of the
 * library that signs. Tests can make it fail, cut connections, or damage objects.
 */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { FilesConfig } from '#server/runtime/config.ts'

const hash = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

interface FakeRequest {
  method: string
  path: string
  range: string | undefined
}
/**
 * Returns how a request ends: with a status instead of its result, without a response (`cut`),
 * after the first half of the object (`half`), or after a pause in ms. Undefined for the usual
 * result.
 */
type Trouble = (request: FakeRequest) => number | 'cut' | 'half' | { ms: number } | undefined

export interface FakeStore {
  config: FilesConfig
  /** Environment of a server or command that uses the store. */
  env: Record<string, string>
  /** Objects by their path in the bucket. */
  objects: Map<string, Buffer>
  /** Requests so far, such as `GET nada/abc`. */
  requests: string[]
  trouble: Trouble
  close(): Promise<void>
}

const keyId = 'kunci-uji'
const secret = 'rahasia-uji-yang-panjang'
const [bucket, region] = ['berkas', 'ap-southeast-3']

const encoded = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Headers that each signature contains. */
const signedNames = ['host', 'x-amz-content-sha256', 'x-amz-date']
/** Returns the difference in ms between now and the time of a request. */
const skewOf = (time: string): number =>
  Math.abs(Date.now() - Date.parse(time.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5')))
/** Returns the code of the error of S3 if the signature of a request is not right. */
const faultOf = (request: IncomingMessage, url: URL, body: Buffer): string | undefined => {
  const { headers } = request
  const [, credential = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (!signature) return 'AccessDenied'
  const [id, day = '', ...scope] = credential.split('/')
  if (id !== keyId) return 'InvalidAccessKeyId'
  const time = String(headers['x-amz-date'])
  const said = String(headers['x-amz-content-sha256'])
  const list = names.split(';')
  if (!signedNames.every((name) => list.includes(name))) return 'AccessDenied'
  if (scope.join('/') !== `${region}/s3/aws4_request` || !time.startsWith(day))
    return 'AuthorizationHeaderMalformed'
  if (skewOf(time) > 15 * 60_000) return 'RequestTimeTooSkewed'
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
  const canonical = [
    request.method,
    url.pathname
      .split('/')
      .map((part) => encoded(decodeURIComponent(part)))
      .join('/'),
    query.join('&'),
    ...list.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    said,
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', time, [day, ...scope].join('/'), hash(canonical)].join('\n')
  const key = [day, ...scope].reduce<string | Buffer>(hmac, `AWS4${secret}`)
  if (hmac(key, text).toString('hex') !== signature) return 'SignatureDoesNotMatch'
  return said === 'UNSIGNED-PAYLOAD' || said === hash(body)
    ? undefined
    : 'XAmzContentSHA256Mismatch'
}

const sendError = (response: ServerResponse, status: number, code: string): void => {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)
}

const sendList = (
  response: ServerResponse,
  objects: FakeStore['objects'],
  query: URLSearchParams,
) => {
  const after = query.get('continuation-token') ?? ''
  const most = Number(query.get('max-keys'))
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
    .toSorted()
  const page = keys.slice(0, most)
  const entries = page.map(
    (key) =>
      `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size><Owner><ID>x</ID></Owner></Contents>`,
  )
  const more = keys.length > page.length
  const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  response.writeHead(200, { 'content-type': 'application/xml' })
  response.end(
    `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`,
  )
}

/** Sends an object from the byte of the range on; only its first half if `isCut`. */
const sendObject = (
  response: ServerResponse,
  bytes: Buffer,
  { range, isCut }: { range: string | undefined; isCut: boolean },
): void => {
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0)
  if (from > 0 && from >= bytes.length) return sendError(response, 416, 'InvalidRange')
  const part = bytes.subarray(from)
  response.writeHead(range ? 206 : 200, { 'content-length': part.length })
  if (isCut) response.write(part.subarray(0, Math.ceil(part.length / 2)), () => response.destroy())
  else response.end(part)
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const answer = async (
  fake: Pick<FakeStore, 'objects' | 'requests' | 'trouble'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const body = await bodyOf(request)
  const url = new URL(request.url ?? '/', 'http://x')
  const [, name, ...rest] = url.pathname.split('/')
  const path = rest.join('/')
  const method = request.method ?? ''
  const { range } = request.headers
  fake.requests.push(`${method} ${path}`)
  const trouble = fake.trouble({ method, path, range })
  if (typeof trouble === 'object') await pause(trouble.ms)
  if (trouble === 'cut') return void request.socket.destroy()
  if (typeof trouble === 'number') return sendError(response, trouble, 'InternalError')
  const fault = faultOf(request, url, body)
  if (fault) return sendError(response, 403, fault)
  if (name !== bucket) return sendError(response, 404, 'NoSuchBucket')
  if (path === '') return sendList(response, fake.objects, url.searchParams)
  const bytes = fake.objects.get(path)
  if (method === 'PUT') fake.objects.set(path, body)
  if (method === 'DELETE') fake.objects.delete(path)
  if (method !== 'GET') return void response.writeHead(method === 'PUT' ? 200 : 204).end()
  if (!bytes) return sendError(response, 404, 'NoSuchKey')
  sendObject(response, bytes, { range, isCut: trouble === 'half' })
}

/** Starts a store on a free port of this machine. */
export const startFakeStore = async (): Promise<FakeStore> => {
  const state = {
    objects: new Map<string, Buffer>(),
    requests: [] as string[],
    trouble: (() => undefined) as Trouble,
  }
  const server = createServer((request, response) => void answer(state, request, response))
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const endpoint = `http://127.0.0.1:${port}`
  return Object.assign(state, {
    config: { bucket, prefix: 'nada/', endpoint, region, keyId, secret },
    env: {
      FILES_URL: `s3://${bucket}/nada`,
      FILES_ENDPOINT: endpoint,
      FILES_REGION: region,
      FILES_KEY_ID: keyId,
      FILES_SECRET: secret,
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => {
        server.close(done)
      })
    },
  })
}
