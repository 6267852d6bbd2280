import { afterAll, beforeAll, expect, test } from 'vitest'
import { guest, owner, type Rules } from '#test/ticket-life/participants.ts'
import { createStage, type Stage } from '#test/ticket-life/stage.ts'
import { until } from '#test/until.ts'

let stage: Stage
beforeAll(async () => {
  stage = await createStage()
})
afterAll(() => stage.harness.close())

test('overwrites are written only if they change, since writing all of them would undo manual changes', async () => {
  const rules: Rules = { visibility: 'everyone', autoClaim: false, longest: 0, deletes: false }
  const ticket = await stage.open({
    kind: 'channel',
    openedBy: 'browser',
    rules: { help: rules, billing: rules },
    twoSteps: false,
    inactive: null,
    closesOnLeave: false,
    asks: 'nobody',
  })
  const { harness } = stage
  const asked = (wanted: string) =>
    harness.sandbox
      .requests()
      .filter(
        ({ caller, method, path }) =>
          caller === 'bot' && method === wanted && path === `/channels/${ticket.channelId ?? ''}`,
      ).length
  for (const claim_visibility of ['hidden', 'read_only'] as const) {
    const looks = asked('GET')
    await stage.save('help', { claim_visibility })
    await until('it to be looked at', () => asked('GET') > looks)
  }
  // Work on a ticket is done one at a time, so everything started before has ended by then.
  await harness.as(owner).say(ticket.channelId ?? '', `.ticket add <@${harness.as(guest).userId}>`)
  await until('somebody to be let in', () => asked('PATCH') > 0)
  await harness.heard()
  expect(asked('PATCH')).toBe(1)
})
