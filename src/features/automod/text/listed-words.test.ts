import { afterEach, expect, test, vi } from 'vitest'
import type { Services } from '#kernel/feature.ts'
import { until } from '#test/until.ts'
import { factsOfText } from '../message/facts-of-text.ts'
import { listedWords } from './listed-words.ts'

afterEach(() => void vi.restoreAllMocks())

test('patterns do not count as slow because the process was held up while it searched for them', async () => {
  const own = { words: [{ pattern: 'sel{2}ing', kind: 'regex' as const }], judgeFileNames: false }
  const facts = factsOfText('selling', {
    guildId: '1',
    channelId: '2',
    authorId: '3',
    at: Date.now(),
    attachments: [],
    mayCallEverybody: false,
  })
  // Only the parts that are needed.
  const doing = { workers: { run: () => Promise.resolve([[]]) } } as unknown as Pick<Services, 'workers' | 'log'>
  const look = () => listedWords(doing, own, facts, 5)
  const isAtOnce = () => !(look() instanceof Promise)
  await until('the patterns to be ready', isAtOnce)
  let at = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => (at += 1000))
  // Meanwhile, other threads of the process are busy, for example copying the database.
  const busy = { user: 1_000_000, system: 0 }
  vi.spyOn(process, 'cpuUsage').mockImplementation(before => (before ? busy : { user: 0, system: 0 }))
  expect(isAtOnce()).toBe(false)
  vi.restoreAllMocks()
  expect((await look()).find(facts.readings(), 5)).toHaveLength(1)
  expect(isAtOnce()).toBe(true)
})
