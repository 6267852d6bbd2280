import { type APIMessage, PermissionFlagsBits } from 'discord-api-types/v10'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBot } from '#sandbox/world/guild/integrations.ts'
import { leaveGuild } from '#sandbox/world/members/departure.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'

let app: Harness
let owner: Visitor
let general: string
let log: string
let moved = 0
beforeAll(async () => {
  app = await createHarness({ now: () => Date.now() + moved })
  owner = await app.signIn('owner')
  general = app.channel('general')
  log = app.channel('mod-log')
  await post({ modUpdate: true, modlog_channel: 'mod-log' })
  await post({ automodUpdate: true, enabled: 'on', anti_ghostping: 'on', anti_links: 'on', mirror_native: 'off' })
})
afterAll(() => app.close())

const post = (body: object) => owner.call('POST', `/api/guild/${app.guildId}/basic`, body)
const at = (login: string) => `<@${app.as(login).userId}>`
const say = (text: string, more: Record<string, unknown> = {}) => app.as('member1').say(general, text, more)
const remove = (by: string, { channel_id, id }: APIMessage) =>
  app.as(by).rest('DELETE', `/channels/${channel_id}/messages/${id}`)
const edit = ({ channel_id, id }: APIMessage, content: string) =>
  app.as('member1').rest('PATCH', `/channels/${channel_id}/messages/${id}`, { content })

/** The log's entries about ghost pings, once everything up to now has been judged. */
async function reported(): Promise<string[]> {
  await app.answerTo(await app.as('owner').say(general, '.ping'))
  moved += 60_000
  await app.product.services.scheduler.tick()
  const embeds = app.messages(log).map(textOf)
  return embeds.filter(text => text.includes('Ghost Ping'))
}
/** How many of `texts` the log reports as ghost pings. */
const among = async (texts: readonly string[]) => {
  const all = await reported()
  return texts.filter(text => all.some(one => one.includes(text)))
}
const roleNamed = (name: string) =>
  [...(app.sandbox.context.world.guilds.get(app.guildId)?.roles.values() ?? [])].find(role => role.name === name)
const roleId = (name: string) => roleNamed(name)?.id ?? ''

test('a mention that its author deletes is a ghost ping', async () => {
  await remove('member1', await say(`psst ${at('member2')}`))
  const [only, ...others] = await reported()
  expect(only).toContain(`psst ${at('member2')}`)
  expect(only).toContain('deleted')
  expect(others).toEqual([])
})

test('an author’s deletion may be a bot’s: bots that could have done it are named, and nobody is struck', async () => {
  await remove('member1', await say(`unsure ${at('member2')}`))
  const [unsure = ''] = (await reported()).filter(text => text.includes('unsure'))
  expect(unsure).toContain('deleted by its author, or by a bot, which Discord does not log')
  expect(unsure).toContain('no other bot')
  const { context } = app.sandbox
  const tally = [...context.world.applications.values()].find(({ name }) => name === 'Tally')
  if (!tally) throw new Error('no other bot')
  leaveGuild(context, tally.botUserId, app.guildId)
  addBot(context, { userId: app.as('owner').userId }, app.guildId, tally.id, PermissionFlagsBits.ManageMessages)
  const guild = app.product.services.client.guilds.cache.get(app.guildId)
  const comes = () => guild?.roles.cache.some(role => role.tags?.botId === tally.botUserId)
  await until('the bot’s role', comes)
  await remove('member1', await say(`swept ${at('member2')}`))
  const [named = ''] = (await reported()).filter(text => text.includes('swept'))
  expect(named).toContain(`Bots with Manage Messages there: <@${tally.botUserId}>.`)
  // Known only through its role.
  guild?.members.cache.delete(tally.botUserId)
  await remove('member1', await say(`uncached ${at('member2')}`))
  const [uncached = ''] = (await reported()).filter(text => text.includes('uncached'))
  expect(uncached).toContain(`<@${tally.botUserId}>`)
  const { body } = await owner.call('GET', `/api/guild/${app.guildId}/automod/strikes`)
  expect(body).toMatchObject({ members: [] })
})

