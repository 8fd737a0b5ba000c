import { execFileSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tool } from '../process.ts'
import { refusal } from './lint.ts'

/** Content of files by path, each with the only lint rule that the file breaks. */
const broken: Record<string, [rule: string, code: string]> = {
  'contract/a.ts': ['nada(layers)', `import { x } from '#server/x.ts'\nexport const a = x`],
  'server/a.ts': ['nada(layers)', `import type { X } from '#src/data/x.ts'\nexport type A = X`],
  'src/data/a.ts': ['nada(layers)', `export { x } from '#src/ui/x.tsx'`],
  'src/ui/a.ts': ['nada(layers)', `export const a = () => import('#server/x.ts')`],
  'src/routes/bank/index.tsx': [
    'nada(layers)',
    `import { x } from '../gedung/index.tsx'\nexport const a = x`,
  ],
  'src/ui/registry.ts': [
    'nada(layers)',
    `import { resources } from '#contract/registry.ts'\nexport const a = resources`,
  ],
  'mocks/a.ts': ['nada(layers)', `import { x } from '#src/data/x.ts'\nexport const a = x`],
  'server/modules/saldo.ts': [
    'nada(trx-only)',
    `export const a = (db, transaction) => transaction(async (trx) => [trx, await db.selectFrom('x')])`,
  ],
  'src/ui/b.ts': [
    'import(no-cycle)',
    `import { c } from '#src/ui/c.ts'\nexport const b = () => c()`,
  ],
  'src/ui/c.ts': [
    'import(no-cycle)',
    `import { b } from '#src/ui/b.ts'\nexport const c = () => b()`,
  ],
  'src/ui/types.ts': [
    'import(no-cycle)',
    `import type { U } from '#src/ui/types2.ts'\nexport type T = U`,
  ],
  'src/ui/types2.ts': [
    'import(no-cycle)',
    `import type { T } from '#src/ui/types.ts'\nexport type U = T`,
  ],
  'src/ui/d.ts': ['import(no-default-export)', `export default 1`],
  'src/ui/e.ts': ['typescript(no-explicit-any)', `export const e = (x: any) => x`],
  'src/routes/f.tsx': [
    'typescript(consistent-type-assertions)',
    `export const f = (x: unknown) => x as string`,
  ],
  'src/ui/g.tsx': [
    'react-hooks(rules-of-hooks)',
    `import { useState } from 'react'\nexport const G = (p: { on: boolean }) => { if (p.on) useState(1); return null }`,
  ],
  'src/routes/h.tsx': [
    'import(no-unassigned-import)',
    `import '#src/styles/h.css'\nexport const h = 1`,
  ],
  'src/ui/h.tsx': ['jsx-a11y(alt-text)', `export const H = () => <img src="/x.png" />`],
  'server/b.ts': [
    'nada(width)',
    `// ${'A comment is as wide as the code beside it. '.repeat(3)}\nexport const b = 1`,
  ],
  'server/c.ts': [
    'nada(width)',
    `export const c = (${Array.from({ length: 30 }, (_, i) => `x${i}`).join(' + ')})`,
  ],
  'server/d.ts': ['eslint(no-nested-ternary)', `export const d = (n) => (n ? 1 : n > 2 ? 3 : 4)`],
  'server/e.ts': [
    'eslint(max-params)',
    `export const e = (a, b, c, d, f, g) => [a, b, c, d, f, g]`,
  ],
  'server/f.ts': [
    'eslint(no-param-reassign)',
    `export const f = (n) => {\n  n += 1\n  return n\n}`,
  ],
  'server/g.ts': [
    'eslint(complexity)',
    `export const g = (n) => ${Array.from({ length: 17 }, (_, i) => `n.x${i}`).join('\n  || ')}`,
  ],
  'server/h.ts': [
    'eslint(max-lines-per-function)',
    `export const h = (list) => {\n${'  list.push(1)\n'.repeat(81)}}`,
  ],
  'e2e/a.ts': ['nada(no-waiting)', `export const a = (page) => page.waitForTimeout(500)`],
  'e2e/b.ts': [
    'nada(no-waiting)',
    `export const b = () => new Promise((done) => { setTimeout(done, 5) })`,
  ],
  'e2e/h.ts': [
    'nada(no-waiting)',
    `export const h = (page) => page.waitForLoadState('networkidle')`,
  ],
  'e2e/c.ts': ['nada(rows-by-id)', `export const c = (page) => page.locator('tbody tr').first()`],
  'e2e/f.ts': [
    'nada(exact-heading)',
    `export const f = (page) => page.getByRole('heading', { name: 'Kursus' })`,
  ],
  'e2e/d.ts': ['nada(school-day)', `export const d = () => new Date().toISOString().slice(0, 10)`],
  'mocks/e.ts': [
    'nada(school-day)',
    `export const e = (n) => new Date(Date.now() + n * 5).toISOString().slice(0, 10)`,
  ],
  'src/routes/_app/s.tsx': [
    'nada(page-says-it)',
    `import { Suspense } from 'react'\nfunction SScreen() {\n  return (\n    <Suspense>\n      <b>x</b>\n    </Suspense>\n  )\n}\nexport const S = SScreen`,
  ],
  'src/routes/_app/n.ts': [
    'nada(next-goes)',
    `export const n = (send, navigate, toast) =>\n  send.mutate(1, { onSuccess: () => (toast('x'), void navigate({ to: '/' })) })`,
  ],
  'server/l.ts': [
    'nada(comment-alone)',
    `export interface L {\n  /** Unit of the count. */ hint?: string\n}`,
  ],
  'server/n.ts': [
    'nada(plain-comments)',
    `// What is drawn asks for the state;\n// later, for the last one.\nexport const n = 1`,
  ],
  'server/n2.ts': [
    'nada(plain-comments)',
    `/**
<<<<<<< HEAD
 * Returns 1.
=======
 */
export const n = 1`,
  ],
  'server/q.ts': ['nada(noun-names)', `export const q = (rows) => rows.map((one) => one.id)`],
  'server/o.ts': [
    'nada(plain-comments)',
    `/** Id of the row, but for drafts. */\nexport const o = 1`,
  ],
  'server/j.ts': [
    'nada(header-first)',
    `import { join } from 'node:path'\n/** Purpose of the file. */\nimport { x } from '#contract/x.ts'\nexport const j = join(String(x))`,
  ],
  'server/i.ts': ['eslint(max-lines)', 'export const i = [\n' + '  1,\n'.repeat(350) + ']'],
}
const fine: Record<string, string> = {
  'src/ui/later.ts': `export const later = () => setTimeout(() => {}, 5)`,
  'src/routes/_app/o.ts': `export const o = (send, navigate, toast) =>\n  send.mutate(1, { onSuccess: () => toast('x'), next: () => void navigate({ to: '/' }) })`,
  'e2e/g.ts': `export const g = (page) => page.getByRole('heading', { name: 'Kursus', exact: true })`,
  'server/p.ts': `// Render reads the state. Callbacks\n// that run later read the ref.\nexport const p = 1`,
  'server/r.ts': `export const one = 1\nexport const r = ({ at }) => at`,
  'contract/x.ts': `export const x = 1`,
  'server/m.ts': `export const m = (/** Unit of the count. */ hint: string) => hint`,
  'server/k.ts': `/** Purpose of the file. */\nimport { x } from '#contract/x.ts'\n/** First. */\nexport const k = x`,
  'contract/days.ts': `export const day = (ms) => new Date(ms).toISOString().slice(0, 10)`,
  'contract/registry.ts': `export const resources = {}\nexport type R = typeof resources`,
  'src/ui/registryType.ts': `import type { R } from '#contract/registry.ts'\nexport type A = R`,
  'server/x.ts': `import { x } from '#contract/x.ts'\nexport const y = x\nexport type X = number`,
  'src/data/x.ts': `import { x } from '#contract/x.ts'\nexport const y = x\nexport type X = number`,
  'src/ui/x.tsx': `export const x = 1`,
  'src/routes/gedung/index.tsx': `import { x } from './-x.tsx'\nimport { y } from '#src/data/x.ts'\nexport const z = x + y`,
  'src/routes/gedung/-x.tsx': `import '#src/styles/x.css'\nexport const x = 1`,
  'server/modules/bank.ts': `export const a = (db, transaction) => [db.fn, transaction((trx) => ({ db: trx.db }))]`,
  'server/wide.ts': [
    `export const text = '${'Words that stand in one line, as a person reads them. '.repeat(3)}'`,
    `export const sql = (id) => \`select a, b, c from t where id = \${id} ${'and x = 1 '.repeat(9)}\``,
    `export const pattern = /${'(one|two)'.repeat(14)}/`,
  ].join('\n'),
  'server/long.test.ts': `export const long = (list) => {\n${'  list.push(1)\n'.repeat(400)}}`,
  'src/ui/Large.tsx': `export const Large = (list) => {\n${'  list.push(1)\n'.repeat(100)}}`,
  'mocks/x.ts': `import { y } from '#server/x.ts'\nexport const z = y as number`,
  'src/ui/ok.test.tsx': `import { z } from '#mocks/x.ts'\nexport const a = z`,
}

