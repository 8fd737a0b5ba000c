/** `npm start` and `npm run demo`: builds the app if it is out of date, then serves app and API until it is stopped. */
import { buildApp } from './build.ts'
import { onSignal, run, server, start, stop } from './process.ts'

const began = Date.now()
const built = await buildApp().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
if (built === 'built') console.log(`App built in ${((Date.now() - began) / 1000).toFixed(1)} s.`)

// Prepared in a process of its own: what seeding a school takes in memory goes with it.
const args = process.argv.slice(2)
const { code } = await run(server.line(...args, '--siapkan'), { env: server.env, timeout: 30 * 60_000 })
if (code !== 0) process.exit(code ?? 1)
// A task that ends, and nothing to serve.
if (args.some((arg) => arg.startsWith('--reset-dua-langkah'))) process.exit(0)
// Its input is a pipe from us: it closes with us even when we are killed and can tell nobody.
const serving = start(server.line(...args, '--sudah-siap', '--dengan-induk'), { env: server.env, stdio: ['pipe', 'inherit', 'inherit'] })
onSignal(() => stop(serving, 30_000))
serving.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
