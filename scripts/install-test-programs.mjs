// Installs the programs that tests start, from Debian's packages: those that are missing, where this is Debian and root
// asks. Where one cannot be installed the tests that need it are skipped by name; with CI=true that is a failure.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const packages = [
  // An endpoint. Only its programs: the package `virtuoso-opensource` itself would set up a database of the whole machine
  // and start it.
  { name: 'virtuoso-opensource-7-bin', programs: ['virtuoso-t', 'isql-vt'] },
  // For the examples of clients in Python.
  { name: 'python3', programs: ['python3'] },
  // Runs the command line in a terminal.
  { name: 'bsdutils', programs: ['script'] },
]

/** Ends the process where a program has to be there and cannot be. */
export function installTestPrograms() {
  const missing = packages.filter((one) => !isInstalled(one))
  if (missing.length === 0) return
  const names = missing.map(({ name }) => name)
  const problem = install(names)
  const lacking = missing.filter((one) => !isInstalled(one)).flatMap(({ programs }) => programs)
  if (lacking.length === 0) return
  const reason = problem ?? `${names.join(', ')} did not bring them`
  if (process.env.CI === 'true') {
    process.stderr.write(`Needed where CI=true, and not installed: ${lacking.join(', ')}: ${reason}.\n`)
    process.exit(1)
  }
  process.stderr.write(`The tests with ${lacking.join(', ')} are skipped: ${reason}.\n`)
}

function isInstalled({ programs }) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return programs.every((name) => folders.some((folder) => existsSync(join(folder, name))))
}

/** What stands in the way, if anything. */
function install(names) {
  if (!existsSync('/etc/debian_version')) return 'they are installed here from packages of Debian only'
  if (process.getuid?.() !== 0) return `root is needed to install ${names.join(', ')}`
  process.stderr.write(`Installing ${names.join(', ')} for the tests …\n`)
  // The lists of packages may be absent, or older than what the mirrors still have.
  const outdated = aptGet('update')
  const failed = aptGet('install', '--yes', '--no-install-recommends', ...names)
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
