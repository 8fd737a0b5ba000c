/** Types of the objects that oxlint passes to lint rules. `Node` is a node of the syntax tree. */
export interface Node {
  type: string
  parent?: Node
  [key: string]: unknown
}
interface Position {
  line: number
  column: number
}
export interface Context {
  filename: string
  cwd: string
  sourceCode: { text: string; getAllComments: () => Node[] }
  report: (problem: {
    node: Node
    loc?: { start: Position; end: Position }
    message: string
  }) => void
}
