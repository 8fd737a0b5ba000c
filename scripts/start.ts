/**
 * `npm start` and `npm run demo`: builds the app if it is out of date, then serves the app and the
 * API until stopped.
 */
import { buildApp, buildServer } from './build.ts'
import { node, onSignal, start, stop, tool } from './process.ts'

const began = Date.now()
// A failure is only printed, because the server can also run from its sources.
const server = buildServer().catch((error: Error) => console.error(error.message))
const [built] = await Promise.all([buildApp(), server]).catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
if (built === 'built') console.log(`App built in ${((Date.now() - began) / 1000).toFixed(1)} s.`)

// The standard input of the server is a pipe from this process. The pipe closes even when this
// process is killed, which ends the server.
const serving = start(node(tool.server, ...process.argv.slice(2), '--dengan-induk'), {
  stdio: ['pipe', 'inherit', 'inherit'],
})
onSignal(() => stop(serving, 30_000))
serving.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
