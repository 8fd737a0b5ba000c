/** Lint rule that rejects vague names of local variables and parameters, such as `one`. */
import type { Context, Node } from './lintContext.ts'

/** Adjectives, participles and pronouns that do not describe the value. */
const vague = new Set(['own', 'found', 'known', 'made', 'other', 'at', 'one', 'told', 'asked'])

/**
 * Returns the identifiers that a pattern declares. Skips shorthands such as `{ at }`, because they
 * take over the name of a property.
 */
const namesIn = (pattern: Node | null | undefined): Node[] => {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern]
    case 'AssignmentPattern':
      return namesIn(pattern.left as Node)
    case 'RestElement':
      return namesIn(pattern.argument as Node)
    case 'ArrayPattern':
      return (pattern.elements as (Node | null)[]).flatMap(namesIn)
    case 'ObjectPattern':
      return (pattern.properties as Node[]).flatMap((property) =>
        property.shorthand ? [] : namesIn((property.value ?? property) as Node),
      )
    default:
      return []
  }
}
/**
 * Whether a declaration is exported. The rule does not check exported names, because each of them
 * has a docstring that explains the value.
 */
const isExported = (declarator: Node): boolean =>
  declarator.parent?.parent?.type === 'ExportNamedDeclaration'

export const nounNames = {
  create: (context: Context) => {
    const check = (pattern: Node | null | undefined) => {
      for (const node of namesIn(pattern))
        if (vague.has(String(node.name)))
          context.report({ node, message: `"${String(node.name)}" is no noun: say what it is.` })
    }
    const checkParameters = (node: Node) => (node.params as Node[]).forEach(check)
    return {
      VariableDeclarator: (node: Node) => {
        if (!isExported(node)) check(node.id as Node)
      },
      ArrowFunctionExpression: checkParameters,
      FunctionDeclaration: checkParameters,
      FunctionExpression: checkParameters,
    }
  },
}
