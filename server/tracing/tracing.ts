/**
 * Sends traces of calls and jobs to an OpenTelemetry collector. Only a server with
 * OTEL_EXPORTER_OTLP_ENDPOINT loads this module, because the library takes several MB.
 */
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  TracerProvider,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import type { Logger as StatementListener } from 'kysely'
import type { Engine } from '#server/db/engine.ts'
import { HttpError } from '#server/errors.ts'
import { runningSpan, traceWork, type Work } from '#server/runtime/work.ts'

/** Maximum number of characters of a statement in a span. */
const maxText = 2000
/** Maximum number of spans that wait to be sent. Further spans are lost, to bound the memory. */
const mostWaiting = 8192
/** Maximum time in ms to send a batch, also at the end of the server. */
const patienceMs = 2000
const systems: Readonly<Record<Engine, string>> = { sqlite: 'sqlite', postgres: 'postgresql' }

export interface TracingOptions {
  /** Base URL of the collector; spans go to its path `/v1/traces`. */
  url: string
  /** Share of calls and jobs that are traced, from 0 to 100. */
  percent: number
  engine: Engine
}
/** Traces of a server. */
export interface Tracing {
  /** Adds a statement of a call or job to its trace. */
  listen: StatementListener
  /** Sends the spans that wait, and ends the tracing. */
  end: () => Promise<void>
}

const isJob = (name: string): boolean => name.startsWith('job ')
/** Returns the HTTP status of the result of a call, or of the error with which it failed. */
const statusOf = (result: unknown, error: unknown): number | undefined => {
  if (result instanceof Response) return result.status
  if (error === undefined) return undefined
  return error instanceof HttpError ? error.status : 500
}
/**
 * Ends the span of a call or job under the name that the work now has. A name contains no ids, and
 * a span no other data of people: neither addresses nor values nor messages of errors.
 */
const endSpan = (span: Span, { name }: Work, result: unknown, error?: unknown): void => {
  const status = isJob(name) ? undefined : statusOf(result, error)
  const [method, route] = name.split(' ')
  span.updateName(name)
  if (status !== undefined)
    span.setAttributes({
      'http.response.status_code': status,
      ...(route !== undefined && { 'http.request.method': method, 'http.route': route }),
    })
  const isFailed = status === undefined ? error !== undefined : status >= 500
  if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** Starts to trace all calls and jobs of this process. */
export const startTracing = ({ url, percent, engine }: TracingOptions): Tracing => {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': process.env.OTEL_SERVICE_NAME || 'nada',
      'process.pid': process.pid,
    }),
    sampler: new TraceIdRatioBasedSampler(percent / 100),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({
          url: `${url.replace(/\/$/, '')}/v1/traces`,
          timeoutMillis: patienceMs,
        }),
        maxQueueSize: mostWaiting,
        exportTimeoutMillis: patienceMs,
      }),
    ],
  })
  const tracer = provider.getTracer('nada')
  traceWork(async (work, run) => {
    const kind = isJob(work.name) ? SpanKind.INTERNAL : SpanKind.SERVER
    const span = tracer.startSpan(work.name, { kind }, ROOT_CONTEXT)
    try {
      const result = await run(span)
      endSpan(span, work, result)
      return result
    } catch (error) {
      endSpan(span, work, undefined, error)
      throw error
    }
  })
  return {
    listen: ({ level, query, queryDurationMillis: ms }) => {
      const parent = runningSpan() as Span | undefined
      if (!parent?.isRecording()) return
      const text = query.sql.slice(0, maxText)
      const now = Date.now()
      const span = tracer.startSpan(
        text.split(/\s/, 1)[0]!.toLowerCase(),
        {
          kind: SpanKind.CLIENT,
          startTime: now - ms,
          attributes: { 'db.system.name': systems[engine], 'db.query.text': text },
        },
        trace.setSpan(ROOT_CONTEXT, parent),
      )
      if (level === 'error') span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(now)
    },
    end: () => provider.shutdown(),
  }
}
