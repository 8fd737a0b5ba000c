/** Tests that the dashboard and the alerts of the operations guide name existing metrics. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { declared } from '#server/metrics/declared.ts'
import { makeMetrics } from '#server/metrics/metrics.ts'

/** Names of a metric in expressions, by its type. */
const endings: Record<string, readonly string[]> = {
  counter: ['_total'],
  histogram: ['_bucket', '_sum', '_count'],
}
const text = await makeMetrics('token-untuk-pemantau').text()
const metrics = new Set([
  ...[...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type = '']) =>
    (endings[type] ?? ['']).map((ending) => `${name}${ending}`),
  ),
  // Prometheus itself makes this metric.
  'up',
])
const labels = new Set([
  ...Object.values(declared).flatMap((kind) =>
    Object.values<{ labels: readonly string[] }>(kind).flatMap((metric) => metric.labels),
  ),
  'instance',
  'job',
  'le',
])

/** Returns the names of metrics and labels in a PromQL expression. */
const namesOf = (expression: string) => {
  const plain = expression.replaceAll(/\[[^\]]*\]/g, '').replaceAll(/"[^"]*"/g, '""')
  const selectors = [...plain.matchAll(/\{([^}]*)\}|\bby \(([^)]*)\)/g)].map(
    ([, selector = '', list = '']) => `${selector} ${list}`,
  )
  const rest = plain.replaceAll(/\{[^}]*\}|\bby \([^)]*\)/g, '')
  return {
    metrics: (rest.match(/\b[a-z]\w*\b(?!\s*\()/g) ?? []).filter((name) => name !== 'or'),
    labels: selectors.flatMap((selector) => selector.match(/[a-z]\w*/g) ?? []),
  }
}
/** Returns the names in expressions that are neither a metric nor a label. */
const unknownNames = (expressions: readonly string[]): string[] =>
  expressions
    .map(namesOf)
    .flatMap((names) => [
      ...names.metrics.filter((name) => !metrics.has(name)),
      ...names.labels.filter((name) => !labels.has(name)),
    ])

test('names all metrics of Nada, and only existing ones, in the dashboard', () => {
  const dashboard = readFileSync('docs/grafana.json', 'utf8')
  const expressions = [...dashboard.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(
    (match) => JSON.parse(match[1] ?? '') as string,
  )
  expect(expressions.length).toBeGreaterThan(20)
  expect(unknownNames(expressions)).toEqual([])
  const shown = new Set(expressions.flatMap((expression) => namesOf(expression).metrics))
  const families = Object.values(declared).flatMap((kind) => Object.keys(kind))
  expect(families.filter((name) => ![...shown].some((used) => used.startsWith(name)))).toEqual([])
})
test('names existing metrics in the alerts', () => {
  const guide = readFileSync('docs/operations.md', 'utf8')
  const expressions = [...guide.matchAll(/^ +expr: '(.*)'$/gm)].map((match) => match[1] ?? '')
  expect(expressions).toHaveLength(5)
  expect(unknownNames(expressions)).toEqual([])
})
