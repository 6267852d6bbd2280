// @module-tag long
import { PermissionFlagsBits } from 'discord.js'
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer, whileAllowed } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { sanctionsOf } from './sanctions.ts'
import { undoPunishment } from './undo.ts'

/** What follows a punishment while Discord does not answer. */
let server: GuardedServer
let ahead = 0
afterEach(() => server.app.close())

const services = () => server.app.product.services
const conditions = () => server.app.sandbox.context.conditions
const outage = (route: string, status = 503) => {
  conditions().failNext = { count: 100_000, status, route }
}
const over = async () => {
  conditions().failNext = undefined
  ahead += 60_000
  await services().scheduler.tick()
}
const now = () => Date.now() + ahead

/** An administrator deletes channels, and is stopped for it. */
async function attacked() {
  const rogue = await server.hire('Admin')
  return {
    rogue,
    attack: async () =>
      whileAllowed((await server.make('channels', 6)).map(id => () => rogue.rest('DELETE', `/channels/${id}`))),
  }
}

test('what an attacker left is removed once Discord answers', async () => {
  server = await guardedServer({ autoRecovery: false }, { now })
  const general = server.app.channel('general')
  const { rogue, attack } = await attacked()
  const door = await rogue.rest<{ code: string }>('POST', `/channels/${general}/invites`, {
    unique: true,
    role_ids: [server.role('Regular')],
  })
  const webhook = await rogue.rest<{ id: string }>('POST', `/channels/${general}/webhooks`, { name: 'Later' })
  const webhooks = () => server.app.as('owner').rest<{ id: string }[]>('GET', `/channels/${general}/webhooks`)
  outage('GET /guilds/:guild_id/webhooks')
  await attack()
  await server.settled()
  await until('the invite to be gone', () => !server.world().invites.has(door.code))
  expect((await webhooks()).map(({ id }) => id)).toContain(webhook.id)
  await over()
  await until('the webhook to be gone', async () => !(await webhooks()).some(({ id }) => id === webhook.id))
})

test('the same for an attacker above the bot, whose other roles were taken', async () => {
  server = await guardedServer({ autoRecovery: false }, { now })
  const { app, guildId } = server
  const owner = app.as('owner')
  const [high = ''] = await server.make('roles', 1, 'keepers', {
    permissions: String(PermissionFlagsBits.ManageChannels),
  })
  await owner.rest('PATCH', `/guilds/${guildId}/roles`, [{ id: high, position: server.world().roles.size - 1 }])
  const { rogue, attack } = await attacked()
  await owner.rest('PUT', `/guilds/${guildId}/members/${rogue.userId}/roles/${high}`)
  const general = app.channel('general')
  const webhook = await rogue.rest<{ id: string }>('POST', `/channels/${general}/webhooks`, { name: 'Later' })
  const webhooks = () => owner.rest<{ id: string }[]>('GET', `/channels/${general}/webhooks`)
  outage('GET /guilds/:guild_id/webhooks')
  await attack()
  const incident = await server.settled()
  expect(sanctionsOf(services(), incident)).toMatchObject([{ state: 'refused', done: 'strip' }])
  const jobs = services().db.$client.prepare("SELECT job FROM jobs WHERE job = 'closeBackDoorsAgain'")
  await until('it to be put off', () => jobs.get())
  await over()
  await until('the webhook to be gone', async () => !(await webhooks()).some(({ id }) => id === webhook.id))
})

test('while Discord does not take the request to stop an attacker, the owner is told so, once', async () => {
  server = await guardedServer({ autoRecovery: false }, { now })
  const general = server.app.channel('general')
  server.set({ logChannel: general })
  const { rogue, attack } = await attacked()
  outage('PUT /guilds/:guild_id/bans')
  await attack()
  const told = (title: string) => server.app.messages(general).filter(({ embeds }) => embeds[0]?.title === title).length
  const again = async () => {
    ahead += 60_000
    await services().scheduler.tick()
  }
  await until('it to be told', async () => {
    await again()
    return told('An attacker is not stopped yet') > 0
  })
  await again()
  expect(server.incidents()[0]?.state).toBe('under-way')
  await over()
  await server.settled()
  await until('the end to be told', () => told('An attack was stopped') === 1)
  expect([told('An attacker is not stopped yet'), server.isBanned(rogue.userId)]).toEqual([1, true])
})

test('of a webhook that cannot be deleted yet nobody is told that it has roles', async () => {
  server = await guardedServer({ autoRecovery: false }, { now })
  const general = server.app.channel('general')
  server.set({ logChannel: server.app.channel('mod-log') })
  const { rest } = server.app.as('owner')
  const { id, token } = await rest<{ id: string; token: string }>('POST', `/channels/${general}/webhooks`, {
    name: 'News',
  })
  outage('DELETE /webhooks/:webhook_id')
  for (const place of [1, 2, 3])
    await rest('POST', `/webhooks/${id}/${token}`, {
      content: `@everyone ${place}`,
      allowed_mentions: { parse: ['everyone'] },
    })
  const told = await until('it to be told', async () => {
    ahead += 60_000
    await services().scheduler.tick()
    return server.app
      .messages(server.app.channel('mod-log'))
      .flatMap(({ embeds }) => embeds)
      .find(({ title }) => title === 'An attacker is not stopped yet')
  })
  expect(told.description).toContain(`I keep trying to delete the webhook ${id}. If you can, delete it. Incident 1.`)
})

test.each([503, 401])(
  'a punishment that could not be undone while Discord answered %i can be undone afterwards',
  async status => {
    server = await guardedServer({ autoRecovery: false }, { now })
    const { rogue, attack } = await attacked()
    await attack()
    const incident = await server.settled()
    expect(server.isBanned(rogue.userId)).toBe(true)
    const undo = () => undoPunishment(services(), incident, { id: server.app.as('owner').userId, name: 'Mara' })
    outage('DELETE /guilds/:guild_id/bans/:user_id', status)
    await expect(undo()).rejects.toMatchObject({ status })
    expect(sanctionsOf(services(), incident)).toMatchObject([{ state: 'done', done: 'ban' }])
    await over()
    expect(await undo()).toEqual([{ userId: rogue.userId, how: 'undone' }])
    expect(server.isBanned(rogue.userId)).toBe(false)
    expect(server.incidents()[0]?.state).toBe('undone')
  },
)

test('a punishment that a process died undoing can be undone by the next one', async () => {
  server = await guardedServer({ autoRecovery: false }, { now })
  const { app } = server
  const { rogue, attack } = await attacked()
  await attack()
  const incident = await server.settled()
  const { rest } = services().client
  const send = rest.delete.bind(rest)
  let asked = 0
  rest.delete = (route, ...more) => {
    if (!route.includes('/bans/')) return send(route, ...more)
    asked += 1
    return new Promise<never>(() => {})
  }
  const undo = () => undoPunishment(services(), incident, { id: app.as('owner').userId, name: 'Mara' })
  void undo()
  // Somebody else presses the button in the meantime.
  expect([await undo(), asked]).toEqual([[], 1])
  await app.restart()
  expect(await undo()).toEqual([{ userId: rogue.userId, how: 'undone' }])
  expect([server.isBanned(rogue.userId), server.incidents()[0]?.state]).toEqual([false, 'undone'])
})
