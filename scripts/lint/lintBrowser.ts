/**
 * Lint rules of browser tests. They report code that fails only on a slow machine, or that may find
 * the wrong element.
 */
import type { Context, Node } from './lintContext.ts'
import { rangeOf } from './lintText.ts'

/**
 * Reports waiting for a fixed time or for an idle network. A test that waits in this way is slow on
 * a fast machine and fails on a slow machine.
 */
export const noWaiting = {
  create: (context: Context) => ({
    Literal: (node: Node) => {
      if (node.value === 'networkidle')
        context.report({
          node,
          message: 'Wait for what shall be seen: the network of a busy machine is quiet too.',
        })
    },
    CallExpression: (node: Node) => {
      const callee = node.callee as Node
      const isMember = callee.type === 'MemberExpression'
      const { name } = isMember ? (callee.property as Node) : callee
      // `test.setTimeout` is allowed, because it sets the timeout of the test.
      if (name === 'waitForTimeout' || (name === 'setTimeout' && !isMember))
        context.report({ node, message: 'Wait for what shall be seen, not for a time.' })
    },
  }),
}

/**
 * Reports selectors of table rows without `[data-id]`. Such selectors also match skeleton rows, the
 * grey placeholders that a list shows while it loads.
 */
export const rowsById = {
  create: (context: Context) => ({
    Literal: (node: Node) => {
      if (typeof node.value === 'string' && /tbody tr(?!\[data-id\])/.test(node.value))
        context.report({
          node,
          message: 'A row is `tbody tr[data-id]`; the others are grey lines.',
        })
    },
  }),
}

/**
 * Reports searches for a heading by name without `exact: true`. Without this option, `Jadwal
 * Kursus` also matches the heading `Cetak Jadwal Kursus Peserta` of another page. During a
 * navigation, the app may still show the other page.
 */
export const exactHeading = {
  create: (context: Context) => ({
    CallExpression: (node: Node) => {
      const [from, to] = rangeOf(node)
      const call = context.sourceCode.text.slice(from, to)
      const byPart =
        /^[\w.]*(?:\([^()]*\)\.)?getByRole\('heading', \{(?![^}]*exact)[^}]*name: '[^}]*\}\)$/
      if (byPart.test(call))
        context.report({ node, message: 'A heading is named whole: `exact: true`.' })
    },
  }),
}
