/**
 * Checks the subjects of commits, as a part of `npm run lint`. Checks only commits that are not yet
 * on the base branch. A subject has the form `area: imperative summary`, with at most 72
 * characters.
 */
import { execFileSync } from 'node:child_process'

const longest = 72
/** Matches summaries that begin with a frequent verb in third person or past tense. */
const notImperative =
  /^(?:(?:add|change|check|draw|fix|let|move|remove|rename|show|test|use)(?:e?s|e?d)|keeps|kept|made|makes|said|says|wrote|writes)\b/i

/** Returns the problem of a commit subject; undefined when it has the required form. */
export const subjectProblem = (subject: string): string | undefined => {
  if (subject.length > longest) return `${subject.length} characters, at most ${longest}`
  const summary = /^[a-z][\w/-]*: (.+)$/.exec(subject)?.[1]
  if (!summary) return 'not of the form "area: imperative summary"'
  return notImperative.test(summary) ? 'the summary is not in the imperative' : undefined
}

const git = (...args: string[]): string | undefined => {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return undefined
  }
}
/** Possible names of the base branch. The first existing name is used. */
const bases = ['@{upstream}', 'origin/HEAD', 'origin/main', 'main']

/**
 * Returns the subjects of the commits that are not on the base branch; empty outside a git
 * repository and without a base branch.
 */
const newSubjects = (): string[] => {
  const base = bases.find((name) => git('rev-parse', '--verify', '--quiet', name))
  const log = base && git('log', '--no-merges', '--format=%s', `${base}..HEAD`)
  return log ? log.trim().split('\n').filter(Boolean) : []
}

// Checks the commits only when this file is started as a script, and not when a test imports the
// file. `import.meta.main` would be false in both cases, because npm scripts start run.js, which
// imports this file.
if (process.argv[1] === import.meta.filename) {
  const problems = newSubjects().flatMap((subject) => {
    const problem = subjectProblem(subject)
    return problem ? [`${subject}\n    ${problem}`] : []
  })
  if (problems.length > 0) {
    console.error(`Subjects of commits:\n${problems.join('\n')}`)
    process.exitCode = 1
  }
}
