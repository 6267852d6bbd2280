import {
  ApplicationCommandTypes,
  AuditLogActionTypes,
  AutoModerationActionTypes,
  AutoModerationEventTypes,
  AutoModerationTriggerTypes,
  ButtonStyles,
  ChannelTypes,
  Client,
  type ClientEvents,
  ComponentTypes,
  Intents,
  InteractionTypes,
  OverwriteTypes,
  Permissions,
  TextInputStyles,
} from 'oceanic.js'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createStage, type Stage } from './stage.ts'

/** oceanic.js unchanged, pointed at the sandbox by its options alone. */
let stage: Stage
let client: Client

const create = (compress: 'zlib-stream' | 'zstd-stream' | false = false) =>
  new Client({
    auth: `Bot ${stage.token}`,
    rest: { baseURL: `${stage.sandbox.api}/v10` },
    gateway: { intents: Object.values(Intents).filter(bit => typeof bit === 'number'), compress },
  })

async function ready(one: Client): Promise<Client> {
  one.on('error', error => {
    throw error instanceof Error ? error : new Error(error)
  })
  const isReady = new Promise<void>(resolve => one.once('ready', resolve))
  await one.connect()
  await isReady
  return one
}

/** The next event of this type that fits. To be called before what causes it. */
function next<K extends keyof ClientEvents>(
  name: K,
  fits: (...event: ClientEvents[K]) => boolean = () => true,
): Promise<ClientEvents[K]> {
  return new Promise(resolve => {
    const hear = (...event: ClientEvents[K]) => {
      if (!fits(...event)) return
      client.off(name, hear)
      resolve(event)
    }
    client.on(name, hear)
  })
}

beforeAll(async () => {
  stage = await createStage()
  client = await ready(create())
})
afterAll(async () => {
  client.disconnect(false)
  await stage.close()
})

test('it signs in and has its servers with channels, roles, threads and members', async () => {
  expect(client.user.username).toBe('Palisade')
  const guild = client.guilds.get(stage.guildId)
  expect(guild?.name).toBe('Tidewater Makers')
  expect(guild?.channels.get(stage.channel('general'))?.name).toBe('general')
  expect(guild?.roles.get(stage.role('Moderator'))?.name).toBe('Moderator')
  const members = await guild?.fetchMembers()
  expect(members?.length).toBe(guild?.memberCount)
  expect((await client.rest.oauth.getApplication()).id).toBe(stage.applicationId)
})

test.each(['zlib-stream', 'zstd-stream'] as const)('it signs in over %s', async compress => {
  const other = create(compress)
  onTestFinished(() => other.disconnect(false))
  await ready(other)
  expect(other.guilds.get(stage.guildId)?.name).toBe('Tidewater Makers')
})

test('messages: heard, answered, edited, reacted to, pinned, found again and deleted', async () => {
  const general = stage.channel('general')
  const heard = next('messageCreate', message => message.content === 'low tide at six')
  await stage.as('member1').say(general, 'low tide at six')
  const [message] = await heard
  expect(message.author.username).toBe('jun_tan')
  const { channels } = client.rest
  const answer = await channels.createMessage(general, {
    content: 'thank you',
    messageReference: { messageID: message.id },
    embeds: [{ title: 'Tides', fields: [{ name: 'High', value: 'noon' }] }],
    files: [{ name: 'tides.txt', contents: Buffer.from('six, noon') }],
  })
  expect(answer.attachments.first()?.filename).toBe('tides.txt')
  const edited = next('messageUpdate', ({ id }) => id === answer.id)
  await channels.editMessage(general, answer.id, { content: 'thank you all' })
  expect((await edited)[0]).toMatchObject({ content: 'thank you all' })
  const reacted = next('messageReactionAdd')
  await channels.createReaction(general, message.id, '🌊')
  expect((await reacted)[2].emoji.name).toBe('🌊')
  expect((await channels.getReactions(general, message.id, '🌊')).map(({ id }) => id)).toEqual([stage.botId])
  await channels.pinMessage(general, message.id, 'to remember')
  expect((await channels.getMessages(general, { limit: 2 })).map(({ id }) => id)).toContain(answer.id)
  const gone = next('messageDeleteBulk')
  await channels.deleteMessages(general, [message.id, answer.id])
  expect((await gone)[0]).toHaveLength(2)
})

