/**
 * Reads and validates the environment variables once at start. An invalid value stops the start
 * with a clear error.
 */
import { resolve } from 'node:path'

/** Place of an S3-compatible store of files, and the key to it. */
export interface FilesConfig {
  bucket: string
  /** First part of the names of all objects, with a final slash; empty for the whole bucket. */
  prefix: string
  /** Base URL of the store, without a final slash. */
  endpoint: string
  region: string
  keyId: string
  secret: string
}
export interface Config {
  port: number
  host: string
  /** Number of processes that serve; more than one only with PostgreSQL. */
  workers: number
  dataDir: string
  databaseUrl: string | undefined
  adminUsername: string
  adminPassword: string | undefined
  publicUrl: string | undefined
  smtpUrl: string | undefined
  logLevel: string
  /** Whether standard error, to which the log is written, is a terminal. */
  terminal: boolean
  corsOrigin: string[]
  trustProxy: number
  demo: boolean
  /**
   * Data keys from DATA_KEY, which encrypt single columns. The first key encrypts new values.
   * Undefined when DATA_KEY is not set; the key file in `dataDir` is used then.
   */
  dataKey: Buffer[] | undefined
  /** Token for `/metrics`; undefined if metrics are switched off. */
  metricsToken: string | undefined
  /** URL of the OpenTelemetry collector to which traces are sent; undefined to trace nothing. */
  tracesUrl: string | undefined
  /** Share of calls and jobs that are traced, from 0 to 100. */
  tracesPercent: number
  /** Duration in ms from which a statement is logged as slow; 0 for never. */
  slowStatementMs: number
  /** Store of new files; undefined if the database stores them. */
  files: FilesConfig | undefined
}
/** Error in the configuration. The operator sees its message without a stack trace. */
export class ConfigError extends Error {}
/**
 * Parses data keys, separated by commas. Each key has 32 bytes, in base64 or hex. Returns undefined
 * when one of the keys is invalid.
 */
export const parseDataKey = (text: string): Buffer[] | undefined => {
  const keys = text.split(',').map((part) => {
    const t = part.trim()
    if (/^[0-9a-f]{64}$/i.test(t)) return Buffer.from(t, 'hex')
    return /^[\w+/-]{43}=?$/.test(t) ? Buffer.from(t, 'base64') : Buffer.alloc(0)
  })
  return keys.every((key) => key.length === 32) ? keys : undefined
}

const mostWorkers = 64
const needsPostgres =
  'Beberapa proses hanya dengan PostgreSQL (DATABASE_URL). Berkas SQLite dilayani satu proses.'

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
const thisMachine = ['127.0.0.1', 'localhost', '::1']
const howToMakeKey =
  'Isi 32 byte acak dalam base64 (`openssl rand -base64 32`); beberapa kunci dipisah koma, yang berlaku di depan.'

/**
 * Returns functions that each read and validate an environment variable. Each throws ConfigError
 * that names the invalid variable.
 */
