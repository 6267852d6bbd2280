import { expect, test } from 'vitest'
import { forgetUser } from '#kernel/guilds/forget.ts'
import { createHarness } from '#test/harness.ts'
import { caseEdits, cases } from '../table.ts'

test('edits of cases about a person who asks to be forgotten are deleted, and those of nobody else’s', async () => {
  const harness = await createHarness()
  const { services } = harness.product
  const [gone, stays] = ['member1', 'member2'].map(login => harness.as(login).userId)
  for (const [place, userId] of [gone, stays].entries()) {
    await harness.answer('moderator', `.warn <@${userId}> spam`)
    expect(await harness.answer('moderator', `.reason ${place + 1} more spam`)).toContain('has been changed')
  }
  const edited = () => {
    const numbers = services.db.select({ number: caseEdits.number }).from(caseEdits).all()
    return numbers.map(({ number }) => number)
  }
  expect(edited()).toEqual([1, 2])
  forgetUser(services, gone ?? '', '100000000000000001')
  expect(edited()).toEqual([1, 2])
  forgetUser(services, gone ?? '', harness.guildId)
  expect(edited()).toEqual([2])
  expect(
    services.db
      .select()
      .from(cases)
      .all()
      .some(({ targetId }) => targetId === stays),
  ).toBe(true)
  await harness.close()
})
