/** All metrics of Nada. The metrics of Node and its process come from prom-client. */

/**
 * Bounds of the latency histogram in s: from a small read of 1 ms to a statement that takes the
 * longest allowed time (server/db/postgres.ts).
 */
export const latencyBounds = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
]

/**
 * Metrics by kind and name, with their descriptions and labels. Each label has few values: names
 * of calls, jobs, limiters, pools, queues and results. A path, an id or a name of a person is never
 * a label. No label is called `job` or `instance`, because Prometheus sets these labels itself.
 */
export const declared = {
  counter: {
    nada_calls_total: {
      help: 'Calls of the API and of the pages of shared bills, by class of the status.',
      labels: ['call', 'status'],
    },
    nada_slow_statements_total: {
      help: 'SQL statements slower than SLOW_STATEMENT_MS, by call or job.',
      labels: ['work'],
    },
    nada_file_store_operations_total: {
      help: 'Operations of the object store of files, by result after all retries.',
      labels: ['operation', 'result'],
    },
  },
  histogram: {
    nada_call_duration_seconds: {
      help: 'Time until the response of a call begins.',
      labels: ['call'],
    },
    nada_file_store_duration_seconds: {
      help: 'Time of an operation of the object store, with its retries.',
      labels: ['operation'],
    },
  },
  gauge: {
    nada_calls_in_flight: { help: 'Calls whose response has not begun.', labels: [] },
    nada_limiter_running: { help: 'Tasks that run in a lane, gate or queue.', labels: ['limiter'] },
    nada_limiter_waiting: { help: 'Tasks that wait in a lane or queue.', labels: ['limiter'] },
    nada_pool_connections: { help: 'Open connections to PostgreSQL.', labels: ['pool'] },
    nada_pool_idle: { help: 'Open connections to PostgreSQL that are idle.', labels: ['pool'] },
    nada_pool_waiting: {
      help: 'Requests that wait for a connection to PostgreSQL.',
      labels: ['pool'],
    },
    nada_database_readable: {
      help: '1 if the last read of jobs, queues and backups succeeded, otherwise 0.',
      labels: [],
    },
    nada_database_writable: {
      help: '0 after a write that the disk rejected, otherwise 1.',
      labels: [],
    },
    nada_job_running: { help: '1 while a job runs on any server, otherwise 0.', labels: ['name'] },
    nada_job_last_end_timestamp_seconds: {
      help: 'End of the last run of a job.',
      labels: ['name'],
    },
    nada_job_last_success_timestamp_seconds: {
      help: 'End of the last successful run of a job.',
      labels: ['name'],
    },
    nada_job_last_result: {
      help: '1 for the result of the last run of a job.',
      labels: ['name', 'result'],
    },
    nada_queue_waiting: {
      help: 'Mails of bills in delivery, and reminders that wait, in the database.',
      labels: ['queue'],
    },
    nada_backup_last_success_timestamp_seconds: {
      help: 'Time of the last successful backup.',
      labels: [],
    },
  },
} as const satisfies Record<string, Record<string, { help: string; labels: readonly string[] }>>
export type Kind = keyof typeof declared
