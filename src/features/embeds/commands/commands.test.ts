import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { APIMessage } from 'discord-api-types/v10'
import { applicationOf } from '#sandbox/demo/environment.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'

let app: Harness
let general: string
let quiet: string
let ahead = 0
beforeAll(async () => {
  app = await createHarness({ now: () => Date.now() + ahead })
  general = app.channel('general')
  const { id } = await app.as('owner').rest<{ id: string }>('POST', `/guilds/${app.guildId}/channels`, {
    name: 'quiet',
    permission_overwrites: [
      { id: app.guildId, type: 0, deny: '2048' },
      { id: app.botId, type: 1, allow: '2048' },
    ],
  })
  quiet = id
  const known = () => app.product.services.client.guilds.cache.get(app.guildId)?.channels.cache.has(quiet)
  await until('the channel to be known', known)
})
afterAll(() => app.close())

const ask = async (login: string, text: string): Promise<APIMessage> => {
  ahead += 10_000
  return app.answerTo(await app.as(login).say(general, text))
}
const last = (channelId: string) => app.messages(channelId).at(-1)
const idsIn = (message: APIMessage) =>
  [...JSON.stringify(message.components).matchAll(/"custom_id":"([^"]+)"/g)].map(([, id = '']) => id)
const control = (message: APIMessage, name: string) => idsIn(message).find(id => id.startsWith(`embeds:${name}:`)) ?? ''

describe('.say and .embed with a text', () => {
  test('the bot posts it in the other channel, as it was typed', async () => {
    expect(textOf(await ask('owner', `.say <#${quiet}> Benches open at **ten**.`))).toBe(`Sent to <#${quiet}>.`)
    expect(last(quiet)).toMatchObject({ content: 'Benches open at **ten**.', author: { id: app.botId } })
    await ask('owner', `.embed <#${quiet}> Benches open.`)
    expect(last(quiet)).toMatchObject({ content: '', embeds: [{ description: 'Benches open.' }] })
  })

  test('a member who may not manage messages there is refused, and nothing is posted', async () => {
    const before = app.messages(quiet).length
    expect(textOf(await ask('member1', `.say <#${quiet}> Hello`))).toContain('Manage Messages')
    expect(textOf(await ask('moderator', `.say <#${quiet}> Hello`))).toMatch(/You need Send Messages|You cannot see/)
    expect(app.messages(quiet).length).toBe(before)
  })

  test('everyone is pinged only for members who may do that themselves', async () => {
    await ask('owner', `.say <#${quiet}> @everyone Hello`)
    expect(last(quiet)).toMatchObject({ content: '@everyone Hello', mention_everyone: true })
    const bits = app.product.services.client.guilds.cache.get(app.guildId)?.channels.cache.get(general)
    const moderator = app.as('moderator').userId
    expect(bits?.permissionsFor(moderator)?.has('MentionEveryone')).toBe(false)
    const asked = await app.as('moderator').say(general, `.say <#${general}> @everyone Psst`)
    ahead += 10_000
    const psst = () =>
      app
        .messages(general)
        .find(
          ({ id, content, author }) =>
            BigInt(id) > BigInt(asked.id) && author.id === app.botId && content === '@everyone Psst',
        )
    expect(await until('the message', psst)).toMatchObject({ mention_everyone: false })
    // The next question must not take this answer for its own.
    await until('the answer', () =>
      app.messages(general).some(one => BigInt(one.id) > BigInt(asked.id) && textOf(one) === `Sent to <#${general}>.`),
    )
  })

  test('an invalid channel is asked about', async () => {
    expect(textOf(await ask('owner', '.say 123 Hello'))).not.toContain('Sent to')
  })
})

describe('.embed step by step', () => {
  test('it is written in a dialog, previewed, given fields, and sent once', async () => {
    const answer = await ask('owner', `.embed <#${quiet}>`)
    expect(textOf(answer)).toContain(`An embed for <#${quiet}>`)
    const owner = app.as('owner')
    const shown = () => app.messages(general).find(({ id }) => id === answer.id) ?? answer
    await owner.press(shown(), control(shown(), 'write'))
    await fillModal('owner', {
      title: 'Kiln weekend',
      author: '',
      description: 'Two firings',
      colour: '#EB8634',
      footer: '',
    })
    await until('the preview', () => textOf(shown()).includes('Kiln weekend'))
    await owner.press(shown(), control(shown(), 'addField'))
    await fillModal('owner', { name: 'Fee', value: 'Ten', inline: 'yes' })
    await until('the field', () => textOf(shown()).includes('Fee'))
    await owner.press(shown(), control(shown(), 'send'))
    await until('it is told', () => textOf(shown()) === `Sent to <#${quiet}>.`)
    expect(last(quiet)?.embeds).toMatchObject([
      {
        title: 'Kiln weekend',
        description: 'Two firings',
        color: 0xeb8634,
        fields: [{ name: 'Fee', value: 'Ten', inline: true }],
      },
    ])
  })

  test('an empty dialog and an invalid color change nothing', async () => {
    const before = app.messages(quiet).length
    const answer = await ask('owner', `.say <#${quiet}>`)
    const shown = () => app.messages(general).find(({ id }) => id === answer.id) ?? answer
    const owner = app.as('owner')
    const told = (sentence: string) =>
      until(sentence, () => app.shownTo('owner').some(one => textOf(one).includes(sentence)))
    await owner.press(shown(), control(shown(), 'write'))
    await fillModal('owner', { title: ' ', author: '', description: '', colour: '', footer: '' })
    await told('Write a title, an author, a description or a footer.')
    await owner.press(shown(), control(shown(), 'write'))
    await fillModal('owner', { title: 'A', author: '', description: '', colour: 'bluish', footer: '' })
    await told('Use a color like #068ADD.')
    await owner.press(shown(), control(shown(), 'cancel'))
    await until('it is told', () => textOf(shown()) === 'Given up. Nothing was sent.')
    expect(app.messages(quiet).length).toBe(before)
  })
})

/** Submits the dialog that was last opened for a member. */
async function fillModal(login: string, values: Record<string, string>): Promise<void> {
  const { userId, rest } = app.as(login)
  const { world } = app.sandbox.context
  const opened = await until('the dialog', () =>
    [...world.interactions.values()].findLast(one => one.modal !== undefined && one.userId === userId),
  )
  await rest('POST', '/interactions', {
    type: 5,
    application_id: applicationOf(app.sandbox).id,
    guild_id: app.guildId,
    channel_id: opened.channelId,
    session_id: 'test',
    data: {
      id: opened.id,
      custom_id: opened.modal?.custom_id,
      components: Object.entries(values).map(([custom_id, value]) => ({
        type: 18,
        component: { type: 4, custom_id, value },
      })),
    },
  })
}
