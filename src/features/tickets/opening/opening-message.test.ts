import { beforeEach, expect, test } from 'vitest'
import type { Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { controlsOn, createTickets, type Tickets } from '#test/ticket-panels.ts'
import { until } from '#test/until.ts'

let harness: Harness
let desk: Tickets
const openServer = serverPerTest()
beforeEach(async () => {
  harness = await openServer()
  desk = await createTickets(harness)
  await desk.atOnce()
})

async function press(login: string, message: Awaited<ReturnType<Tickets['deploy']>>): Promise<string> {
  const [control = ''] = controlsOn(message)
  return textOf(await desk.told(login, () => harness.as(login).press(message, control)))
}
const opened = (many: number) =>
  until(`${many} tickets`, async () => {
    const ids = await desk.channels()
    return ids.length === many && ids
  })

test('the team is added to a private thread by one silent mention; roles that only read are not', async () => {
  const [team, readers] = [desk.roleCalled('Moderator'), desk.roleCalled('Keeper')]
  await desk.general({ supportTeamRoles: team })
  const panel = { kind: 'thread', view_roles: [readers], welcome_message: 'Hello.' }
  const message = await desk.deploy(await desk.panel(panel))
  await press('member1', message)
  const [id = ''] = await opened(1)
  const said = harness.messages(id)
  expect(said.map(one => one.mention_roles)).toEqual([[], [team]])
  expect(said[1]?.flags).toBe(4096)
  const inside = [...(harness.sandbox.context.world.channels.get(id)?.threadMembers.keys() ?? [])]
  expect(inside).toEqual(expect.arrayContaining(['member1', 'moderator'].map(login => harness.as(login).userId)))
  const asked = { ...panel, channel_id: harness.channel('general') }
  const { body } = await desk.owner.call('POST', desk.under('/panels/check'), asked)
  expect((body as { checks: object[] }).checks).toContainEqual({
    level: 'warning',
    sentence:
      'Keeper: everybody in a thread can write there, so those who only see tickets read them in the dashboard.',
    field: 'view_roles',
    offer: null,
  })
  await desk.general({ pingRole: team })
  await press('member2', message)
  const [, second = ''] = await opened(2)
  expect(harness.messages(second).map(one => one.mention_roles)).toEqual([[team]])
})

test('a panel that is posted without its pictures keeps its own buttons', async () => {
  const message = await desk.deploy(await desk.panel({ open_image: 'https://example.org/a.png', close_button: false }))
  harness.sandbox.context.conditions.failNext = { count: 1, status: 400, route: 'POST /channels/' }
  await press('member1', message)
  const [id = ''] = await opened(1)
  const [first] = harness.messages(id)
  expect(first && controlsOn(first)).toHaveLength(1)
})
