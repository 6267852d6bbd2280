/**
 * Reads what vitest has reported as JSON. `again <report>` prints the browser's files that failed, one a line, and nothing
 * when something else went wrong, too: that is not tried again. `tell <status> <report> [<report of the second try>]` names
 * what passed only when it was tried again, then counts; its status is whether all has passed in the end.
 */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const browser = 'test/e2e/'

const read = path => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

const fileOf = ({ name }) => relative(process.cwd(), name)

const failedFiles = report => report.testResults.filter(({ status }) => status === 'failed')

/** The tests of a report by file and name. */
const testsOf = report =>
  report.testResults.flatMap(result =>
    result.assertionResults.map(test => ({ ...test, title: `${fileOf(result)} > ${test.fullName}` })),
  )

/**
 * What to run once more: files, when nothing went wrong but in files of the browser's tests. An error that no test stands
 * for is none of theirs, and a test that was never run leaves its file as one that passed.
 */
function again(report, end) {
  if (!report || end?.unhandled !== 0) return []
  const failed = failedFiles(report)
  const isWhole = report.testResults.every(
    result => failed.includes(result) || result.assertionResults.every(({ status }) => status !== 'pending'),
  )
  const files = failed.map(fileOf)
  return isWhole && files.every(file => file.startsWith(browser)) ? files : []
}

/** Failed tests, and files that failed before their first one; at least one where there was another reason. */
function countFailed(report) {
  const without = failedFiles(report).filter(({ assertionResults }) => assertionResults.length === 0).length
  const failed = report.numFailedTests + without
  return failed === 0 && !report.success ? 1 : failed
}

function tell(status, first, second) {
  if (!first) return { lines: ['0 passed, 1 failed'], sound: false }
  const tests = testsOf(first)
  const recovered = new Set(
    second?.success
      ? testsOf(second)
          .filter(test => test.status === 'passed')
          .map(({ title }) => title)
      : [],
  )
  const failedFirst = tests.filter(test => test.status === 'failed')
  const named = failedFirst.filter(test => recovered.has(test.title))
  const failed = second?.success ? failedFirst.length - named.length : countFailed(second ?? first)
  const sound = status === '0' && failed === 0
  const passed = second?.success
    ? new Set([...tests.filter(test => test.status === 'passed').map(({ title }) => title), ...recovered]).size
    : first.numPassedTests
  return {
    lines: [
      ...named.map(
        test => `Passed only when its file was run again: ${test.title}\n${test.failureMessages.join('\n')}`,
      ),
      `${passed} passed, ${sound ? 0 : Math.max(failed, 1)} failed`,
    ],
    sound,
  }
}

const [task, ...rest] = process.argv.slice(2)
if (task === 'again') {
  for (const file of again(read(rest[0]), read(`${rest[0]}.end`))) process.stdout.write(`${file}\n`)
} else {
  const [status, first, second] = rest
  const { lines, sound } = tell(status, read(first), second && read(second))
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = sound ? 0 : 1
}
