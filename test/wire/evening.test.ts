// @module-tag long

import { PermissionFlagsBits } from 'discord.js'
import { expect, test } from 'vitest'
import { cases } from '#features/moderation/table.ts'
import { tickets } from '#features/tickets/table.ts'
import { inviteJoins } from '#features/invites/table.ts'
import { levelingMembers } from '#features/leveling/table.ts'
import { reputationGifts } from '#features/reputation/table.ts'
import { createHarness, type Harness } from '../harness.ts'
import { textOf } from '../member.ts'
import { until } from '../until.ts'

/** Plays an evening in the demo's server. @returns how it ended */
async function evening({ sandbox }: Harness) {
  const trouble = async (path = '', body?: object) => {
    const headers = { 'content-type': 'application/json' }
    const how = body ? { method: 'POST', headers, body: JSON.stringify(body) } : {}
    return (await fetch(`${sandbox.url}/sandbox/trouble${path}`, how)).json()
  }
  await trouble('/evening', { pace: 0 })
  const isOver = (one: { name: string; running: boolean }) => one.name === 'evening' && !one.running
  return until('the evening to be over', async () =>
    ((await trouble()) as { name: string; running: boolean }[]).find(isOver),
  )
}

test('members who may not talk or invite stay out of it, and the others go on', async () => {
  const harness = await createHarness()
  const { guildId, as, sandbox } = harness
  const owner = as('owner')
  const later = new Date(Date.now() + 3_600_000).toISOString()
  const { userId } = as('member1')
  await owner.rest('PATCH', `/guilds/${guildId}/members/${userId}`, { communication_disabled_until: later })
  const { permissions } = sandbox.context.world.guilds.get(guildId)?.roles.get(guildId) ?? {}
  const withoutInvites = BigInt(permissions ?? 0) & ~PermissionFlagsBits.CreateInstantInvite
  await owner.rest('PATCH', `/guilds/${guildId}/roles/${guildId}`, { permissions: String(withoutInvites) })
  expect(await evening(harness)).toMatchObject({
    progress: '16 things said, 0 new people, a ticket opened and answered',
  })

  await owner.rest('PATCH', `/guilds/${guildId}/roles/${guildId}`, { permissions })
  await owner.rest('PUT', `/guilds/${guildId}/incident-actions`, { invites_disabled_until: later })
  expect(await evening(harness)).toMatchObject({ progress: '16 things said, 0 new people, no ticket opened' })
  await harness.close()
})

test('an ordinary evening leaves something to look at everywhere; a second one opens no second ticket', async () => {
  const harness = await createHarness()
  const { sandbox, product, guildId, messages, close } = harness
  const { db } = product.services
  const { members, bans } = sandbox.context.world.guilds.get(guildId) ?? {}
  const before = { members: members?.size ?? 0, bans: bans?.size }
  expect(await evening(harness)).toMatchObject({
    progress: '19 things said, 3 new people, a ticket opened and answered',
  })
  await until('everybody to be counted', () => db.select().from(inviteJoins).all().length === 3)
  await until('both to be on record', () => db.select().from(cases).all().length === 2)
  expect(
    db
      .select()
      .from(cases)
      .all()
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual(['note', 'warn'])
  const [ticket] = db.select().from(tickets).all()
  const said = messages(ticket?.channelId ?? '').map(textOf)
  expect(said.slice(-2)).toEqual([
    expect.stringContaining('booking sheet'),
    expect.stringContaining('later one is gone'),
  ])
  await until('thanks to be counted', () => db.select().from(reputationGifts).all().length === 2)
  await until('talking to be counted', () => db.select().from(levelingMembers).all().length > 3)
  // Nobody was removed from the server.
  expect({ members: members?.size, bans: bans?.size }).toEqual({ ...before, members: before.members + 3 })

  expect(await evening(harness)).toMatchObject({ progress: '19 things said, 3 new people, no ticket opened' })
  expect(db.select().from(tickets).all()).toHaveLength(1)
  await close()
})
