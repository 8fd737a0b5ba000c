/**
 * `npm start` and `npm run demo`: builds the app if it is out of date, then serves app and API
 * until it is stopped.
 */
import { buildApp, buildServer } from './build.ts'
import { node, onSignal, start, stop, tool } from './process.ts'

const began = Date.now()
// Without its files the server runs from its sources.
const server = buildServer().catch((error: Error) => console.error(error.message))
const [built] = await Promise.all([buildApp(), server]).catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
if (built === 'built') console.log(`App built in ${((Date.now() - began) / 1000).toFixed(1)} s.`)

// Its input is a pipe from us: it closes with us even when we are killed and can tell nobody.
const serving = start(node(tool.server, ...process.argv.slice(2), '--dengan-induk'), {
  stdio: ['pipe', 'inherit', 'inherit'],
})
onSignal(() => stop(serving, 30_000))
serving.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
