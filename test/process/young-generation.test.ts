import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')

/**
 * Prints the size of the young generation (MiB) after many lasting objects were made, and again once it may grow,
 * however long that takes.
 */
const program = `
import { setImmediate as turn } from 'node:timers/promises'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { growWhenBusy } from '${join(root, 'src/kernel/young-generation.ts')}'

const held = process.argv[1] === 'held'
if (held) setFlagsFromString('--semi-space-growth-factor=1')
const size = () => getHeapSpaceStatistics().find(space => space.space_name === 'new_space').space_size / 2 ** 20
let kept = []
const fill = () => {
  for (let at = 0; at < 500_000; at++) kept.push({ at })
}
for (let time = 0; time < 10; time++) fill()
const first = size()
growWhenBusy()
while (held && size() <= first) {
  kept = []
  for (let time = 0; time < 5; time++) fill()
  await turn()
}
console.log(JSON.stringify({ first, last: size() }))
`

async function sizes(how: 'held' | 'free'): Promise<{ first: number; last: number }> {
  const flags = ['--min-semi-space-size=4', '--max-semi-space-size=16', '--input-type=module', '-e', program, how]
  const { stdout } = await run(process.execPath, flags)
  return JSON.parse(stdout)
}

test('the young generation stays as small as the command line says until the bot is busy', async () => {
  const free = await sizes('free')
  const held = await sizes('held')
  expect(held.first).toBeLessThan(free.first)
  expect(held.last).toBeGreaterThan(held.first)
})
