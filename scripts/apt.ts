/**
 * Installs Debian packages for a test run on a machine without the needed programs. Works only as
 * root.
 */
import { run } from './process.ts'

/**
 * Installs a Debian package and prints the outcome. Returns false when the installation fails, and
 * when this process does not run as root or apt does not exist.
 */
export const aptInstall = async (name: string): Promise<boolean> => {
  if (process.getuid?.() !== 0 || (await run(['apt-get', '--version'], { quiet: true })).code !== 0)
    return false
  console.log(`Installing the Debian package ${name} …`)
  const apt = (...args: string[]) =>
    run(['apt-get', '-y', '-q', ...args], {
      quiet: true,
      env: { DEBIAN_FRONTEND: 'noninteractive' },
      timeout: 480_000,
    })
  const install = () => apt('install', '--no-install-recommends', name)
  let result = await install()
  if (result.code !== 0) result = (await apt('update')).code === 0 ? await install() : result
  console.log(
    result.code === 0
      ? `Installed ${name}.`
      : `Installing ${name} failed:\n${result.output.slice(-1500)}`,
  )
  return result.code === 0
}