test('a mention that is edited away is one ghost ping, whatever happens to the message afterward', async () => {
  const said = await say(`edited ${at('member2')} and ${at('member3')}`)
  await edit(said, `edited ${at('member3')}, still here`)
  await edit(said, 'edited, and nobody is here')
  await remove('member1', said)
  const found = (await reported()).filter(text => text.includes('edited'))
  expect(found).toHaveLength(2)
  expect(found.every(text => text.includes('edited away'))).toBe(true)
})

test('a message that notified nobody, or that somebody else deleted, is not a ghost ping', async () => {
  const [role, webhookBot] = [roleId('Potter'), app.botId]
  await app.as('owner').rest('PATCH', `/guilds/${app.guildId}/roles/${role}`, { mentionable: false })
  const elsewhere = await app.as('member2').say(general, 'something to answer')
  const innocent = {
    self: at('member1'),
    bot: `<@${webhookBot}>`,
    stranger: '<@100000000000000001>',
    code: `\`${at('member2')}\``,
    role: `<@&${role}>`,
    everyone: '@everyone',
    edit: 'no mention at first',
  }
  for (const [name, text] of Object.entries(innocent)) {
    const said = await say(`innocent ${name} ${text}`)
    if (name === 'edit') await edit(said, `innocent edit ${at('member2')}`)
    await remove('member1', said)
  }
  await remove('member1', await say('innocent reply', { message_reference: { message_id: elsewhere.id } }))
  const stays = await say(`innocent typo ${at('member2')}, helo`)
  await edit(stays, `innocent typo ${at('member2')}, hello`)
  await remove('owner', await say(`innocent moderator ${at('member2')}`))
  // Discord counts one moderator's deletions of one author's messages in a single entry, and reports only the first.
  await remove('owner', await say(`innocent moderator again ${at('member2')}`))
  for (const text of ['bulk', 'bulk too']) await say(`innocent ${text} ${at('member2')}`)
  await app.answerTo(await app.as('owner').say(general, '.purge 2'))
  await say(`innocent rule ${at('member2')} https://evil.example`)
  await say(`innocent purge ${at('member2')}`)
  await app.answerTo(await app.as('owner').say(general, '.purge 1'))
  const other = await app
    .as('owner')
    .rest<{ id: string }>('POST', `/guilds/${app.guildId}/channels`, { name: 'short-lived' })
  await until('the bot to know the channel', () =>
    app.product.services.client.guilds.cache.get(app.guildId)?.channels.cache.has(other.id),
  )
  await app.as('member1').say(other.id, `innocent channel ${at('member2')}`)
  await app.as('owner').rest('DELETE', `/channels/${other.id}`)
  expect((await reported()).filter(text => text.includes('innocent'))).toEqual([])
})

test('an author’s deletion is still detected after a moderator has deleted something of theirs', async () => {
  await remove('owner', await say(`moderated ${at('member2')}`))
  await reported()
  moved += 60_000
  await remove('member1', await say(`afterwards ${at('member2')}`))
  expect(await among(['moderated', 'afterwards'])).toEqual(['afterwards'])
})

test('where the audit log says nothing, nobody is accused', async () => {
  const { conditions } = app.sandbox.context
  conditions.failNext = { count: 1000, status: 403, route: 'GET /guilds/:guild_id/audit-logs' }
  await remove('member1', await say(`doubtful ${at('member2')}`))
  expect(await among(['doubtful'])).toEqual([])
  conditions.failNext = undefined
})

test('without a moderation log, command and page both say that nothing is posted', async () => {
  const switchOn = () => app.answer('owner', '.anti ghostping on')
  const findings = async () => {
    const { body } = await owner.call('GET', `/api/guild/${app.guildId}/doctor`)
    return (body as { findings: { title: string; setting?: string }[] }).findings.map(({ title }) => title)
  }
  const nowhere = 'Ghost pings are posted nowhere'
  expect(await switchOn()).toContain('They are posted to the moderation log.')
  expect(await findings()).not.toContain(nowhere)
  await post({ modUpdate: true, modlog_channel: '' })
  expect(await switchOn()).toContain('There is no moderation log to post them in: `.modlog set` chooses one.')
  expect(await findings()).toContain(nowhere)
  await post({ automodUpdate: true, anti_ghostping: 'off' })
  expect(await findings()).not.toContain(nowhere)
})
