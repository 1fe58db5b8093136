// Installs the pinned dependencies, the pinned Node among them, where they are missing or not those of
// package-lock.json. Runs before the other scripts, under whatever Node the machine has (18 or newer); before the tests
// with `--tests`, for the programs that these start.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installTestPrograms } from './install-test-programs.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const lockFile = join(root, 'package-lock.json')
const modules = join(root, 'node_modules')
const stamp = join(modules, '.espalier-setup')

if (!isStamped()) {
  if (!isInstalled()) install()
  writeFileSync(stamp, '')
}
if (process.argv.includes('--tests')) installTestPrograms()

function isStamped() {
  return existsSync(stamp) && statSync(stamp).mtimeMs >= statSync(lockFile).mtimeMs
}

/** Whether npm's own record of what it installed agrees with package-lock.json: somebody ran npm by hand. */
function isInstalled() {
  const record = join(modules, '.package-lock.json')
  if (!existsSync(record) || !existsSync(join(modules, '.bin', 'node'))) return false
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  const locked = JSON.parse(readFileSync(lockFile, 'utf8')).packages
  return Object.entries(locked).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  )
}

function install() {
  // npm must not run on the Node that it is about to replace.
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(modules))
  process.stderr.write('Installing the pinned dependencies with npm ci …\n')
  const { status, error, stdout, stderr } = spawnSync(
    'npm',
    ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: root, env: { ...process.env, PATH: path.join(delimiter) }, encoding: 'utf8' },
  )
  if (status === 0) return
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}npm ci failed${error ? `: ${error.message}` : ''}.\n`)
  process.exit(1)
}
