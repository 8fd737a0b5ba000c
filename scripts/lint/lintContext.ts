/** Types that oxlint passes to the rules of a plugin. */
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
