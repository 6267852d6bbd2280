import { Client, type MappedEvents } from '@discordjs/core'
import { REST } from '@discordjs/rest'
import { CompressionMethod, WebSocketManager } from '@discordjs/ws'
import {
  ApplicationCommandType,
  AuditLogEvent,
  AutoModerationActionType,
  AutoModerationRuleEventType,
  AutoModerationRuleTriggerType,
  ButtonStyle,
  ChannelType,
  ComponentType,
  GatewayDispatchEvents as Event,
  GatewayIntentBits,
  InteractionType,
  MessageFlags,
  OverwriteType,
  PermissionFlagsBits,
  TextInputStyle,
} from 'discord-api-types/v10'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStage, type Stage } from './stage.ts'

/** @discordjs/core with @discordjs/rest and @discordjs/ws, which compresses: payloads as they are, without a cache. */
let stage: Stage
let gateway: WebSocketManager
let client: Client
const synced = new Map<string, string>()

/** The data of the next event of this type that fits. To be called before what causes it. */
function next<K extends keyof MappedEvents>(
  name: K,
  fits: (data: MappedEvents[K][0]['data']) => boolean = () => true,
): Promise<MappedEvents[K][0]['data']> {
  return new Promise(resolve => {
    const hear = ({ data }: { data: MappedEvents[K][0]['data'] }) => {
      if (!fits(data)) return
      client.off(name, hear as never)
      resolve(data)
    }
    // One emitter has many types of events; the name tells which, but TypeScript cannot follow that.
    client.on(name, hear as never)
  })
}

beforeAll(async () => {
  stage = await createStage()
  const rest = new REST({ api: stage.sandbox.api, version: '10' }).setToken(stage.token)
  gateway = new WebSocketManager({
    token: stage.token,
    rest,
    intents: Object.values(GatewayIntentBits).reduce<number>(
      (sum, bit) => (typeof bit === 'number' ? sum | bit : sum),
      0,
    ),
    compression: CompressionMethod.ZlibNative,
  })
  client = new Client({ rest, gateway })
  client.on(Event.GuildCreate, ({ data }) => void synced.set(data.id, data.name))
  const isReady = next(Event.Ready)
  const isSynced = next(Event.GuildCreate, ({ id }) => id === stage.guildId)
  await gateway.connect()
  await Promise.all([isReady, isSynced])
})
afterAll(async () => {
  await gateway.destroy()
  await stage.close()
})

test('it signs in, knows itself and is sent its servers and, on request, their members', async () => {
  expect((await client.api.users.getCurrent()).username).toBe('Palisade')
  expect(synced.get(stage.guildId)).toBe('Tidewater Makers')
  const { approximate_member_count: count } = await client.api.guilds.get(stage.guildId, { with_counts: true })
  const { members } = await client.requestGuildMembers({ guild_id: stage.guildId, query: '', limit: 0 })
  expect(members).toHaveLength(count ?? -1)
})

test('messages: heard, answered, edited, reacted to, pinned and deleted', async () => {
  const { channels } = client.api
  const general = stage.channel('general')
  const heard = next(Event.MessageCreate, ({ content }) => content === 'low tide at six')
  await stage.as('member1').say(general, 'low tide at six')
  const { id, author } = await heard
  expect(author.username).toBe('jun_tan')
  const answer = await channels.createMessage(general, {
    content: 'thank you',
    message_reference: { message_id: id },
    files: [{ name: 'tides.txt', data: Buffer.from('six, noon') }],
  })
  expect(answer.attachments[0]?.filename).toBe('tides.txt')
  const edited = next(Event.MessageUpdate, one => one.id === answer.id)
  await channels.editMessage(general, answer.id, { content: 'thank you all' })
  expect((await edited).content).toBe('thank you all')
  const reacted = next(Event.MessageReactionAdd)
  await channels.addMessageReaction(general, id, '🌊')
  expect((await reacted).emoji.name).toBe('🌊')
  const pinned = next(Event.ChannelPinsUpdate)
  await channels.pinMessage(general, id, { reason: 'to remember' })
  expect((await pinned).channel_id).toBe(general)
  const gone = next(Event.MessageDeleteBulk)
  await channels.bulkDeleteMessages(general, [id, answer.id])
  expect((await gone).ids).toHaveLength(2)
})

