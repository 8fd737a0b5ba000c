/** Lint rules of browser tests: what fails only on a slow machine, or finds what is not meant. */
import type { Context, Node } from './lintContext.ts'
import { rangeOf } from './lintText.ts'

/** A test that waits for a time is slow on a fast machine and fails on a slow one. */
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
      // `test.setTimeout` says how long a test may take.
      if (name === 'waitForTimeout' || (name === 'setTimeout' && !isMember))
        context.report({ node, message: 'Wait for what shall be seen, not for a time.' })
    },
  }),
}

/** While a list waits, grey lines stand where its rows will: a test that takes one has no row. */
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
 * `Jadwal Kursus` is part of `Cetak Jadwal Kursus Peserta` too: while one screen gives way to
 * another both may stand there, or the wrong one alone.
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
