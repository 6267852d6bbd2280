import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const decisions = readdirSync('docs/decisions')
const textOf = (name: string) => readFileSync(`docs/decisions/${name}`, 'utf8')

test('each decision has a unique number, and its title begins with it', () => {
  const numbers = decisions.map(name => Number(/^(\d{4})-[a-z0-9-]+\.md$/.exec(name)?.[1]))
  expect(new Set(numbers).size).toBe(decisions.length)
  expect(decisions.filter((name, place) => !textOf(name).startsWith(`# ${numbers[place]}. `))).toEqual([])
})

test('each decision has a date, a status and alternatives', () => {
  const status =
    /^# .+\n\n\d{4}-\d\d-\d\d(, amended \d{4}-\d\d-\d\d)? · Status: (accepted|superseded by \[decision \d+\])/
  expect(decisions.filter(name => !status.test(textOf(name)))).toEqual([])
  expect(decisions.filter(name => !/alternatives not taken|not taken/i.test(textOf(name)))).toEqual([])
})

test('the map of the architecture lists every decision', () => {
  const map = readFileSync('docs/architecture.md', 'utf8')
  expect(decisions.filter(name => !map.includes(`(decisions/${name})`))).toEqual([])
})