test('threads: begun, joined by others and archived', async () => {
  const { channels, threads } = client.api
  const message = await channels.createMessage(stage.channel('general'), { content: 'about kilns' })
  const begun = next(Event.ThreadCreate)
  const thread = await channels.createThread(stage.channel('general'), { name: 'Kilns' }, message.id)
  expect((await begun).id).toBe(thread.id)
  const joined = next(Event.ThreadMembersUpdate, ({ added_members: added = [] }) =>
    added.some(({ user_id: id }) => id === stage.idOf('member1')),
  )
  await threads.addMember(thread.id, stage.idOf('member1'))
  expect((await joined).id).toBe(thread.id)
  const archived = next(Event.ThreadUpdate)
  await channels.edit(thread.id, { archived: true })
  expect(await archived).toMatchObject({ thread_metadata: { archived: true } })
})

test('roles and overwrites: made, changed, moved, given, allowed somewhere, taken away', async () => {
  const { channels, guilds } = client.api
  const made = next(Event.GuildRoleCreate)
  const { id } = await guilds.createRole(stage.guildId, { name: 'Potters' }, { reason: 'there are many' })
  expect((await made).role.name).toBe('Potters')
  await guilds.editRole(stage.guildId, id, { permissions: String(PermissionFlagsBits.SendMessages) })
  await guilds.setRolePositions(stage.guildId, [{ id, position: 2 }])
  const given = next(Event.GuildMemberUpdate, ({ user }) => user.id === stage.idOf('member2'))
  await guilds.addRoleToMember(stage.guildId, stage.idOf('member2'), id)
  expect((await given).roles).toContain(id)
  const changed = next(Event.ChannelUpdate)
  await channels.editPermissionOverwrite(stage.channel('general'), id, {
    type: OverwriteType.Role,
    deny: String(PermissionFlagsBits.AddReactions),
  })
  expect(await changed).toMatchObject({
    permission_overwrites: expect.arrayContaining([expect.objectContaining({ id, deny: '64' })]),
  })
  await channels.deletePermissionOverwrite(stage.channel('general'), id)
  const gone = next(Event.GuildRoleDelete)
  await guilds.deleteRole(stage.guildId, id)
  expect((await gone).role_id).toBe(id)
})

test('bans and the audit log: told who did what, and why', async () => {
  const { guilds } = client.api
  const victim = stage.idOf('member8')
  const logged = next(Event.GuildAuditLogEntryCreate, entry => entry.action_type === AuditLogEvent.MemberBanAdd)
  await guilds.banUser(stage.guildId, victim, { delete_message_seconds: 3600 }, { reason: 'sells the tide' })
  expect(await logged).toMatchObject({ target_id: victim, user_id: stage.botId, reason: 'sells the tide' })
  expect((await guilds.getMemberBan(stage.guildId, victim)).reason).toBe('sells the tide')
  const log = await guilds.getAuditLogs(stage.guildId, { action_type: AuditLogEvent.MemberBanAdd, limit: 1 })
  expect(log.audit_log_entries[0]?.target_id).toBe(victim)
  const unbanned = next(Event.GuildBanRemove)
  await guilds.unbanUser(stage.guildId, victim)
  expect((await unbanned).user.id).toBe(victim)
  await expect(guilds.getMemberBan(stage.guildId, victim)).rejects.toMatchObject({ status: 404, code: 10_026 })
})

test('AutoMod: a rule of its own blocks a message and tells', async () => {
  const { guilds } = client.api
  const rule = await guilds.createAutoModerationRule(stage.guildId, {
    name: 'No driftwood',
    event_type: AutoModerationRuleEventType.MessageSend,
    trigger_type: AutoModerationRuleTriggerType.Keyword,
    trigger_metadata: { keyword_filter: ['driftwood'] },
    actions: [{ type: AutoModerationActionType.BlockMessage, metadata: { custom_message: 'No.' } }],
    enabled: true,
  })
  const executed = next(Event.AutoModerationActionExecution)
  await expect(stage.as('member1').say(stage.channel('general'), 'driftwood for sale')).rejects.toThrow('200000')
  expect(await executed).toMatchObject({ rule_id: rule.id, user_id: stage.idOf('member1') })
  await guilds.deleteAutoModerationRule(stage.guildId, rule.id)
})

