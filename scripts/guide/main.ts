/**
 * `npm run panduan`: plays every task of the help pages on a new demo school and takes the pictures
 * again. Fails if a step is no longer on the screen. `-- sales` plays only the tasks of the role
 * with this username, `-- tutup-kas` only those whose id begins so.
 */
import { withDemo } from '../demo.ts'
import { playGuides } from './play.ts'

const [only] = process.argv.slice(2)
const problems = await withDemo((browser, url) =>
  playGuides(browser, url, { pictures: true, only, log: console.log }),
)
if (problems.length > 0) process.exit(1)
console.log('public/panduan: made')
