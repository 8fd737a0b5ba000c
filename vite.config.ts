import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'

const api = process.env.API_URL ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`

let modules = 0
let lastLineAt = 0

type Bundle = Rolldown.OutputBundle
const chunkOf = (bundle: Bundle, name: string) => {
  const file = bundle[name]
  return file?.type === 'chunk' ? file : undefined
}
/**
 * Returns the names of a chunk and of the chunks that it imports statically, directly or
 * indirectly.
 */
const loadedWith = (bundle: Bundle, name: string, visited = new Set<string>()): Set<string> => {
  if (visited.has(name)) return visited
  visited.add(name)
  for (const i of chunkOf(bundle, name)?.imports ?? []) loadedWith(bundle, i, visited)
  return visited
}
/** Returns the gzipped size in bytes of chunks and of their style sheets. */
const gzipBytes = (bundle: Bundle, names: Iterable<string>): number => {
  const chunks = [...names].map((name) => chunkOf(bundle, name))
  const styles = new Set(chunks.flatMap((c) => [...(c?.viteMetadata?.importedCss ?? [])]))
  const sheets = [...styles].map((name) => {
    const file = bundle[name]
    return file?.type === 'asset' ? file.source : ''
  })
  const texts = [...chunks.map((c) => c?.code ?? ''), ...sheets]
  return texts.reduce((sum, text) => sum + gzipSync(text).length, 0)
}
/**
 * Maximum gzipped size in bytes of scripts and styles, by code splitting group. The size covers the
 * chunk of the group, the entry chunk, and all chunks that these two import statically.
 */
const byteLimits = { first: 205_000, list: 300_000 }

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
      quoteStyle: 'single',
      semicolons: false,
    }),
    // Compiles with oxc-transform-react, in a tenth of the time of the plugin for Babel.
    react({ compiler: true }),
    // Fails a build whose first bundle contains the declarations of all API calls. A route file
    // pulls them in if its types are inferred from its screen's data (`typeof X.useData`).
    {
      name: 'no-calls-at-login',
      generateBundle(_, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && chunk.name === 'first')
            for (const id of chunk.moduleIds)
              if (/\/src\/data\/(?:calls|api\/createHooks)\.ts$/.test(id))
                this.error(
                  `${id} in the first bundle, for ${this.getModuleInfo(id)?.importers.join(', ')}`,
                )
      },
    },
    // Fails a build in which more than one dynamic import loads charts, or in which charts add more
    // than 150 kB (gzip) to a page.
    {
      name: 'charts-late',
      enforce: 'post',
      generateBundle(_, bundle) {
        const isChart = (name: string) =>
          chunkOf(bundle, name)?.moduleIds.some((id) => /\/(recharts|@mantine\/charts)\//.test(id))
        const begins = Object.values(bundle).filter(
          (file) => file.type === 'chunk' && (file.isEntry || file.isDynamicEntry),
        )
        const [charts, ...more] = begins
          .map(({ fileName }) => fileName)
          .filter((name) => [...loadedWith(bundle, name)].some(isChart))
        if (!charts || more.length > 0 || !chunkOf(bundle, charts)?.name.startsWith('ReportCharts'))
          this.error(`Charts are fetched with ${[charts, ...more].join(', ')}`)
        const screen = Object.keys(bundle).find((name) =>
          chunkOf(bundle, name)?.dynamicImports.includes(charts),
        )
        const before = loadedWith(bundle, screen ?? '')
        const added = [...loadedWith(bundle, charts)].filter((name) => !before.has(name))
        const bytes = gzipBytes(bundle, added)
        if (bytes > 150_000) this.error(`Charts are ${bytes} bytes (gzip), 150000 at most`)
      },
    },
    // Fails a build that exceeds one of `byteLimits`, for example because a moved file no longer
    // matches its code splitting group below and would load with every page.
    {
      name: 'byte-limits',
      enforce: 'post',
      generateBundle(_, bundle) {
        for (const [group, limit] of Object.entries(byteLimits)) {
          const names = Object.values(bundle)
            .filter((f) => f.type === 'chunk' && (f.isEntry || f.name === group))
            .flatMap((file) => [...loadedWith(bundle, file.fileName)])
          const bytes = gzipBytes(bundle, new Set(names))
          if (bytes > limit) this.error(`Group ${group}: ${bytes} bytes (gzip), ${limit} at most`)
        }
      },
    },
    // Writes the version of the build into the page and into the service worker
    // (src/serviceWorker.js). Lists there the files that open the app without a connection: the
    // page, its scripts and styles, and those of the frame around each screen (group `list`).
    {
      name: 'service-worker',
      enforce: 'post',
      generateBundle(_, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') return this.error('The build has no index.html')
        const hash = createHash('sha256').update(Object.keys(bundle).toSorted().join())
        for (const file of globSync('public/**/*.*').toSorted()) hash.update(readFileSync(file))
        const version = hash.update(page.source).digest('hex').slice(0, 12)
        const html = String(page.source).replace('content="dev"', `content="${version}"`)
        page.source = html
        const chunks = Object.values(bundle)
          .filter((file) => file.type === 'chunk' && file.name === 'list')
          .flatMap((file) => [...loadedWith(bundle, file.fileName)])
        const styles = chunks.flatMap((name) => [
          ...(chunkOf(bundle, name)?.viteMetadata?.importedCss ?? []),
        ])
        const linked = html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|svg|woff2))"/g)
        const files = new Set([
          ...[...linked].map(([, path]) => path),
          ...[...chunks, ...styles].map((name) => `/${name}`),
        ])
        const source = readFileSync('src/serviceWorker.js', 'utf8').replace(
          /^const shell = .*$/m,
          `const shell = ${JSON.stringify({ version, files: [...files] })}`,
        )
        this.emitFile({ type: 'asset', fileName: 'sw.js', source })
      },
    },
    // Replaces Floating UI's function `useMergeRefs` by a hook of Mantine. Mantine's Table imports
    // ScrollArea, which needs only this function. Without the replacement, lists would load
    // Floating UI (30 kB).
    {
      name: 'no-engine-in-tables',
      enforce: 'pre',
      resolveId: (source, importer) =>
        source === '@floating-ui/react' && importer?.endsWith('/ScrollArea/ScrollArea.mjs')
          ? '\0merge-refs'
          : undefined,
      load: (id) =>
        id === '\0merge-refs'
          ? `import { useMergedRef } from '@mantine/hooks'
             export const useMergeRefs = (refs) => useMergedRef(...refs)`
          : undefined,
    },
    // Prints progress lines, because `scripts/build.ts` aborts a build that prints nothing for a
    // while.
    {
      name: 'progress',
      apply: 'build',
      buildStart: () => void (modules = 0),
      moduleParsed: () => {
        modules++
        if (Date.now() - lastLineAt < 2000) return
        lastLineAt = Date.now()
        process.stderr.write(`progress: ${modules} modules\n`)
      },
    },
    // Adds the README to the build as plain text, because browsers do not render Markdown. The
    // footer of the app links to this file.
    {
      name: 'readme',
      generateBundle() {
        this.emitFile({ type: 'asset', fileName: 'README.txt', source: readFileSync('README.md') })
      },
    },
    // Adds Swagger UI, the viewer of the API document, beside its page in `public/api/docs`.
    {
      name: 'api-docs',
      generateBundle() {
        for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css'])
          this.emitFile({
            type: 'asset',
            fileName: `api/docs/${name}`,
            source: readFileSync(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`))),
          })
      },
    },
  ],
  server: { proxy: { '/api': api, '/t/': api } },
  preview: { proxy: { '/api': api, '/t/': api } },
  // Output format of the web worker that rates the strength of passwords.
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    // Switches off Vite's size warning. The plugins above and the benchmark already check
    // compressed sizes.
    chunkSizeWarningLimit: 1000,
    // Puts shared modules into one file per group. The groups are the modules that the login page,
    // the first list, a popup or the first form needs. By default, shared modules would become
    // dozens of small files. A module belongs to the matching group with the highest priority. Each
    // screen is a separate file.
    rolldownOptions: {
      // Skips the thousands of modules that only re-export unused parts, such as unused icons.
      experimental: { lazyBarrel: true },
      // Hides warnings about code in `node_modules`, because users who start the product cannot fix
      // this code.
      onLog: (level, log, handle) => {
        if (level !== 'warn' || !JSON.stringify(log).includes('node_modules')) handle(level, log)
      },
      output: {
        codeSplitting: {
          groups: [
            { name: 'parts', priority: 4, test: /styles\/parts\.css/ },
            {
              name: 'first',
              priority: 3,
              test: /src\/(main|router|start|theme)\.tsx?$|src\/routes\/(__root|errors\/\$kode|auth\/login)\.tsx|@mantine\/core\/esm\/components\/(Button|TextInput|PasswordInput)\/|@tanstack\/(react-router|react-query)\/|\/jotai\/|\/ky\//,
            },
            {
              name: 'list',
              priority: 2,
              test: /src\/(layout\/(?!.*(Palette|KeysHelp|SideOverlay|Notifications|StudentSearchBox|studentOptions|documentOptions))|ui\/list\/(?!.*(ViewsPanel|ViewName|BulkBar|ColumnsPanel|BulkDialog|DataTable|runBulk)))|src\/ui\/(form\/form|access\/Can|record\/Panel)\.tsx$|src\/data\/api\/create(Hooks|Call)\.ts$|src\/ui\/import\/Import\.tsx$|contract\/(enums|fields|resource)\.ts$|src\/routes\/_app(\/\$)?\.tsx\?/,
            },
            // Panels that open beside a button or a field: menus, pickers and calendars.
            {
              name: 'popup',
              priority: 1.5,
              test: /src\/ui\/overlay\/MenuPanel|@mantine\/core\/esm\/components\/Popover\//,
            },
            {
              name: 'form',
              priority: 1,
              test: /src\/ui\/(form\/(?!dates\/Calendar|file\/|password\/)|overlay\/DialogHost)/,
            },
          ],
        },
      },
    },
  },
})
