/** The environment, read and checked once at start: a bad value is a clear error there, not a surprise later. */
import { resolve } from 'node:path'

export interface Config {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  adminUsername: string
  adminPassword: string | undefined
  publicUrl: string | undefined
  smtpUrl: string | undefined
  logLevel: string
  corsOrigin: string[]
  trustProxy: number
  demo: boolean
  /** Keys of encrypted values, the current one first; undefined: a file in `dataDir` has it. */
  dataKey: Buffer[] | undefined
}
export class ConfigError extends Error {}
/** Keys of 32 bytes in base64 or hex, separated by commas; undefined when one of them is none. */
export const parseDataKey = (text: string): Buffer[] | undefined => {
  const keys = text.split(',').map((part) => {
    const t = part.trim()
    return /^[0-9a-f]{64}$/i.test(t)
      ? Buffer.from(t, 'hex')
      : /^[\w+/-]{43}=?$/.test(t)
        ? Buffer.from(t, 'base64')
        : Buffer.alloc(0)
  })
  return keys.every((key) => key.length === 32) ? keys : undefined
}

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
/** Reads the environment. Throws ConfigError naming the variable. */
export const readConfig = (env: NodeJS.ProcessEnv, demo: boolean): Config => {
  const fail = (name: string, rule: string): never => {
    throw new ConfigError(
      `${name} tidak valid: "${(env[name] ?? '').replace(/\/\/[^/@]*@/, '//***@')}". ${rule}`,
    )
  }
  const whole = (name: string, fallback: number, max: number) => {
    const text = env[name] || String(fallback)
    return /^\d+$/.test(text) && Number(text) <= max
      ? Number(text)
      : fail(name, `Isi bilangan bulat 0 sampai ${max}.`)
  }
  const url = (name: string, protocols: string[]) => {
    const text = env[name]
    if (!text) return undefined
    return URL.canParse(text) && protocols.includes(new URL(text).protocol)
      ? text
      : fail(name, `Isi URL ${protocols.map((p) => `${p}//…`).join(' atau ')}.`)
  }
  const adminUsername = env.ADMIN_USERNAME || 'superadmin'
  if (!/^[a-z0-9._-]{3,60}$/.test(adminUsername))
    fail('ADMIN_USERNAME', 'Huruf kecil, angka, titik, strip, garis bawah; 3 sampai 60 karakter.')
  const adminPassword = env.ADMIN_PASSWORD || undefined
  if (adminPassword && (adminPassword.length < 8 || adminPassword.length > 200))
    throw new ConfigError(
      'ADMIN_PASSWORD tidak valid: paling sedikit 8, paling banyak 200 karakter.',
    )
  const logLevel = env.LOG_LEVEL || 'info'
  if (!levels.includes(logLevel)) fail('LOG_LEVEL', `Pilih ${levels.join(', ')}.`)
  const host = env.HOST || '127.0.0.1'
  if (demo && !['127.0.0.1', 'localhost', '::1'].includes(host))
    fail('HOST', 'Demo hanya untuk mesin ini sendiri (127.0.0.1).')
  const corsOrigin = (env.CORS_ORIGIN ?? '')
    .split(',')
    .map((s) => s.trim())
    .filter(Boolean)
  for (const origin of corsOrigin)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      fail('CORS_ORIGIN', 'Isi daftar origin seperti https://contoh.id, dipisah koma.')
  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:'])
  const dataKey = env.DATA_KEY ? parseDataKey(env.DATA_KEY) : undefined
  const howToMake =
    'Isi 32 byte acak dalam base64 (`openssl rand -base64 32`); beberapa kunci dipisah koma, yang berlaku di depan.'
  if (env.DATA_KEY && !dataKey) throw new ConfigError(`DATA_KEY tidak valid. ${howToMake}`)
  if (databaseUrl && !dataKey)
    throw new ConfigError(
      `DATA_KEY tidak valid: wajib bila DATABASE_URL dipakai, untuk mengenkripsi NIK dan nomor rekening. ${howToMake}`,
    )
  return {
    dataKey,
    port: whole('PORT', 3000, 65535),
    host,
    dataDir: resolve(env.DATA_DIR || (demo ? './data/demo' : './data')),
    databaseUrl,
    adminUsername,
    adminPassword,
    publicUrl: url('PUBLIC_URL', ['http:', 'https:']),
    smtpUrl: url('SMTP_URL', ['smtp:', 'smtps:']),
    logLevel,
    corsOrigin,
    trustProxy: whole('TRUST_PROXY', 0, 10),
    demo,
  }
}