test('threads: begun on a message and in a channel, joined, archived', async () => {
  const general = stage.channel('general')
  const { channels } = client.rest
  const message = await channels.createMessage(general, { content: 'about kilns' })
  const begun = next('threadCreate')
  const thread = await channels.startThreadFromMessage(general, message.id, {
    name: 'Kilns',
    autoArchiveDuration: 1440,
  })
  expect((await begun)[0].name).toBe('Kilns')
  await channels.addThreadMember(thread.id, stage.idOf('member1'))
  expect((await channels.getThreadMembers(thread.id)).map(({ userID }) => userID)).toContain(stage.idOf('member1'))
  const updated = next('threadUpdate')
  await channels.edit(thread.id, { archived: true })
  expect((await updated)[0].threadMetadata.archived).toBe(true)
  const quiet = await channels.startThreadWithoutMessage(general, { name: 'Glazes', type: ChannelTypes.PRIVATE_THREAD })
  const active = await client.rest.guilds.getActiveThreads(stage.guildId)
  expect(active.threads.map(({ id }) => id)).toContain(quiet.id)
})

test('roles and overwrites: made, changed, given, moved, allowed somewhere, taken away', async () => {
  const { guilds, channels } = client.rest
  const made = next('guildRoleCreate')
  const role = await guilds.createRole(stage.guildId, {
    name: 'Potters',
    permissions: String(Permissions.SEND_MESSAGES),
    reason: 'there are many',
  })
  expect((await made)[0].id).toBe(role.id)
  await guilds.editRole(stage.guildId, role.id, { name: 'Guild of Potters', mentionable: true })
  await guilds.editRolePositions(stage.guildId, [{ id: role.id, position: 2 }])
  const changed = next('guildMemberUpdate', ({ id }) => id === stage.idOf('member2'))
  await guilds.addMemberRole(stage.guildId, stage.idOf('member2'), role.id)
  expect((await changed)[0].roles).toContain(role.id)
  const channelChanged = next('channelUpdate')
  await channels.editPermission(stage.channel('general'), role.id, {
    type: OverwriteTypes.ROLE,
    allow: Permissions.ATTACH_FILES,
    deny: Permissions.ADD_REACTIONS,
  })
  const [channel] = await channelChanged
  expect('permissionOverwrites' in channel && channel.permissionOverwrites.get(role.id)?.has('ATTACH_FILES')).toBe(true)
  await channels.deletePermission(stage.channel('general'), role.id)
  await guilds.removeMemberRole(stage.guildId, stage.idOf('member2'), role.id)
  const gone = next('guildRoleDelete')
  await guilds.deleteRole(stage.guildId, role.id)
  expect((await gone)[0].id).toBe(role.id)
})

test('bans and the audit log: told who did what, and why', async () => {
  const { guilds } = client.rest
  const victim = stage.idOf('member8')
  const logged = next(
    'guildAuditLogEntryCreate',
    (_guild, entry) => entry.actionType === AuditLogActionTypes.MEMBER_BAN_ADD,
  )
  const banned = next('guildBanAdd')
  await guilds.createBan(stage.guildId, victim, { reason: 'sells the tide', deleteMessageSeconds: 3600 })
  expect((await banned)[1].id).toBe(victim)
  expect((await logged)[1]).toMatchObject({ targetID: victim, userID: stage.botId, reason: 'sells the tide' })
  expect((await guilds.getBan(stage.guildId, victim)).reason).toBe('sells the tide')
  const { entries } = await guilds.getAuditLog(stage.guildId, {
    actionType: AuditLogActionTypes.MEMBER_BAN_ADD,
    limit: 1,
  })
  expect(entries[0]).toMatchObject({ targetID: victim, reason: 'sells the tide' })
  await guilds.removeBan(stage.guildId, victim, 'it was a mistake')
  await expect(guilds.getBan(stage.guildId, victim)).rejects.toMatchObject({ code: 10_026 })
})

test('AutoMod: a rule of its own blocks a message and tells', async () => {
  const { guilds } = client.rest
  const rule = await guilds.createAutoModerationRule(stage.guildId, {
    name: 'No driftwood',
    eventType: AutoModerationEventTypes.MESSAGE_SEND,
    triggerType: AutoModerationTriggerTypes.KEYWORD,
    triggerMetadata: { keywordFilter: ['driftwood'] },
    actions: [{ type: AutoModerationActionTypes.BLOCK_MESSAGE, metadata: { customMessage: 'No.' } }],
    enabled: true,
  })
  const executed = next('autoModerationActionExecution')
  await expect(stage.as('member1').say(stage.channel('general'), 'driftwood for sale')).rejects.toThrow('200000')
  const [, , user, execution] = await executed
  expect([user.id, execution.ruleID, execution.matchedKeyword]).toEqual([stage.idOf('member1'), rule.id, 'driftwood'])
  await guilds.deleteAutoModerationRule(stage.guildId, rule.id)
  expect(await guilds.getAutoModerationRules(stage.guildId)).toEqual([])
})