const readersOf = (env: NodeJS.ProcessEnv) => {
  const fail = (name: string, rule: string): never => {
    const shownValue = (env[name] ?? '').replace(/\/\/[^/@]*@/, '//***@')
    throw new ConfigError(`${name} tidak valid: "${shownValue}". ${rule}`)
  }
  return {
    fail,
    whole: (name: string, fallback: number, max: number, min = 0): number => {
      const text = env[name] || String(fallback)
      return /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max
        ? Number(text)
        : fail(name, `Isi bilangan bulat ${min} sampai ${max}.`)
    },
    onlyWith: (name: string, allowed: boolean, rule: string): void => {
      if (!allowed) fail(name, rule)
    },
    url: (name: string, protocols: string[]): string | undefined => {
      const text = env[name]
      if (!text) return undefined
      return URL.canParse(text) && protocols.includes(new URL(text).protocol)
        ? text
        : fail(name, `Isi URL ${protocols.map((p) => `${p}//…`).join(' atau ')}.`)
    },
    adminUsername: (): string => {
      const name = env.ADMIN_USERNAME || 'superadmin'
      return /^[a-z0-9._-]{3,60}$/.test(name)
        ? name
        : fail(
            'ADMIN_USERNAME',
            'Huruf kecil, angka, titik, strip, garis bawah; 3 sampai 60 karakter.',
          )
    },
    logLevel: (fallback: string): string => {
      const level = env.LOG_LEVEL || fallback
      return levels.includes(level) ? level : fail('LOG_LEVEL', `Pilih ${levels.join(', ')}.`)
    },
    host: (demo: boolean): string => {
      const host = env.HOST || '127.0.0.1'
      return demo && !thisMachine.includes(host)
        ? fail('HOST', 'Demo hanya untuk mesin ini sendiri (127.0.0.1).')
        : host
    },
    corsOrigin: (): string[] => {
      const origins = (env.CORS_ORIGIN ?? '')
        .split(',')
        .map((s) => s.trim())
        .filter(Boolean)
      const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text
      return origins.every(isOrigin)
        ? origins
        : fail('CORS_ORIGIN', 'Isi daftar origin seperti https://contoh.id, dipisah koma.')
    },
  }
}
/**
 * Returns the initial password of the superadmin from ADMIN_PASSWORD; undefined if the variable is
 * not set. The error for an invalid password does not contain the password.
 */
const adminPasswordOf = (env: NodeJS.ProcessEnv): string | undefined => {
  const password = env.ADMIN_PASSWORD || undefined
  if (password && (password.length < 8 || password.length > 200))
    throw new ConfigError(
      'ADMIN_PASSWORD tidak valid: paling sedikit 8, paling banyak 200 karakter.',
    )
  return password
}
/**
 * Returns the keys in DATA_KEY; undefined if the variable is not set. Throws ConfigError when a key
 * is invalid. Also throws ConfigError when no key is set although PostgreSQL is used (`onServer`),
 * because the key file is used only with SQLite. The error message does not contain a key.
 */
const dataKeyOf = (env: NodeJS.ProcessEnv, onServer: boolean): Buffer[] | undefined => {
  const dataKey = env.DATA_KEY ? parseDataKey(env.DATA_KEY) : undefined
  if (env.DATA_KEY && !dataKey) throw new ConfigError(`DATA_KEY tidak valid. ${howToMakeKey}`)
  if (onServer && !dataKey)
    throw new ConfigError(
      `DATA_KEY tidak valid: wajib jika DATABASE_URL dipakai, untuk mengenkripsi NIK dan nomor rekening. ${howToMakeKey}`,
    )
  return dataKey
}

/**
 * Returns the token for `/metrics` from METRICS_TOKEN; undefined if the variable is not set. The
 * error for an invalid token does not contain the token.
 */
const metricsTokenOf = (env: NodeJS.ProcessEnv): string | undefined => {
  const token = env.METRICS_TOKEN || undefined
  if (token && !/^[!-~]{16,200}$/.test(token))
    throw new ConfigError(
      'METRICS_TOKEN tidak valid: 16 sampai 200 huruf, angka, atau tanda baca, tanpa spasi.',
    )
  return token
}

const howToNameFiles =
  'Isi s3://bucket atau s3://bucket/folder, dengan huruf kecil, angka, titik, dan strip.'
/**
 * Returns the store of files from FILES_URL and its further variables; undefined if FILES_URL is
 * not set. The error for an invalid key does not contain the key.
 */
const filesOf = (
  env: NodeJS.ProcessEnv,
  { url, fail }: Pick<ReturnType<typeof readersOf>, 'url' | 'fail'>,
): FilesConfig | undefined => {
  if (!env.FILES_URL) {
    const lone = Object.keys(env).find((name) => /^FILES_[A-Z_]+$/.test(name) && env[name])
    if (lone === undefined) return undefined
    throw new ConfigError(`${lone} tidak valid: isi juga FILES_URL.`)
  }
  const [, bucket, folder = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w-][\w.-]{0,99}){0,8})\/?$/.exec(
      env.FILES_URL,
    ) ?? fail('FILES_URL', howToNameFiles)
  const region = env.FILES_REGION || 'us-east-1'
  if (!/^[a-z0-9-]{1,40}$/.test(region)) fail('FILES_REGION', 'Contoh: ap-southeast-3.')
  const endpoint = url('FILES_ENDPOINT', ['http:', 'https:'])
  const { FILES_KEY_ID: keyId, FILES_SECRET: secret } = env
  if (!keyId || !secret)
    throw new ConfigError('FILES_KEY_ID dan FILES_SECRET wajib jika FILES_URL dipakai.')
  return {
    bucket: bucket ?? '',
    prefix: folder && `${folder.slice(1)}/`,
    endpoint: (endpoint ?? `https://s3.${region}.amazonaws.com`).replace(/\/$/, ''),
    region,
    keyId,
    secret,
  }
}

/**
 * Reads the configuration from environment variables. `demo` selects the demo school. `terminal` is
 * true when standard error is a terminal; the default log level is then `warn`, otherwise `info`.
 * Throws ConfigError that names an invalid variable.
 */
export const readConfig = (env: NodeJS.ProcessEnv, demo: boolean, terminal = false): Config => {
  const read = readersOf(env)
  const databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:'])
  const workers = read.whole('WORKERS', 1, mostWorkers, 1)
  read.onlyWith('WORKERS', workers === 1 || databaseUrl !== undefined, needsPostgres)
  return {
    dataKey: dataKeyOf(env, databaseUrl !== undefined),
    port: read.whole('PORT', 3000, 65535),
    host: read.host(demo),
    workers,
    dataDir: resolve(env.DATA_DIR || (demo ? './data/demo' : './data')),
    databaseUrl,
    adminUsername: read.adminUsername(),
    adminPassword: adminPasswordOf(env),
    publicUrl: read.url('PUBLIC_URL', ['http:', 'https:']),
    smtpUrl: read.url('SMTP_URL', ['smtp:', 'smtps:']),
    logLevel: read.logLevel(terminal ? 'warn' : 'info'),
    terminal,
    corsOrigin: read.corsOrigin(),
    trustProxy: read.whole('TRUST_PROXY', 0, 10),
    demo,
    metricsToken: metricsTokenOf(env),
    tracesUrl: read.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']),
    tracesPercent: read.whole('TRACES_PERCENT', 100, 100),
    slowStatementMs: read.whole('SLOW_STATEMENT_MS', 1000, 600_000),
    files: filesOf(env, read),
  }
}

/** Returns the line that announces that the server listens on a port. */
export const readyLine = (
  { host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>,
  port: number,
): string => `siap: ${publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`}`
