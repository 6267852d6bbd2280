import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { features } from '#features/index.ts'
import { createCatalogue } from '#kernel/commands/catalogue.ts'
import { commandAsJson } from '#kernel/commands/command-json.ts'
import { sizeOf } from '#sandbox/world/commands/form.ts'

type Sized = Parameters<typeof sizeOf>[0]

/** Compares the plan in docs/decisions/0019 with the product. */
const plan = [
  ...readFileSync('docs/decisions/0019-command-roots.md', 'utf8').matchAll(/^\| `([a-z]+)` \| (now|later) \|/gm),
]
const planned = plan.map(([, root]) => root)
const { slash, menus, entries } = createCatalogue(features)

test('the plan has room for every expected command: at most 90 of 100 roots, each once', () => {
  expect(planned.length).toBeGreaterThan(50)
  expect(planned.length).toBeLessThanOrEqual(90)
  expect(new Set(planned).size).toBe(planned.length)
})

test('every slash command is in the plan, and every command that the plan lists as present exists', () => {
  const roots = slash.roots.map(({ name }) => name)
  const now = plan.filter(([, , state]) => state === 'now').map(([, root]) => root)
  expect(planned).toEqual(expect.arrayContaining(roots))
  expect(roots).toEqual(expect.arrayContaining(now))
})

test('nothing exceeds Discord’s limits: 8,000 characters a command, 15 entries in a context menu', () => {
  const tooLong = slash.roots.filter(root => sizeOf(commandAsJson(root) as unknown as Sized) > 8000)
  expect(tooLong.map(({ name }) => name)).toEqual([])
  for (const on of ['user', 'message'])
    expect(menus.filter(({ menu }) => menu.on === on).length).toBeLessThanOrEqual(15)
})

test('every command can be typed by its own name, whatever its slash path', () => {
  for (const { name } of entries) expect(name).toMatch(/^[a-z]+$/)
})