test('interactions: a command, its buttons and a form', async () => {
  const general = stage.channel('general')
  await client.application.bulkEditGlobalCommands([
    { name: 'tide', type: ApplicationCommandTypes.CHAT_INPUT, description: 'When the water is high' },
  ])
  const interaction = next('interactionCreate', ({ type }) => type === InteractionTypes.APPLICATION_COMMAND)
  await stage.as('member1').slash(general, 'tide')
  const [command] = await interaction
  if (!command.isCommandInteraction()) throw new Error('this is no command')
  expect(command.data.name).toBe('tide')
  await command.defer()
  const message = await command.editOriginal({
    content: 'At noon. Correct?',
    components: [
      {
        type: ComponentTypes.ACTION_ROW,
        components: [{ type: ComponentTypes.BUTTON, style: ButtonStyles.PRIMARY, label: 'No', customID: 'no' }],
      },
    ],
  })
  const pressing = next('interactionCreate', ({ type }) => type === InteractionTypes.MESSAGE_COMPONENT)
  await stage
    .as('member1')
    .press(stage.sandbox.context.world.channels.get(general)?.messages.get(message.id) ?? never(), 'no')
  const [press] = await pressing
  if (!press.isComponentInteraction()) throw new Error('this is no press')
  await press.createModal({
    customID: 'correction',
    title: 'When is it?',
    components: [
      {
        type: ComponentTypes.ACTION_ROW,
        components: [
          { type: ComponentTypes.TEXT_INPUT, customID: 'when', label: 'Time', style: TextInputStyles.SHORT },
        ],
      },
    ],
  })
  const submitting = next('interactionCreate', ({ type }) => type === InteractionTypes.MODAL_SUBMIT)
  await stage.submit('member1', press.id, { when: 'one' })
  const [form] = await submitting
  if (!form.isModalSubmitInteraction()) throw new Error('this is no form')
  expect(form.data.components.getTextInput('when')).toBe('one')
  await form.createMessage({ content: 'Corrected.', flags: 64 })
  const followUp = await form.createFollowup({ content: 'Thank you.' })
  expect((await followUp.getMessage()).content).toBe('Thank you.')
})

test('webhooks: made, spoken through, edited and deleted', async () => {
  const { webhooks } = client.rest
  const updated = next('webhooksUpdate')
  const hook = await webhooks.create(stage.channel('general'), { name: 'Harbour' })
  await updated
  const message = await webhooks.execute(hook.id, hook.token ?? '', { content: 'ship ahoy', wait: true })
  expect(message.author.username).toBe('Harbour')
  await webhooks.editMessage(hook.id, hook.token ?? '', message.id, { content: 'ship gone' })
  await webhooks.deleteMessage(hook.id, hook.token ?? '', message.id)
  expect((await webhooks.getForGuild(stage.guildId)).map(({ id }) => id)).toEqual([hook.id])
  await webhooks.delete(hook.id)
})

test('invites: made, listed, seen from outside with their counts, and deleted', async () => {
  const { channels, guilds } = client.rest
  const made = next('inviteCreate')
  const invite = await channels.createInvite(stage.channel('general'), { maxAge: 3600, maxUses: 2 })
  expect((await made)[0].code).toBe(invite.code)
  expect((await guilds.getInvites(stage.guildId)).map(({ code }) => code)).toContain(invite.code)
  const seen = await channels.getInvite(invite.code, { withCounts: true })
  expect(seen.approximateMemberCount).toBeGreaterThan(5)
  const gone = next('inviteDelete')
  await channels.deleteInvite(invite.code)
  expect((await gone)[0].code).toBe(invite.code)
})

test('voice: it sees who joins, joins itself and is told where the voice server is', async () => {
  const guild = client.guilds.get(stage.guildId)
  const room = guild?.channels.find(({ type }) => type === ChannelTypes.GUILD_VOICE)?.id ?? never()
  const shard = guild?.shard ?? never()
  const server = new Promise<{ endpoint: string | null }>(resolve => {
    client.on('packet', packet => {
      if (packet.t === 'VOICE_SERVER_UPDATE') resolve(packet.d)
    })
  })
  const joined = next('voiceChannelJoin')
  shard.updateVoiceState(stage.guildId, room, { selfMute: true })
  const [member, channel] = await joined
  expect([member.id, channel.id]).toEqual([stage.botId, room])
  expect((await server).endpoint).toBe('voice.invalid:443')
  const left = next('voiceChannelLeave')
  shard.updateVoiceState(stage.guildId, null)
  await left
})

function never(): never {
  throw new Error('the demo does not have this')
}
