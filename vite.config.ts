import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import babel from '@rolldown/plugin-babel'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = process.env.API_URL ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`

/** Unused palettes of Mantine: a third of the first style sheet. */
const unworn =
  /^--mantine-color-(pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange)-/

let modules = 0
let lastLineAt = 0

export default defineConfig({
  css: {
    postcss: {
      plugins: [
        {
          postcssPlugin: 'unworn',
          Declaration: (declaration: { prop: string; remove: () => void }) => {
            if (unworn.test(declaration.prop)) declaration.remove()
          },
        },
      ],
    },
  },
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
      quoteStyle: 'single',
      semicolons: false,
    }),
    react(),
    babel({ presets: [reactCompilerPreset()] }),
    // Names of the files that public/theme.js prefetches: the shell and its lists, and each
    // screen's own by its path.
    {
      name: 'fetched-ahead',
      transformIndexHtml: {
        order: 'post',
        handler: (html: string, { bundle = {} }) => {
          const names = Object.keys(bundle).filter((name) =>
            /^assets\/list-.*\.(js|css)$/.test(name),
          )
          if (names.length > 0 && !html.includes('src="/theme.js"'))
            throw new Error('index.html loads no theme.js')
          const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
          const needed = (name: string, visited: Set<string>): Set<string> => {
            const chunk = chunks.find((c) => c.fileName === name)
            if (
              chunk &&
              !visited.has(name) &&
              !/assets\/(first|list|rolldown-runtime)-/.test(name)
            ) {
              visited.add(name)
              for (const i of chunk.imports) needed(i, visited)
            }
            return visited
          }
          // The dashboard's path is empty, and so is its name here.
          const screens = chunks.flatMap((chunk) =>
            chunk.moduleIds.flatMap((id) => {
              const path =
                /\/src\/routes\/_app\/(.*?)(?:\/?index)?\.tsx\?tsr-split=component$/.exec(id)?.[1]
              const files = [...needed(chunk.fileName, new Set())].map((name) =>
                name.replace(/^assets\/|\.js$/g, ''),
              )
              return path !== undefined && files.length > 0 ? [`${path} ${files.join(' ')}`] : []
            }),
          )
          if (chunks.length > 0 && !screens.some((entry) => entry.startsWith(' ')))
            throw new Error('The dashboard is not fetched ahead')
          return html.replace(
            'src="/theme.js"',
            `$& data-list="${names.map((name) => `/${name}`).join(' ')}" data-screens="${screens.join('|')}"`,
          )
        },
      },
    },
    // A type in a route's file that is inferred from its screen's data (`typeof X.useData`) keeps
    // the import in the router's bundle, and with it every call of the product.
    {
      name: 'no-calls-at-login',
      generateBundle(_, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && chunk.name === 'first')
            for (const id of chunk.moduleIds)
              if (/\/src\/data\/(?:calls|createHooks)\.ts$/.test(id))
                this.error(
                  `${id} in the first bundle, for ${this.getModuleInfo(id)?.importers.join(', ')}`,
                )
      },
    },
    // Charts load lazily: their code is behind one dynamic import, and what they add to a page
    // stays small.
    {
      name: 'charts-late',
      enforce: 'post',
      generateBundle(_, bundle) {
        const chunkOf = (name: string) => {
          const file = bundle[name]
          return file?.type === 'chunk' ? file : undefined
        }
        const needed = (name: string, visited = new Set<string>()): Set<string> => {
          if (visited.has(name)) return visited
          visited.add(name)
          for (const i of chunkOf(name)?.imports ?? []) needed(i, visited)
          return visited
        }
        const isChart = (name: string) =>
          chunkOf(name)?.moduleIds.some((id) => /\/(recharts|@mantine\/charts)\//.test(id))
        const begins = Object.values(bundle).filter(
          (file) => file.type === 'chunk' && (file.isEntry || file.isDynamicEntry),
        )
        const [charts, ...more] = begins
          .map(({ fileName }) => fileName)
          .filter((name) => [...needed(name)].some(isChart))
        if (!charts || more.length > 0 || !chunkOf(charts)?.name.startsWith('ReportCharts'))
          this.error(`Charts are fetched with ${[charts, ...more].join(', ')}`)
        const screen = Object.keys(bundle).find((name) =>
          chunkOf(name)?.dynamicImports.includes(charts),
        )
        const before = needed(screen ?? '')
        const added = [...needed(charts)].filter((name) => !before.has(name)).map(chunkOf)
        const texts = added.flatMap((chunk) => [
          chunk?.code ?? '',
          ...[...(chunk?.viteMetadata?.importedCss ?? [])].map((name) => {
            const file = bundle[name]
            return file?.type === 'asset' ? file.source : ''
          }),
        ])
        const bytes = texts.reduce((sum, text) => sum + gzipSync(text).length, 0)
        if (bytes > 150_000) this.error(`Charts are ${bytes} bytes (gzip), 150000 at most`)
      },
    },
    // Mantine's Table imports ScrollArea, which uses one small function of the positioning engine.
    // Replaced by Mantine's own hook, a first list loads without the engine (30 kB).
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
    // Progress lines for `scripts/build.ts`, which stops a build without output.
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
    // Target of the footer's credit; as plain text, because no browser renders Markdown.
    {
      name: 'readme',
      generateBundle() {
        this.emitFile({ type: 'asset', fileName: 'README.txt', source: readFileSync('README.md') })
      },
    },
  ],
  server: { proxy: { '/api': api, '/t/': api } },
  preview: { proxy: { '/api': api, '/t/': api } },
  // Worker that rates passwords.
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    // Byte limits are checked by the plugins above and by the benchmark, after compression.
    chunkSizeWarningLimit: 1000,
    // Few chunks, cut where a user waits: up to the login page, up to a first list, up to a first
    // form. By default modules shared by several screens become dozens of small files. A group
    // takes the modules that it needs and no earlier group has; a screen stays a file of its own.
    rolldownOptions: {
      // Warnings about the code of a dependency are hidden: users who start the product cannot act
      // on them.
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
              test: /src\/(layout\/(?!Palette|KeysHelp|SideOverlay|Notifications|StudentSearchBox|studentOptions)|ui\/list\/(?!ViewsPanel|ViewName|BulkBar|ColumnsPanel|BulkDialog|DataTable|runBulk))|src\/ui\/(form\/form|access\/Can|record\/Panel)\.tsx$|src\/data\/create(Hooks|Call)\.ts$|src\/ui\/import\/Import\.tsx$|contract\/(enums|fields|resource)\.ts$|src\/routes\/_app(\/\$)?\.tsx\?/,
            },
            // Panels beside a button: menus, pickers, calendars.
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
