import {
  AuditLogEvent,
  AutoModerationActionType,
  AutoModerationRuleEventType,
  AutoModerationRuleTriggerType,
  ChannelType,
  Client,
  Events,
  GatewayIntentBits,
  type Guild,
  PermissionFlagsBits,
} from 'discord.js'
import { afterEach, expect, test } from 'vitest'
import { applicationOf } from './demo/environment.ts'
import type { RunningSandbox } from './server.ts'
import { until } from '#test/until.ts'
import { createWatchedSandbox } from '#test/watched-sandbox.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close()
})

const intents = [
  GatewayIntentBits.Guilds,
  GatewayIntentBits.GuildMembers,
  GatewayIntentBits.GuildModeration,
  GatewayIntentBits.GuildInvites,
  GatewayIntentBits.GuildVoiceStates,
]

/** The demo's first guild as the bot sees it. */
async function start(): Promise<{ sandbox: RunningSandbox; guild: Guild; idOf(login: string): string }> {
  const sandbox = await createWatchedSandbox({
    conditions: { rateLimits: { enabled: false, globalPerSecond: 50, routes: {} } },
  })
  open.push(sandbox)
  const client = new Client({ intents, rest: { api: sandbox.api } })
  open.push({ close: () => client.destroy() })
  const ready = new Promise(resolve => client.once(Events.ClientReady, resolve))
  await client.login(applicationOf(sandbox).token)
  await ready
  const guild = client.guilds.cache.find(one => one.name === 'Tidewater Makers')
  if (!guild) throw new Error('the bot is not in the demo server')
  const accounts = [...sandbox.context.world.accounts]
  return { sandbox, guild, idOf: login => accounts.find(([, account]) => account.login === login)?.[0] ?? '' }
}

const next = <T>(guild: Guild, event: string): Promise<T[]> =>
  new Promise(resolve => {
    guild.client.once(event, (...received: T[]) => resolve(received))
  })

test('a bot runs the channels of a server', async () => {
  const { sandbox, guild } = await start()
  const category = await guild.channels.create({ name: 'Night shift', type: ChannelType.GuildCategory })
  const room = await guild.channels.create({
    name: 'Late Kiln',
    parent: category.id,
    topic: 'After ten',
    permissionOverwrites: [{ id: guild.id, deny: [PermissionFlagsBits.SendMessages] }],
  })
  expect(room.name).toBe('late-kiln')
  await room.edit({ topic: 'After eleven', rateLimitPerUser: 5 })
  await room.permissionOverwrites.edit(guild.id, { SendMessages: true })
  await room.permissionOverwrites.delete(guild.id)
  await room.setPosition(0)
  await room.setParent(null)
  const hall = await guild.channels.create({ name: 'Hall', type: ChannelType.GuildVoice, userLimit: 5 })
  await hall.setBitrate(32_000)
  const forum = await guild.channels.create({
    name: 'ideas',
    type: ChannelType.GuildForum,
    availableTags: [{ name: 'done' }],
  })
  expect(forum.availableTags.map(tag => tag.name)).toEqual(['done'])
  await room.delete('tidy')
  expect((await guild.channels.fetch()).has(room.id)).toBe(false)
  expect(sandbox.violations()).toEqual([])
})

test('a bot runs the roles of a server', async () => {
  const { sandbox, guild, idOf } = await start()
  const role = await guild.roles.create({
    name: 'Weavers',
    colors: { primaryColor: 0x33_66_99 },
    permissions: ['ViewChannel'],
  })
  await role.edit({ name: 'Weavers and dyers', mentionable: true, hoist: true })
  await role.setPermissions(['ViewChannel', 'SendMessages'])
  await role.setPosition(2)
  const member = await guild.members.fetch(idOf('member1'))
  await member.roles.add(role)
  await until('the bot to know', () => guild.members.cache.get(member.id)?.roles.cache.has(role.id))
  await member.roles.remove(role)
  await member.roles.set([role])
  await role.delete('done')
  expect((await guild.roles.fetch()).has(role.id)).toBe(false)
  await expect(guild.roles.delete(guild.roles.highest.id)).rejects.toMatchObject({ code: 50_013 })
  expect(sandbox.violations()).toEqual([])
})

