// Runs the tests and ends with the names of those that failed and the counts of what ran, taken from Vitest's report. With CI=true it is a failure that the
// data beside the repository is absent, which some suites need and are skipped without.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'espalier-report-'))
const report = join(folder, 'report.json')
// Tests start some thousand processes, each of which would spend half of its time on compiling the same files.
const compileCache = join(root, 'node_modules/.cache/espalier')
const isIncomplete = process.env.CI === 'true' && !existsSync(join(root, '..', 'shared'))

try {
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...process.argv.slice(2),
    ],
    { cwd: root, stdio: 'inherit', env: { NODE_COMPILE_CACHE: compileCache, ...process.env } },
  )
  const { passed, failures, skipped } = count(JSON.parse(readFileSync(report, 'utf8')).testResults)
  const total = [...skipped.values()].reduce((sum, number) => sum + number, 0)
  for (const [suite, number] of skipped) process.stdout.write(`skipped: ${suite} (${number})\n`)
  for (const name of failures) process.stdout.write(`failed: ${name}\n`)
  if (isIncomplete)
    process.stdout.write('The suites that need ../shared were skipped, and must not be where CI=true.\n')
  process.stdout.write(`${passed} passed, ${failures.length} failed, ${total} skipped\n`)
  process.exitCode = status !== 0 || failures.length > 0 || passed === 0 || isIncomplete ? 1 : 0
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Tests by outcome, the skipped ones by suite; a file that failed before its tests ran is one failure. */
function count(files) {
  let passed = 0
  const failures = []
  const skipped = new Map()
  for (const file of files) {
    const path = relative(root, file.name)
    const outcomes = file.assertionResults
    if (file.status === 'failed' && !outcomes.some(({ status }) => status === 'failed')) failures.push(path)
    for (const { status, ancestorTitles, title } of outcomes) {
      const suite = [path, ...ancestorTitles].join(' > ')
      if (status === 'passed') passed++
      else if (status === 'failed') failures.push(`${suite} > ${title}`)
      else {
        skipped.set(suite, (skipped.get(suite) ?? 0) + 1)
      }
    }
  }
  return { passed, failures, skipped }
}
