import { expect, test } from 'vitest'
import { subjectProblem } from './lintCommits.ts'

test.each([
  'form: keep what was typed when a row is created inline',
  'server/db: retry a statement that a checkpoint has interrupted',
])('accepts %s', (subject) => expect(subjectProblem(subject)).toBeUndefined())

test.each([
  ['Keep what was typed', 'not of the form'],
  ['form: ', 'not of the form'],
  ['form: added a button', 'imperative'],
  ['form: adds a button', 'imperative'],
  [`form: ${'long '.repeat(20)}`, 'at most 72'],
])('rejects %s', (subject, problem) => expect(subjectProblem(subject)).toContain(problem))
