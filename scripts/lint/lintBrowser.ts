/** Lint rules of browser tests: what fails only on a slow machine, or finds what is not meant. */
import type { Context, Node } from './lintContext.ts'
import { rangeOf } from './lintText.ts'

/** A test that waits for a fixed time is slow on a fast machine and fails on a slow one. */
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
      // `test.setTimeout` is allowed: it sets the test's timeout.
      if (name === 'waitForTimeout' || (name === 'setTimeout' && !isMember))
        context.report({ node, message: 'Wait for what shall be seen, not for a time.' })
    },
  }),
}

/**
 * While a list loads, skeleton rows stand in place of its rows: a test that takes one has no real
 * row.
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
 * `Jadwal Kursus` is part of `Cetak Jadwal Kursus Peserta` too: during a navigation both headings
 * may exist, or only the wrong one.
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