const root = mkdtempSync(join(tmpdir(), 'nada-lint-'))
let findings: { file: string; rule: string }[] = []
beforeAll(() => {
  // Copies all TypeScript configurations, because oxlint resolves imports with them.
  const programs = ['tsconfig.json', ...globSync('tsconfig.*.json')]
  const rules = globSync('scripts/lint/*.ts', { exclude: ['**/*.test.ts'] })
  for (const name of ['.oxlintrc.json', 'package.json', ...rules, ...programs])
    cpSync(name, join(root, name))
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  for (const [name, code] of [
    ...Object.entries(fine),
    ...Object.entries(broken).map(([name, [, code]]) => [name, code] as const),
  ]) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), `${code}\n`)
  }
  let output: string
  try {
    output = execFileSync(
      process.execPath,
      [resolve(tool.oxlint), '-f', 'json', 'contract', 'server', 'src', 'mocks', 'e2e'],
      { cwd: root, encoding: 'utf8' },
    )
  } catch (error) {
    output = (error as { stdout: string }).stdout
  }
  const { diagnostics } = JSON.parse(output) as {
    diagnostics: { code: string; filename: string }[]
  }
  findings = diagnostics.map(({ code, filename }) => ({
    file: filename.replaceAll('\\', '/'),
    rule: code,
  }))
}, 60_000)
afterAll(() => rmSync(root, { recursive: true, force: true }))

test.each(Object.entries(broken).map(([file, [rule]]) => ({ file, rule })))(
  'rejects $file by $rule',
  ({ file, rule }) => {
    expect(findings.filter((f) => f.file === file).map((f) => f.rule)).toEqual([rule])
  },
)
test('accepts imports that follow the layers', () => {
  expect(findings.filter((f) => f.file in fine)).toEqual([])
})

test.each([
  ['contract/billing/rules/prorata.ts', '#contract/fields.ts', true],
  ['contract/bank.test.ts', '#mocks/server.ts', true],
  ['src/data/api/http.ts', '#src/state/theme.ts', false],
  ['src/layout/menu/Sidebar.tsx', '#src/routes/bank/index.tsx', false],
  ['src/main.tsx', './routeTree.gen.ts', true],
  ['src/main.tsx', '#server/app.ts', false],
  ['e2e/bank.spec.ts', '#contract/routes.ts', true],
  ['e2e/bank.spec.ts', '#src/data/api/http.ts', false],
  ['server/app.ts', 'hono', true],
] as const)('returns whether %s may import %s: %s', (from, to, allowed) => {
  expect(refusal(from, to) === undefined).toBe(allowed)
})
