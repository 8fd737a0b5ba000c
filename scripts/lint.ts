/** Our own lint rules, run by oxlint: who may import whom (architecture section 1), and `db` inside a transaction. */
import { dirname, join, relative, sep } from 'node:path'

interface Node {
  type: string
  parent?: Node
  [key: string]: unknown
}
interface Context {
  filename: string
  cwd: string
  report: (problem: { node: Node; message: string }) => void
}

/** Layers, most specific first: each names what it may import besides itself; `self: false` forbids its own siblings too. */
const layers: readonly { at: RegExp; name: string; may: readonly string[]; self?: false }[] = [
  { at: /^contract\//, name: 'contract', may: [] },
  { at: /^server\//, name: 'server', may: ['contract'] },
  { at: /^src\/data\//, name: 'src/data', may: ['contract'] },
  { at: /^src\/state\//, name: 'src/state', may: ['contract', 'src/data'] },
  { at: /^src\/ui\//, name: 'src/ui', may: ['contract', 'src/data', 'src/state'] },
  {
    at: /^src\/layout\//,
    name: 'src/layout',
    may: ['contract', 'src/data', 'src/state', 'src/ui'],
  },
  // A file `-name.tsx` beside a route is a part of it, no route.
  {
    at: /^src\/routes\/(.*\/)?-[^/]*$/,
    name: 'route part',
    may: ['contract', 'src/data', 'src/state', 'src/ui', 'src/layout', 'src'],
  },
  {
    at: /^src\/routes\//,
    name: 'route',
    may: ['contract', 'src/data', 'src/state', 'src/ui', 'src/layout', 'src', 'route part'],
    self: false,
  },
  {
    at: /^src\//,
    name: 'src',
    may: ['contract', 'src/data', 'src/state', 'src/ui', 'src/layout', 'route', 'route part'],
  },
  { at: /^mocks\//, name: 'mocks', may: ['contract', 'server'] },
  { at: /^e2e\//, name: 'e2e', may: ['contract', 'mocks', 'scripts'] },
  {
    at: /^bench\//,
    name: 'bench',
    may: ['contract', 'server', 'src', 'src/data', 'src/ui', 'src/state', 'mocks', 'scripts'],
  },
  { at: /^fuzz\//, name: 'fuzz', may: ['contract', 'server', 'mocks', 'scripts'] },
  { at: /^scripts\//, name: 'scripts', may: ['contract', 'server'] },
]
const layerOf = (path: string) => layers.find(({ at }) => at.test(path))
/** Tests may also use the mocks (the real server in memory) and the scripts; set-up is theirs, not the product's. */
const isTest = (path: string) => /\.test(-d)?\.tsx?$/.test(path)
/** The generated route tree imports every route, and styles are nobody's layer. */
const exempt = /(routeTree\.gen\.ts|\.css)$/

/** Path from the root of an import of ours; undefined for a package. */
const targetOf = (specifier: string, from: string) => {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? join(dirname(from), specifier).split(sep).join('/') : undefined
}

/** Why `from` must not import `specifier`; undefined when it may. Both layers come from their paths. */
export const refusal = (from: string, specifier: string): string | undefined => {
  const target = targetOf(specifier, from)
  const own = layerOf(from)
  const other = target && layerOf(target)
  if (!own || !other || !target || exempt.test(from) || exempt.test(target)) return undefined
  if (isTest(from) && ['mocks', 'scripts'].includes(other.name)) return undefined
  if (own.name === other.name)
    return own.self === false
      ? 'A route never imports another route: move what both need to src/ui, or to a part beside them (-name.tsx).'
      : undefined
  return own.may.includes(other.name)
    ? undefined
    : `${own.name} must not import ${other.name}; it may import: ${own.may.join(', ') || 'nothing of ours'}.`
}

/** The registry holds every declaration: a value of it in the app would put them all into the first bundle (docs/decisions/0004). */
const heavy = (from: string, specifier: string) =>
  from.startsWith('src/') && !isTest(from) && targetOf(specifier, from) === 'contract/registry.ts'
    ? 'The app imports the registry as a type only: its value brings every resource into the first bundle.'
    : undefined

const layersRule = {
  create: (context: Context) => {
    const from = relative(context.cwd, context.filename).split(sep).join('/')
    const check = (node: Node) => {
      const source = node.source as Node | null | undefined
      if (typeof source?.value !== 'string') return
      const typesOnly =
        node.importKind === 'type' || node.exportKind === 'type' || node.type === 'TSImportType'
      const message =
        refusal(from, source.value) ?? (typesOnly ? undefined : heavy(from, source.value))
      if (message) context.report({ node, message })
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    }
  },
}

/** `db` used lexically inside the callback of `transaction(…)`: it hangs on SQLite and leaves the transaction on PostgreSQL. */
const trxOnly = {
  create: (context: Context) => ({
    Identifier: (node: Node) => {
      if (node.name !== 'db') return
      const parent = node.parent
      if (parent?.type === 'MemberExpression' && parent.property === node && !parent.computed)
        return
      if (parent?.type === 'Property' && parent.key === node && !parent.shorthand) return
      for (let at: Node | undefined = node; at?.parent; at = at.parent) {
        const call: Node = at.parent
        const callee = call.callee as Node | undefined
        const isCallback = at.type === 'ArrowFunctionExpression' || at.type === 'FunctionExpression'
        if (!isCallback || call.type !== 'CallExpression') continue
        const name =
          callee?.type === 'MemberExpression' ? (callee.property as Node).name : callee?.name
        if (name === 'transaction')
          return context.report({
            node,
            message:
              'Inside transaction() only `trx` exists: `db` hangs on SQLite and leaves the transaction on PostgreSQL.',
          })
      }
    },
  }),
}

const plugin = { meta: { name: 'nada' }, rules: { layers: layersRule, 'trx-only': trxOnly } }
export default plugin
