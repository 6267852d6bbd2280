import {
  AttachmentBuilder,
  ChannelType,
  ContainerBuilder,
  EmbedBuilder,
  Events,
  FileBuilder,
  GatewayIntentBits,
  type Message,
  MessageFlags,
  PermissionFlagsBits,
  type TextChannel,
  TextDisplayBuilder,
} from 'discord.js'
import { afterEach, expect, test } from 'vitest'
import { type ConnectedClient, connectClient } from '#test/sandbox/connected-client.ts'
import { until } from '#test/until.ts'

const open: ConnectedClient[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

const intents = [
  GatewayIntentBits.Guilds,
  GatewayIntentBits.GuildMembers,
  GatewayIntentBits.GuildMessages,
  GatewayIntentBits.GuildMessageReactions,
  GatewayIntentBits.GuildWebhooks,
  GatewayIntentBits.DirectMessages,
  GatewayIntentBits.MessageContent,
]

interface Stage extends ConnectedClient {
  general: TextChannel
  heard: Message[]
  /** Writes in #general as a person. */
  say(login: string, body: object): Promise<Response>
}

async function start(): Promise<Stage> {
  const met = await connectClient(intents)
  open.push(met)
  const general = met.client.channels.cache.find(one => one.type === ChannelType.GuildText && one.name === 'general')
  if (general?.type !== ChannelType.GuildText) throw new Error('the demo has no #general')
  const heard: Message[] = []
  met.client.on(Events.MessageCreate, message => heard.push(message))
  const say = (login: string, body: object) => met.as(login, 'POST', `/channels/${general.id}/messages`, body)
  return { ...met, general, heard, say }
}

const lastHeard = async (heard: readonly Message[], content: string): Promise<Message> =>
  until(`'${content}' to be heard`, () => heard.find(one => one.content === content))

test('a bot receives messages, replies, edits, reacts, pins and deletes', async () => {
  const { sandbox, heard, say, general } = await start()
  expect((await say('member1', { content: 'hello' })).status).toBe(200)
  const message = await lastHeard(heard, 'hello')
  expect(message.member?.displayName).toBe('jun_tan')
  const reply = await message.reply({ content: 'hi', embeds: [new EmbedBuilder().setTitle('Welcome').setTimestamp()] })
  expect(reply.mentions.repliedUser?.id).toBe(message.author.id)
  await reply.edit({ content: 'hi again', embeds: [] })
  await reply.react('👍')
  await reply.pin()
  expect((await general.messages.fetchPins()).items.map(item => item.message.content)).toContain('hi again')
  await reply.unpin()
  await reply.reactions.removeAll()
  await reply.delete()
  expect((await general.messages.fetch({ limit: 5 })).map(one => one.content)).toContain('hello')
  expect(sandbox.violations()).toEqual([])
})

test('files are kept, described and served', async () => {
  const { sandbox, general } = await start()
  const picture = new AttachmentBuilder(Buffer.from('picture'), { name: 'bowl.png' })
  const note = new AttachmentBuilder(Buffer.from('a note'), { name: 'my note.txt', description: 'About the bowl' })
  const embed = new EmbedBuilder().setTitle('Bowl').setImage('attachment://bowl.png')
  const message = await general.send({ embeds: [embed], files: [picture, note] })
  expect(message.attachments.map(one => [one.name, one.description])).toEqual([['my_note.txt', 'About the bowl']])
  const [attachment] = message.attachments.values()
  expect(await (await fetch(attachment?.url ?? '')).text()).toBe('a note')
  expect(await (await fetch(message.embeds[0]?.image?.url ?? '')).text()).toBe('picture')
  await message.edit({ attachments: [], content: 'without the note' })
  await until('the bot to know', () => message.attachments.size === 0)
  expect(sandbox.violations()).toEqual([])
})

test('a message of Components V2 shows its texts and files', async () => {
  const { sandbox, general } = await start()
  const container = new ContainerBuilder()
    .addTextDisplayComponents(new TextDisplayBuilder().setContent('# Bowl'))
    .addFileComponents(new FileBuilder().setURL('attachment://note.txt'))
  const files = [new AttachmentBuilder(Buffer.from('a note'), { name: 'note.txt' })]
  const message = await general.send({ flags: MessageFlags.IsComponentsV2, components: [container], files })
  expect(message.components[0]?.toJSON()).toMatchObject({
    type: 17,
    components: [
      { type: 10, content: '# Bowl' },
      { type: 13, name: 'note.txt', file: { attachment_id: expect.any(String) } },
    ],
  })
  expect(sandbox.violations()).toEqual([])
})

test('threads, posts and their members work through discord.js', async () => {
  const { sandbox, client, general } = await start()
  const message = await general.send('let us talk')
  const thread = await message.startThread({ name: 'talk' })
  await thread.send('in here')
  await thread.members.add(sandbox.context.world.accounts.keys().next().value ?? '')
  expect((await thread.members.fetch()).size).toBe(2)
  await thread.setArchived(true)
  expect((await general.threads.fetchArchived()).threads.has(thread.id)).toBe(true)
  await thread.setArchived(false)
  await thread.delete()
  const forum = client.channels.cache.find(one => one.type === ChannelType.GuildForum)
  if (forum?.type !== ChannelType.GuildForum) throw new Error('the demo has no forum')
  const post = await forum.threads.create({ name: 'A bowl', message: { content: 'Thrown today' } })
  expect((await post.fetchStarterMessage())?.content).toBe('Thrown today')
  expect(sandbox.violations()).toEqual([])
})

test('webhooks post messages, and are deleted', async () => {
  const { sandbox, general, heard } = await start()
  const hook = await general.createWebhook({ name: 'Kiln' })
  const sent = await hook.send({ content: 'fired', username: 'Oven' })
  expect((await lastHeard(heard, 'fired')).webhookId).toBe(hook.id)
  await hook.editMessage(sent, 'cooled')
  await hook.deleteMessage(sent)
  expect((await general.fetchWebhooks()).size).toBe(1)
  await hook.delete()
  expect(sandbox.violations()).toEqual([])
})

test('bulk deletion and direct messages work, and closed direct messages are a clear refusal', async () => {
  const { sandbox, client, general } = await start()
  await general.send('one')
  await general.send('two')
  expect((await general.bulkDelete(2)).size).toBe(2)
  const account = [...sandbox.context.world.accounts.values()].find(one => one.login === 'member1')
  if (!account) throw new Error('the demo has no member1')
  const direct = await client.users.send(account.user.id, 'psst')
  expect(direct.channel.isDMBased()).toBe(true)
  account.directMessagesClosed = true
  await expect(client.users.send(account.user.id, 'psst')).rejects.toMatchObject({ code: 50_007 })
  expect(sandbox.violations()).toEqual([])
})

test('emoji are added and removed', async () => {
  const { sandbox, general } = await start()
  for (const role of sandbox.context.world.guilds.get(general.guildId)?.roles.values() ?? [])
    if (role.name === 'Palisade') role.permissions = String(PermissionFlagsBits.Administrator)
  const pixel =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const emoji = await general.guild.emojis.create({ name: 'clay', attachment: pixel })
  const message = await general.send('x')
  await message.react(emoji)
  await emoji.edit({ name: 'glaze' })
  await emoji.delete()
  expect((await general.guild.emojis.fetch()).has(emoji.id)).toBe(false)
  expect(sandbox.violations()).toEqual([])
})

test('an invalid body is refused with the path of each error, and nothing is written', async () => {
  const { say, heard, sandbox, general } = await start()
  const before = sandbox.context.world.channels.get(general.id)?.messages.size
  const refused = await say('member1', { content: 7, nonce: 'x'.repeat(30) })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({
    code: 50_035,
    errors: {
      content: { _errors: [{ code: 'STRING_TYPE_CONVERT' }] },
      nonce: { _errors: [{ code: expect.any(String) }] },
    },
  })
  expect(sandbox.context.world.channels.get(general.id)?.messages.size).toBe(before)
  expect(heard).toEqual([])
})
