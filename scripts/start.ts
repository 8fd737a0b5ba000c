/**
 * `npm start` and `npm run demo`: builds the app and the server if a source has changed, and then
 * serves the app and the API until stopped.
 */
import { buildApp, buildServer } from './build.ts'
import { node, onSignal, start, stop, tool } from './process.ts'

const began = Date.now()
// A failure to bundle the server is only printed, because the server can also run from its sources.
const server = buildServer().catch((error: Error) => console.error(error.message))
const [built] = await Promise.all([buildApp(), server]).catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
if (built === 'built') console.log(`App built in ${((Date.now() - began) / 1000).toFixed(1)} s.`)

// The standard input of the server is a pipe from this process. The server ends when the pipe
// closes, which happens even if this process is killed.
const serving = start(node(tool.server, ...process.argv.slice(2), '--dengan-induk'), {
  stdio: ['pipe', 'inherit', 'inherit'],
})
onSignal(() => stop(serving, 30_000))
serving.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
