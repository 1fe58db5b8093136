// Installs Virtuoso 7, which tests start as an endpoint, from Debian's packages: where it is missing, and this is Debian and
// root asks. Only the programs: the package `virtuoso-opensource` itself would set up a database of the whole machine and
// start it. Where it cannot be installed the tests that need it are skipped by name; with CI=true that is a failure.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const programs = ['virtuoso-t', 'isql-vt']
const packageName = 'virtuoso-opensource-7-bin'

/** Ends the process where Virtuoso has to be there and cannot be. */
export function installVirtuoso() {
  if (isInstalled()) return
  const problem = install()
  if (problem === undefined && isInstalled()) return
  const reason = problem ?? `${packageName} has not brought ${programs.join(' and ')}`
  if (process.env.CI === 'true') {
    process.stderr.write(`Virtuoso is needed where CI=true, and could not be installed: ${reason}.\n`)
    process.exit(1)
  }
  process.stderr.write(`The tests on Virtuoso are skipped: ${reason}.\n`)
}

function isInstalled() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return programs.every((name) => folders.some((folder) => existsSync(join(folder, name))))
}

/** What stands in the way, if anything. */
function install() {
  if (!existsSync('/etc/debian_version')) return 'it is installed here from packages of Debian only'
  if (process.getuid?.() !== 0) return `root is needed to install the package ${packageName}`
  process.stderr.write(`Installing ${packageName} for the tests …\n`)
  // The lists of packages may be absent, or older than what the mirrors still have.
  const outdated = aptGet('update')
  const failed = aptGet('install', '--yes', '--no-install-recommends', packageName)
  return failed && [failed, outdated].filter(Boolean).join('; ')
}

function aptGet(...words) {
  const { status, error, stderr } = spawnSync(
    'apt-get',
    // Another run of it is waited for, and a mirror that stumbles is asked again.
    ['--quiet', '-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3', ...words],
    { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, encoding: 'utf8', timeout: 600_000 },
  )
  if (status === 0) return undefined
  return `apt-get ${words[0]} failed: ${(error?.message ?? stderr ?? '').trim().split('\n').at(-1)}`
}
