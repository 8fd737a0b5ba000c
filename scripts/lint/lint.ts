/**
 * Plugin of oxlint with our own lint rules. This file contains the rules about imports between
 * layers (docs/architecture.md), `db` inside a transaction, wide lines, navigation after a write,
 * and dates. The files beside it contain the other rules.
 */
import { dirname, join, relative, sep } from 'node:path'
import { exactHeading, noWaiting, rowsById } from './lintBrowser.ts'
import { plainComments } from './lintComments.ts'
import type { Context, Node } from './lintContext.ts'
import { nounNames } from './lintNames.ts'
import { commentAlone, headerFirst, pageSaysIt, rangeOf } from './lintText.ts'

/**
 * Layers of the repository. The layer of a file is the first layer whose `at` matches the file's
 * path. `may` names the other layers that the layer may import. `self: false` forbids imports
 * within the layer.
 */
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
  // A file `-name.tsx` beside a route is a part of that route.
  {
    at: /^src\/routes\/(.*\/)?-/,
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
/**
 * Whether a file is a test. A test may import more layers than other files, for example mocks and
 * scripts.
 */
const isTest = (path: string) => /\.test(-d)?\.tsx?$/.test(path)
/**
 * Matches files that are exempt from the rules about layers: the generated route tree, which
 * imports every route, and styles, which belong to no layer.
 */
const exempt = /(routeTree\.gen\.ts|\.css)$/

/**
 * Returns the path of an imported file, from the root of the repository; undefined for a package.
 * `from` is the path of the importing file.
 */
const targetOf = (specifier: string, from: string) => {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? join(dirname(from), specifier).split(sep).join('/') : undefined
}

/**
 * Whether a test file may import the file `target` of the layer `layer`, even if other files of the
 * test's layer may not. Tests may import mocks and scripts. Tests in `src` may import any file of
 * `src`, to render the whole app.
 */
const testMay = (from: string, target: string, layer: string) =>
  ['mocks', 'scripts'].includes(layer) || (from.startsWith('src/') && target.startsWith('src/'))

/**
 * Returns the reason why the file `from` must not import `specifier`; undefined when it may.
 * Packages and files outside the layers are always allowed.
 */
export const refusal = (from: string, specifier: string): string | undefined => {
  const target = targetOf(specifier, from)
  const layer = layerOf(from)
  const targetLayer = target && layerOf(target)
  if (!layer || !targetLayer || !target || exempt.test(from) || exempt.test(target))
    return undefined
  if (isTest(from) && testMay(from, target, targetLayer.name)) return undefined
  if (layer.name === targetLayer.name)
    return layer.self === false
      ? 'A route never imports another route: move what both need to src/ui, or to a part beside them (-name.tsx).'
      : undefined
  return layer.may.includes(targetLayer.name)
    ? undefined
    : `${layer.name} must not import ${targetLayer.name}; it may import: ${layer.may.join(', ') || 'nothing of ours'}.`
}

/**
 * Returns a message if a file of the app imports the registry of resources at run time; undefined
 * otherwise. Such an import would put the declarations of all resources into the first bundle.
 */
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

/** Whether an identifier is not a variable but a property name, as in `x.db` and `{ db: 1 }`. */
const isPropertyName = (node: Node): boolean => {
  const { parent } = node
  if (parent?.type === 'MemberExpression') return parent.property === node && !parent.computed
  return parent?.type === 'Property' && parent.key === node && !parent.shorthand
}
/** Whether a node is a function that is passed to a function or method called `name`. */
const isCallbackOf = (node: Node, name: string): boolean => {
  const call = node.parent
  const isFunction = node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression'
  if (!isFunction || call?.type !== 'CallExpression') return false
  const callee = call.callee as Node | undefined
  const called = callee?.type === 'MemberExpression' ? (callee.property as Node) : callee
  return called?.name === name
}

/**
 * Reports the variable `db` inside the callback of `transaction(…)`. In such a callback, a query
 * through `db` hangs on SQLite, and runs outside the transaction on PostgreSQL.
 */
const trxOnly = {
  create: (context: Context) => ({
    Identifier: (node: Node) => {
      if (node.name !== 'db' || isPropertyName(node)) return
      for (let ancestor: Node | undefined = node; ancestor?.parent; ancestor = ancestor.parent)
        if (isCallbackOf(ancestor, 'transaction'))
          return context.report({
            node,
            message:
              'Inside transaction() only `trx` exists: `db` hangs on SQLite and leaves the transaction on PostgreSQL.',
          })
    },
  }),
}

/** Maximum width of a line in characters, as configured for the formatter. */
const maxWidth = 100
type Range = readonly [from: number, to: number]
/**
 * Whether a node is text that the formatter cannot break into lines: a string, a part of a template
 * literal, a regular expression, or text between JSX tags.
 */
const isText = ({ type, value, regex }: Node): boolean =>
  type === 'TemplateElement' ||
  type === 'JSXText' ||
  (type === 'Literal' && (typeof value === 'string' || regex !== undefined))
/**
 * Returns the number of characters of a line that lie inside `texts`, the ranges of unbreakable
 * nodes such as strings and regular expressions.
 */
const textIn = (texts: readonly Range[], [from, to]: Range): number =>
  texts.reduce((sum, [a, b]) => sum + Math.max(0, Math.min(b, to) - Math.max(a, from)), 0)

interface Wide {
  from: number
  what: 'comment' | 'code'
}
/**
 * Returns the lines that are too wide. `texts` holds the ranges of strings, regular expressions and
 * JSX texts. Characters inside these ranges do not count in lines of code, because the formatter
 * cannot break these texts. A comment line with a long URL is allowed, because a URL cannot be
 * broken. `from` in the result is the offset of the line in the source.
 */
export const wideLines = (
  source: string,
  comments: readonly Range[],
  texts: readonly Range[],
): Wide[] => {
  let from = 0
  return source.split('\n').flatMap((line): Wide[] => {
    const range: Range = [from, from + line.length]
    from = range[1] + 1
    if (line.length <= maxWidth) return []
    const end = range[1]
    if (comments.some(([a, b]) => a < end && b >= end))
      return /https?:\/\/\S{60}/.test(line) ? [] : [{ from: range[0], what: 'comment' }]
    const rest = line.length - textIn(texts, range)
    return rest > maxWidth ? [{ from: range[0], what: 'code' }] : []
  })
}
const width = {
  create: (context: Context) => {
    const texts: Range[] = []
    const note = (node: Node) => {
      if (isText(node)) texts.push(rangeOf(node))
    }
    return {
      Literal: note,
      // A template literal counts as one text, including its embedded expressions.
      TemplateLiteral: (node: Node) => texts.push(rangeOf(node)),
      JSXText: note,
      'Program:exit': (node: Node) => {
        const { text } = context.sourceCode
        const comments = context.sourceCode.getAllComments().map(rangeOf)
        const lines = text.split('\n')
        for (const { from, what } of wideLines(text, comments, texts)) {
          const line = text.slice(0, from).split('\n').length
          const columns = lines[line - 1]?.length ?? 0
          context.report({
            node,
            loc: { start: { line, column: maxWidth }, end: { line, column: columns } },
            message:
              what === 'comment'
                ? `A comment of ${columns} columns: at most ${maxWidth}.`
                : `Code of ${columns} columns: at most ${maxWidth}, but for texts and SQL.`,
          })
        }
      },
    }
  },
}

/** Whether a function is the value of a property `onSuccess`, the callback after a write. */
const isOnSuccess = ({ parent }: Node): boolean =>
  parent?.type === 'Property' && ((parent as Node).key as Node).name === 'onSuccess'
/**
 * Reports a navigation in the `onSuccess` callback of a write. If the response is late, the user
 * may already have opened another page, and the navigation would take the user away from that page.
 * The option `next` of a write navigates only if the user is still on the page of the write.
 */
const nextGoes = {
  create: (context: Context) => {
    const successes: Node[] = []
    const enter = (node: Node) => isOnSuccess(node) && successes.push(node)
    const leave = (node: Node) => successes.at(-1) === node && successes.pop()
    return {
      ArrowFunctionExpression: enter,
      'ArrowFunctionExpression:exit': leave,
      CallExpression: (node: Node) => {
        const callee = node.callee as Node
        const { name } = callee.type === 'MemberExpression' ? (callee.property as Node) : callee
        if (successes.length > 0 && (name === 'navigate' || name === 'back'))
          context.report({ node, message: 'Where one is taken after a write stands in `next`.' })
      },
    }
  },
}

/**
 * Reports code that uses the UTC date as today's date. Before seven in the morning in the school's
 * time zone, the UTC date is still yesterday, which may be a closed day.
 */
const schoolDay = {
  create: (context: Context) => ({
    CallExpression: (node: Node) => {
      const [from, to] = rangeOf(node)
      const today = /^new Date\((|Date\.now\(\).*)\)\s*\.toISOString\(\)\s*\.slice\(0, (7|10)\)$/s
      if (today.test(context.sourceCode.text.slice(from, to)))
        context.report({ node, message: "Today is `currentDay()`, by the school's clock." })
    },
  }),
}

const plugin = {
  meta: { name: 'nada' },
  rules: {
    layers: layersRule,
    'trx-only': trxOnly,
    width,
    'no-waiting': noWaiting,
    'next-goes': nextGoes,
    'rows-by-id': rowsById,
    'exact-heading': exactHeading,
    'school-day': schoolDay,
    'header-first': headerFirst,
    'comment-alone': commentAlone,
    'plain-comments': plainComments,
    'noun-names': nounNames,
    'page-says-it': pageSaysIt,
  },
}
export default plugin
