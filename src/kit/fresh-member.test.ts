import { expect, test } from 'vitest'
import { createHarness } from '#test/harness.ts'
import { until } from '#test/until.ts'
import { freshMember } from './fresh-member.ts'

test('a member fetched ahead of an event is up to date, and listeners still get the event', async () => {
  const app = await createHarness({ features: [] })
  try {
    const { client } = app.product.services
    const guild = client.guilds.cache.get(app.guildId)
    const known = await guild?.members.fetch(app.as('moderator').userId)
    const member = app.sandbox.context.world.guilds.get(app.guildId)?.members.get(known?.id ?? '')
    if (!guild || !known || !member) throw new Error('the member is not known')
    const held = [...member.roles]
    const lost: string[] = []
    client.on('guildMemberUpdate', (before, after) => {
      lost.push(...[...before.roles.cache.keys()].filter(id => !after.roles.cache.has(id)))
    })
    // Listeners are not called before the next change.
    member.roles = []
    expect((await freshMember(guild, known.id))?.roles.cache.size).toBe(1)
    await app.as('owner').rest('PATCH', `/guilds/${guild.id}/members/${known.id}`, { nick: 'nobody special' })
    await until('the change to be heard', () => known.nickname === 'nobody special')
    expect(held).not.toEqual([])
    expect(lost.toSorted()).toEqual(held.toSorted())
  } finally {
    await app.close()
  }
})