test('a bot moderates the members of a server', async () => {
  const { sandbox, guild, idOf } = await start()
  const everyone = await guild.members.fetch()
  expect(everyone.size).toBe(15)
  const member = await guild.members.fetch(idOf('member1'))
  await member.timeout(60_000, 'calm down')
  expect((await guild.members.fetch({ user: member.id, force: true })).isCommunicationDisabled()).toBe(true)
  await member.timeout(null)
  await member.setNickname('Jun')
  await guild.members.editMe({ nick: 'Watch' })
  await guild.members.kick(idOf('member2'), 'left the kiln on')
  await guild.members.ban(idOf('stranger'), { deleteMessageSeconds: 3600, reason: 'raid' })
  expect((await guild.bans.fetch()).map(ban => ban.user.id)).toEqual([idOf('stranger')])
  await guild.members.unban(idOf('stranger'))
  await guild.bans.bulkCreate([idOf('member3'), idOf('member4')])
  expect(await guild.members.prune({ dry: true, days: 7 })).toBe(1)
  expect((await guild.members.search({ query: 'jun', limit: 5 })).size).toBe(1)
  await expect(guild.members.kick(idOf('owner'))).rejects.toMatchObject({ code: 50_013 })
  const log = await guild.fetchAuditLogs({ type: AuditLogEvent.MemberKick })
  expect(log.entries.first()).toMatchObject({ reason: 'left the kiln on', targetId: idOf('member2') })
  expect(sandbox.violations()).toEqual([])
})

test('a bot reads and changes the server itself, its invites and its application', async () => {
  const { sandbox, guild } = await start()
  await guild.edit({ description: 'Making things, even slower.' })
  await guild.setIncidentActions({ invitesDisabledUntil: new Date(Date.now() + 3_600_000) })
  await guild.setIncidentActions({ invitesDisabledUntil: null })
  expect(await guild.fetchVanityData()).toMatchObject({ code: 'tidewater', uses: 41 })
  const invite = await guild.invites.create(guild.rulesChannelId ?? '', { maxUses: 2, unique: true })
  expect((await guild.invites.fetch()).get(invite.code)?.uses).toBe(0)
  expect((await guild.client.fetchInvite(invite.code)).guild?.id).toBe(guild.id)
  await invite.delete()
  expect((await guild.fetchIntegrations()).size).toBe(3)
  expect((await guild.client.application.fetch()).owner?.id).toBe(guild.ownerId)
  expect(sandbox.violations()).toEqual([])
})

test('a bot manages auto-moderation rules', async () => {
  const { sandbox, guild } = await start()
  const rule = await guild.autoModerationRules.create({
    name: 'No coins',
    eventType: AutoModerationRuleEventType.MessageSend,
    triggerType: AutoModerationRuleTriggerType.Keyword,
    triggerMetadata: { keywordFilter: ['*coin*'], regexPatterns: ['free\\s+nitro'] },
    actions: [{ type: AutoModerationActionType.BlockMessage, metadata: { customMessage: 'Not here.' } }],
    enabled: true,
  })
  await rule.setExemptRoles([guild.id])
  expect((await guild.autoModerationRules.fetch()).get(rule.id)?.triggerMetadata.keywordFilter).toEqual(['*coin*'])
  await rule.delete()
  expect(sandbox.violations()).toEqual([])
})

test('a bot receives what a member does in their client, and the audit log entry naming them', async () => {
  const { sandbox, guild, idOf } = await start()
  const doomed = guild.channels.cache.find(channel => channel.name === 'woodwork')
  const deleted = next<{ id: string }>(guild, Events.ChannelDelete)
  const logged = next<{ executorId: string; targetId: string }>(guild, Events.GuildAuditLogEntryCreate)
  const answer = await fetch(`${sandbox.api}/v10/channels/${doomed?.id}`, {
    method: 'DELETE',
    headers: { authorization: sandbox.tokenOf('rogue') },
  })
  expect(answer.status).toBe(200)
  expect((await deleted)[0]?.id).toBe(doomed?.id)
  expect((await logged)[0]).toMatchObject({ executorId: idOf('rogue'), targetId: doomed?.id })
})

test('a newcomer who follows an invite is announced with the invite already counted', async () => {
  const { sandbox, guild, idOf } = await start()
  const joined = next<{ id: string }>(guild, Events.GuildMemberAdd)
  await fetch(`${sandbox.api}/v10/invites/kiln24`, {
    method: 'POST',
    headers: { authorization: sandbox.tokenOf('stranger') },
  })
  expect((await joined)[0]?.id).toBe(idOf('stranger'))
  expect((await guild.invites.fetch('kiln24')).uses).toBe(10)
})
