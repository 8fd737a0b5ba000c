/**
 * `npm run dev`: serves the app through Vite with hot reload. Runs the API on the demo school, and
 * restarts the API when its code changes. Ctrl+C ends Vite and the API.
 */
import { createServer } from 'vite'
import { freePort, node, onSignal, start, stop, tool } from './process.ts'

const port = Number(process.env.PORT ?? 3000)
const host = process.env.HOST ?? '127.0.0.1'
const apiPort = await freePort()
const args = process.argv.slice(2)

const [command = '', ...flags] = node(tool.server, ...(args.length ? args : ['--demo']))
const api = start([command, '--watch', '--watch-preserve-output', ...flags], {
  env: { HOST: '127.0.0.1', PORT: String(apiPort), NODE_ENV: 'development' },
})
const target = `http://127.0.0.1:${apiPort}`
const vite = await createServer({
  server: {
    host,
    port,
    strictPort: true,
    proxy: { '/api': target, '/healthz': target, '/readyz': target },
  },
})

let ending = false
const end = async () => {
  ending = true
  await Promise.all([stop(api), vite.close()])
}
onSignal(end)
api.once('exit', async (code) => {
  if (ending) return
  console.error(`The API ended with code ${code}.`)
  await end()
  process.exit(1)
})
await vite.listen()
console.log(`App with hot reload: http://${host}:${port}   API: ${target}/api`)
