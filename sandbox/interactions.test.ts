import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  ChannelType,
  Events,
  GatewayIntentBits,
  type Interaction,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
  type ModalSubmitInteraction,
  TextInputBuilder,
  TextInputStyle,
  UserSelectMenuBuilder,
} from 'discord.js'
import { afterEach, expect, test } from 'vitest'
import { type ConnectedClient, connectClient } from '#test/sandbox/connected-client.ts'
import { withoutTimeLimits } from '#test/without-time-limits.ts'
import { defaultConditions } from './conditions.ts'

const open: ConnectedClient[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

interface Stage extends ConnectedClient {
  /** Starts an interaction as a person's client does, and waits for what the bot receives. */
  act<I extends Interaction>(login: string, body: object): Promise<I>
}

async function start(): Promise<Stage> {
  const met = await connectClient([GatewayIntentBits.Guilds])
  open.push(met)
  const { client } = met
  const channel = client.channels.cache.find(one => one.type === ChannelType.GuildText && one.name === 'general')
  const where = { application_id: client.application.id, channel_id: channel?.id, nonce: '1' }
  async function act<I extends Interaction>(login: string, body: object): Promise<I> {
    const received = new Promise<Interaction>(resolve => client.once(Events.InteractionCreate, resolve))
    const answer = await met.as(login, 'POST', '/interactions', { ...where, ...body })
    if (answer.status !== 204) throw new Error(await answer.text())
    return (await received) as I
  }
  return { ...met, act }
}

const command = {
  name: 'note',
  description: 'Writes it down',
  options: [{ type: 3, name: 'text', description: 'What' }],
}
const run = { type: 2, data: { name: 'note', type: 1, options: [{ type: 3, name: 'text', value: 'clay' }] } }

test('commands are registered, changed and found again', async () => {
  const { sandbox, client } = await start()
  const set = await client.application.commands.set([command])
  const [first] = set.values()
  await client.application.commands.set([{ ...command, description: 'Otherwise' }])
  const found = await client.application.commands.fetch()
  expect(found.get(first?.id ?? '')?.description).toBe('Otherwise')
  await first?.delete()
  const guild = client.guilds.cache.first()
  const own = await guild?.commands.create(command)
  await own?.edit({ description: 'Here only' })
  expect((await guild?.commands.fetch())?.size).toBe(1)
  expect(sandbox.violations()).toEqual([])
})

test('a command is answered, a button opens a modal, the modal changes the message', async () => {
  const { sandbox, client, act } = await start()
  await client.application.commands.set([command])
  const asked = await act<ChatInputCommandInteraction>('member1', run)
  expect(asked.options.getString('text')).toBe('clay')
  const go = new ButtonBuilder().setCustomId('go').setLabel('Go').setStyle(ButtonStyle.Primary)
  const answered = await asked.reply({
    content: 'noted',
    components: [new ActionRowBuilder<ButtonBuilder>().addComponents(go)],
    withResponse: true,
  })
  const messageId = answered.resource?.message?.id
  const pressed = await act<ButtonInteraction>('member2', {
    type: 3,
    message_id: messageId,
    data: { component_type: 2, custom_id: 'go' },
  })
  const modal = new ModalBuilder().setCustomId('why').setTitle('Why')
  const text = new TextInputBuilder().setCustomId('text').setStyle(TextInputStyle.Short)
  const who = new UserSelectMenuBuilder().setCustomId('who')
  modal.addLabelComponents(
    new LabelBuilder().setLabel('Why?').setTextInputComponent(text),
    new LabelBuilder().setLabel('Who?').setUserSelectMenuComponent(who),
  )
  await pressed.showModal(modal)
  const submitted = await act<ModalSubmitInteraction>('member2', {
    type: 5,
    data: {
      id: pressed.id,
      custom_id: 'why',
      components: [
        { type: 18, component: { type: 4, custom_id: 'text', value: 'because' } },
        { type: 18, component: { type: 5, custom_id: 'who', values: [client.user.id] } },
      ],
    },
  })
  expect(submitted.fields.getTextInputValue('text')).toBe('because')
  expect(submitted.fields.getSelectedUsers('who')?.has(client.user.id)).toBe(true)
  if (!submitted.isFromMessage()) throw new Error('the modal came from a message')
  await submitted.update({ content: 'noted and explained', components: [] })
  expect((await asked.fetchReply()).content).toBe('noted and explained')
  await asked.deleteReply()
  expect(sandbox.violations()).toEqual([])
})

test('deferring, answering, following up and deleting work with ephemeral messages', async () => {
  const { sandbox, client, act } = await start()
  await client.application.commands.set([command])
  const asked = await act<ChatInputCommandInteraction>('member1', run)
  await asked.deferReply({ flags: MessageFlags.Ephemeral, withResponse: true })
  await asked.editReply('done')
  const more = await asked.followUp({ content: 'and more', flags: MessageFlags.Ephemeral })
  expect(more.flags.has(MessageFlags.Ephemeral)).toBe(true)
  await asked.editReply({ message: more, content: 'and less' })
  await asked.deleteReply(more)
  await expect(asked.fetchReply(more.id)).rejects.toMatchObject({ code: 10_008 })
  expect(sandbox.violations()).toEqual([])
})

test('an answer that comes too late is refused as Discord refuses it', async () => {
  const { sandbox, client, act } = await start()
  await client.application.commands.set([command])
  const { interactionAnswerMs } = defaultConditions
  Object.assign(sandbox.context.conditions, { interactionAnswerMs })
  const asked = await act<ChatInputCommandInteraction>('member1', run)
  const given = new Promise(resolve => sandbox.context.later(interactionAnswerMs, () => resolve(undefined)))
  sandbox.advance(interactionAnswerMs)
  await given
  await expect(asked.reply('late')).rejects.toMatchObject({ code: 10_062 })
  Object.assign(sandbox.context.conditions, withoutTimeLimits)
  const other = await act<ChatInputCommandInteraction>('member1', run)
  await other.reply('in time')
  sandbox.advance(15 * 60_000)
  await expect.poll(() => other.editReply('much later').catch((error: { code?: number }) => error.code)).toBe(50_027)
})
