import type { APIMessage } from 'discord-api-types/v10'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { contract, field } from '#contract'
import { customId } from '#kernel/commands/custom-id.ts'
import { command, component, feature } from '#kernel/feature.ts'
import { applicationOf } from '#sandbox/demo/environment.ts'
import { createHarness, type Harness } from '../harness.ts'
import { textOf } from '../member.ts'
import { until } from '../until.ts'

/** A panel with a button that opens a form, as tickets have it: all that it needs is in the custom ids. */
const desk = contract('desk', {
  title: 'Desk',
  settings: z.object({ enabled: field.toggle('Desk').default(true) }),
})
const topic = z.object({ topic: z.enum(['help', 'report']) })
const panel = feature(desk, {
  switch: 'enabled',
  commandPrefix: () => '.',
  commands: {
    panel: command<typeof desk>()({
      description: 'Shows the panel',
      run: ctx =>
        ctx.reply({
          content: 'panel',
          components: [
            {
              type: 1,
              components: [
                { type: 2, style: 1, label: 'Ask', custom_id: customId(desk, 'ask', topic, { topic: 'help' }) },
                { type: 2, style: 1, label: 'Old', custom_id: 'desk:ask:complaint' },
                { type: 2, style: 1, label: 'Stray', custom_id: 'desk:stray:' },
              ],
            },
          ],
        }),
    }),
  },
  components: {
    ask: component<typeof desk>()({
      data: topic,
      async run({ interaction }, data) {
        if (!interaction.isMessageComponent()) return
        await interaction.showModal({
          title: 'Ask',
          custom_id: customId(desk, 'asked', topic, data),
          components: [
            { type: 18, label: 'What is it?', component: { type: 4, custom_id: 'text', style: 1, max_length: 100 } },
          ],
        })
      },
    }),
    stray: component<typeof desk>()({
      data: z.object({}),
      async run({ interaction }) {
        if (!interaction.isMessageComponent()) return
        await interaction.showModal({
          title: 'Stray',
          custom_id: 'desk:nowhere:%zz',
          components: [{ type: 18, label: 'What?', component: { type: 4, custom_id: 'text', style: 1 } }],
        })
      },
    }),
    asked: component<typeof desk>()({
      data: topic,
      async run({ interaction }, data) {
        if (!interaction.isModalSubmit()) return
        await interaction.reply({ content: `${data.topic}: ${interaction.fields.getTextInputValue('text')}` })
      },
    }),
  },
})

let app: Harness
let general: string
let shown: APIMessage
beforeAll(async () => {
  app = await createHarness({ features: [panel] })
  general = app.channel('general')
  shown = await app.answerTo(await app.as('owner').say(general, '.panel'))
})
afterAll(() => app.close())

/** The form that somebody has in front of them, by the id it was opened with. */
const openForm = (login: string) =>
  until(`a form in front of ${login}`, () =>
    [...app.sandbox.context.world.interactions.values()].find(
      ({ modal, userId }) => modal !== undefined && userId === app.as(login).userId,
    ),
  )

async function submit(login: string, opened: { id: string; modal: { custom_id: string } | undefined }, text: string) {
  const components = [{ type: 18, component: { type: 4, custom_id: 'text', value: text } }]
  await app.as(login).rest('POST', '/interactions', {
    type: 5,
    application_id: applicationOf(app.sandbox).id,
    guild_id: app.guildId,
    channel_id: general,
    session_id: 'test',
    data: { id: opened.id, custom_id: opened.modal?.custom_id, components },
  })
}

const whispered = async (login: string, act: () => Promise<unknown>) => {
  const before = app.shownTo(login).length
  await act()
  return textOf(await until(`something shown to ${login}`, () => app.shownTo(login)[before]))
}
const faults = () => app.logged.filter(line => /"level":(?:50|60)/.test(line))

test('a form that was opened before a restart is taken after it, and pings nobody with what was filled in', async () => {
  await app.as('member1').press(shown, 'desk:ask:help')
  const opened = await openForm('member1')
  await app.restart()
  const known = app.messages(general).length
  await submit('member1', opened, '@everyone <script>')
  const answer = await until('the answer', () => app.messages(general)[known])
  expect(answer.content).toBe('help: @everyone <script>')
  expect(answer.mention_everyone).toBe(false)
})

test('somebody else cannot send a form that was opened for another', async () => {
  await app.as('member1').press(shown, 'desk:ask:help')
  const opened = await openForm('member1')
  const before = app.messages(general).length
  await expect(submit('member2', opened, 'mine')).rejects.toThrow('Unknown interaction')
  await submit('member1', opened, 'still mine')
  const answer = await until('the answer', () => app.messages(general)[before])
  expect(answer.content).toBe('help: still mine')
})

test('a control whose data no longer fits, and a form nobody takes, are told to whoever used them', async () => {
  expect(await whispered('member2', () => app.as('member2').press(shown, 'desk:ask:complaint'))).toContain(
    'no longer works',
  )
  await app.as('member2').press(shown, 'desk:stray:')
  const opened = await openForm('member2')
  expect(await whispered('member2', () => submit('member2', opened, 'x'))).toContain('no longer works')
  expect(faults()).toEqual([])
})

test('a control that is not on the message cannot be pressed', async () => {
  await expect(app.as('member2').press(shown, 'desk:asked:help')).rejects.toThrow('Invalid Form Body')
})

test('while the module is off its controls and forms say so and do nothing', async () => {
  await app.as('member3').press(shown, 'desk:ask:help')
  const opened = await openForm('member3')
  const { settings } = app.product.services
  settings.write(app.guildId, desk, { enabled: false }, { userId: null, via: 'test' })
  const before = app.messages(general).length
  expect(await whispered('member3', () => submit('member3', opened, 'x'))).toContain('Desk is switched off')
  expect(await whispered('member4', () => app.as('member4').press(shown, 'desk:ask:help'))).toContain('switched off')
  settings.write(app.guildId, desk, { enabled: true }, { userId: null, via: 'test' })
  expect(app.messages(general)).toHaveLength(before)
})