test('interactions: a command, its buttons and a form', async () => {
  const { applicationCommands, interactions } = client.api
  const general = stage.channel('general')
  await applicationCommands.bulkOverwriteGlobalCommands(stage.applicationId, [
    { name: 'tide', type: ApplicationCommandType.ChatInput, description: 'When the water is high' },
  ])
  const asked = next(Event.InteractionCreate, ({ type }) => type === InteractionType.ApplicationCommand)
  await stage.as('member1').slash(general, 'tide')
  const command = await asked
  await interactions.defer(command.id, command.token)
  const message = await interactions.editReply(stage.applicationId, command.token, {
    content: 'At noon. Correct?',
    components: [
      {
        type: ComponentType.ActionRow,
        components: [{ type: ComponentType.Button, style: ButtonStyle.Primary, label: 'No', custom_id: 'no' }],
      },
    ],
  })
  const pressed = next(Event.InteractionCreate, ({ type }) => type === InteractionType.MessageComponent)
  await stage.as('member1').press(message, 'no')
  const press = await pressed
  await interactions.createModal(press.id, press.token, {
    custom_id: 'correction',
    title: 'When is it?',
    components: [
      {
        type: ComponentType.ActionRow,
        components: [{ type: ComponentType.TextInput, custom_id: 'when', label: 'Time', style: TextInputStyle.Short }],
      },
    ],
  })
  const submitted = next(Event.InteractionCreate, ({ type }) => type === InteractionType.ModalSubmit)
  await stage.submit('member1', press.id, { when: 'one' })
  const form = await submitted
  expect(form.data).toMatchObject({ custom_id: 'correction', components: [{ components: [{ value: 'one' }] }] })
  await interactions.reply(form.id, form.token, { content: 'Corrected.', flags: MessageFlags.Ephemeral })
  expect((await interactions.followUp(stage.applicationId, form.token, { content: 'Thank you.' })).content).toBe(
    'Thank you.',
  )
})

test('webhooks: made, spoken through with an answer, edited and deleted', async () => {
  const { channels, webhooks } = client.api
  const updated = next(Event.WebhooksUpdate)
  const { id, token = '' } = await channels.createWebhook(stage.channel('general'), { name: 'Harbour' })
  expect((await updated).channel_id).toBe(stage.channel('general'))
  const message = await webhooks.execute(id, token, { content: 'ship ahoy', wait: true })
  expect(message.author.username).toBe('Harbour')
  await webhooks.editMessage(id, token, message.id, { content: 'ship gone' })
  await webhooks.delete(id)
  await expect(webhooks.execute(id, token, { content: 'hello?' })).rejects.toMatchObject({ code: 10_015 })
})

test('invites: made, seen from outside with their counts, listed and deleted', async () => {
  const { channels, guilds, invites } = client.api
  const made = next(Event.InviteCreate)
  const { code } = await channels.createInvite(stage.channel('general'), { max_age: 3600, max_uses: 2 })
  expect((await made).code).toBe(code)
  expect((await invites.get(code, { with_counts: true })).approximate_member_count).toBeGreaterThan(5)
  expect((await guilds.getInvites(stage.guildId)).map(invite => invite.code)).toContain(code)
  const gone = next(Event.InviteDelete)
  await invites.delete(code)
  expect((await gone).code).toBe(code)
})

test('voice: it joins, is told where the voice server is, and leaves', async () => {
  const channels = await client.api.guilds.getChannels(stage.guildId)
  const channel_id = channels.find(({ type }) => type === ChannelType.GuildVoice)?.id ?? null
  const mine = (data: { user_id: string }) => data.user_id === stage.botId
  const [joined, server] = [next(Event.VoiceStateUpdate, mine), next(Event.VoiceServerUpdate)]
  const wish = { guild_id: stage.guildId, self_mute: true, self_deaf: false }
  await client.updateVoiceState({ ...wish, channel_id })
  expect(await joined).toMatchObject({ channel_id, self_mute: true })
  expect(await server).toMatchObject({ guild_id: stage.guildId, endpoint: 'voice.invalid:443' })
  const left = next(Event.VoiceStateUpdate, mine)
  await client.updateVoiceState({ ...wish, channel_id: null })
  expect((await left).channel_id).toBeNull()
})
