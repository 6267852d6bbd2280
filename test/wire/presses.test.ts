import type { APIMessage } from 'discord-api-types/v10'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { contract, field } from '#contract'
import { patienceMs } from '#kernel/commands/answer.ts'
import { UserError } from '#kit/errors.ts'
import { command, component, feature } from '#kernel/feature.ts'
import { applicationOf } from '#sandbox/demo/environment.ts'
import { createHarness, type Harness } from '../harness.ts'
import { textOf } from '../member.ts'
import { until } from '../until.ts'

/** A panel with a button that opens a form, as tickets have; the custom ids hold all that it needs. */
const desk = contract('desk', {
  title: 'Desk',
  settings: z.object({ enabled: field.toggle('Desk').default(true) }),
})
const topic = z.object({ topic: z.enum(['help', 'report']) })
const line = {
  type: 18,
  label: 'What is it?',
  component: { type: 4, custom_id: 'text', style: 1, max_length: 100 },
} as const
const forAll = { pressedBy: 'anyone', needs: [] } as const

const ask = component(desk, 'ask', {
  ...forAll,
  kind: 'button',
  ack: 'modal',
  data: topic,
  run: ({ interaction }, data) =>
    interaction.showModal({ title: 'Ask', custom_id: asked.id(data), components: [line] }),
})
const stray = component(desk, 'stray', {
  ...forAll,
  kind: 'button',
  ack: 'modal',
  data: z.object({}),
  run: ({ interaction }) =>
    interaction.showModal({ title: 'Stray', custom_id: 'desk:nowhere:%zz', components: [line] }),
})
const asked = component(desk, 'asked', {
  ...forAll,
  kind: 'modal',
  ack: 'reply',
  data: topic,
  run: ({ interaction, answer }, data) => answer(`${data.topic}: ${interaction.fields.getTextInputValue('text')}`),
})

/** Handlers that take longer than Discord waits, until they are released. */
const woken = Promise.withResolvers<void>()
const slow = (['update', 'reply', 'ephemeral'] as const).map(ack =>
  component(desk, `slow-${ack}`, {
    ...forAll,
    kind: 'button',
    ack,
    data: z.object({}),
    async run({ answer }) {
      await woken.promise
      await answer(`${ack} at last`)
    },
  }),
)
const slowFailure = component(desk, 'slowFailure', {
  ...forAll,
  kind: 'button',
  ack: 'reply',
  data: z.object({}),
  async run() {
    await woken.promise
    throw new UserError('desk.closed', 'The desk is closed.')
  },
})

/** Ends the time after which a press is deferred, just as the handler refuses. */
let timeIsUp: (() => void) | undefined
const closing = component(desk, 'closing', {
  ...forAll,
  kind: 'button',
  ack: 'ephemeral',
  data: z.object({}),
  async run() {
    // By then, the refusal has been thrown but not answered.
    setImmediate(() => timeIsUp?.())
    throw new UserError('desk.closed', 'The desk is closed.')
  },
})

const button = (label: string, custom_id: string) => ({ type: 2, style: 1, label, custom_id }) as const
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
                button('Ask', ask.id({ topic: 'help' })),
                button('Old', 'desk:ask:complaint'),
                button('Stray', stray.id({})),
              ],
            },
          ],
        }),
    }),
    slow: command<typeof desk>()({
      description: 'Shows what takes its time',
      run: ctx =>
        ctx.reply({
          content: 'slow',
          components: [
            { type: 1, components: [...slow, slowFailure, closing].map(one => button(one.name, one.id({}))) },
          ],
        }),
    }),
  },
  components: [ask, stray, asked, ...slow, slowFailure, closing],
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

/** The form that a person has open, and the id that it was opened with. */
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

test('a modal opened before a restart is accepted after it, and pings nobody with what was entered', async () => {
  await app.as('member1').press(shown, 'desk:ask:help')
  const opened = await openForm('member1')
  await app.restart()
  const known = app.messages(general).length
  await submit('member1', opened, '@everyone <script>')
  const answer = await until('the answer', () => app.messages(general)[known])
  expect(answer.content).toBe('help: @everyone <script>')
  expect(answer.mention_everyone).toBe(false)
})

test('nobody can submit a modal that was opened for somebody else', async () => {
  await app.as('member1').press(shown, 'desk:ask:help')
  const opened = await openForm('member1')
  const before = app.messages(general).length
  await expect(submit('member2', opened, 'mine')).rejects.toThrow('Unknown interaction')
  await submit('member1', opened, 'still mine')
  const answer = await until('the answer', () => app.messages(general)[before])
  expect(answer.content).toBe('help: still mine')
})

test('a control with outdated data, and a modal without a handler, are reported to whoever used them', async () => {
  expect(await whispered('member2', () => app.as('member2').press(shown, 'desk:ask:complaint'))).toContain(
    'no longer works',
  )
  await app.as('member2').press(shown, 'desk:stray:')
  const opened = await openForm('member2')
  expect(await whispered('member2', () => submit('member2', opened, 'x'))).toContain('no longer works')
  expect(faults()).toEqual([])
})

test('a control that is not on the message cannot be used', async () => {
  await expect(app.as('member2').press(shown, 'desk:asked:help')).rejects.toThrow('Invalid Form Body')
})

test('while the module is off, its controls and modals say so and do nothing', async () => {
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

test('a slow handler is deferred before Discord times out, and answers in the end', async () => {
  const panelOf = async () => app.answerTo(await app.as('owner').say(general, '.slow'))
  const shownBefore = app.shownTo('member5').length
  const message = await panelOf()
  const deferred = (answers: { flags?: number | undefined }[]) => answers.some(({ flags = 0 }) => (flags & 128) !== 0)
  for (const one of [...slow, slowFailure]) await app.as('member5').press(message, one.id({}))
  const answers = () => app.messages(general).filter(({ id }) => BigInt(id) > BigInt(message.id))
  await until('the answers to be deferred', () => answers().length === 2 && deferred(app.shownTo('member5')))
  woken.resolve()
  await until(
    'the changed message',
    () => app.messages(general).find(one => one.id === message.id)?.content === 'update at last',
  )
  await until('the answer', () => answers().some(({ content }) => content === 'reply at last'))
  const own = () => app.shownTo('member5').slice(shownBefore).map(textOf)
  await until('the private answers', () => own().length === 2 && own().every(text => text !== ''))
  expect(own()).toEqual(expect.arrayContaining(['ephemeral at last', expect.stringContaining('The desk is closed.')]))
  expect(answers().map(textOf)).toEqual(['reply at last'])
})

test('a press that is refused the moment it would be deferred is answered once, with the refusal', async () => {
  const message = await app.answerTo(await app.as('owner').say(general, '.slow'))
  const later = globalThis.setTimeout
  const spied = vi.spyOn(globalThis, 'setTimeout').mockImplementation((work: () => void, ms?: number) => {
    if (ms === patienceMs) timeIsUp = work
    return later(work, ms)
  })
  const from = app.sandbox.requests().length
  await app.as('member6').press(message, closing.id({}))
  await until('the refusal', () => app.shownTo('member6').some(one => textOf(one).includes('The desk is closed.')))
  spied.mockRestore()
  await app.answerTo(await app.as('owner').say(general, '.panel'))
  const callbacks = app.sandbox
    .requests()
    .slice(from)
    .filter(({ path }) => path.includes('/callback'))
  expect(callbacks.map(({ status }) => status)).toEqual([204])
  expect(timeIsUp).toBeDefined()
})
