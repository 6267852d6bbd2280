// @module-tag long
import { type APIEmbed, type APIMessage, PermissionFlagsBits } from 'discord-api-types/v10'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract'
import { features as crowd } from '#features/index.ts'
import { feature } from '#kernel/feature.ts'
import { someOf, walked } from '../sampling.ts'
import { createHarness, type Harness } from '../harness.ts'
import { createHostileWorld, hostile } from '../hostile-world.ts'
import { textOf } from '../member.ts'
import { until } from '../until.ts'

let app: Harness
let general: string
beforeAll(async () => {
  app = await createHarness({ sandbox: { world: createHostileWorld() } })
  general = app.channel('general')
})
afterAll(() => app.close())

const ask = async (login: string, content: string) => app.answerTo(await app.as(login).say(general, content))
const length = (text: string | undefined) => [...(text ?? '')].length

/** Discord's documentation, "Embed Limits". */
const embedFits = ({ title, description, fields = [], footer, author }: APIEmbed) =>
  length(title) <= 256 &&
  length(description) <= 4096 &&
  fields.length <= 25 &&
  fields.every(({ name, value }) => length(name) <= 256 && length(value) <= 1024) &&
  length(footer?.text) <= 2048 &&
  length(author?.name) <= 256

/**
 * What is wrong with an answer: it pings, typed text or names have an effect, it is a bug, or Discord would refuse it.
 */
function harm(answer: APIMessage): string[] {
  const text = textOf(answer)
  const checks: [boolean, string][] = [
    [answer.mentions.length + answer.mention_roles.length > 0 || answer.mention_everyone, 'pings'],
    [/@everyone|@here|\]\(/.test(text), 'repeats what has an effect'],
    [text.includes('Something went wrong'), 'is a bug'],
    [length(answer.content) > 2000 || answer.embeds.length > 10 || !answer.embeds.every(embedFits), 'is too long'],
  ]
  return checks.filter(([wrong]) => wrong).map(([, what]) => `${what}: ${text}`)
}
const harmOf = async (login: string, content: string) => harm(await ask(login, content))

const commands = [
  'unban',
  'massban',
  'modlog',
  'help',
  'userinfo',
  'uinfo',
  'avatar',
  'config show',
  'config set',
  'config',
  'setprefix',
  'doctor',
]

test.each(Object.entries(hostile).map(([name, text], turn) => [name, text, turn] as const))(
  'commands given %s answer harmlessly',
  async (_name, text, turn) => {
    for (const command of someOf(commands, turn))
      for (const given of [text, `"${text}" ${text} ${text}`])
        expect(await harmOf('owner', `.${command} ${given}`)).toEqual([])
  },
)

test('what is shown of a server and its people is harmless, whatever they are called', async () => {
  for (const command of ['.serverinfo', '.botinfo', '.config', '.config show general', '.doctor', '.help'])
    expect(await harmOf('owner', command)).toEqual([])
  for (const login of ['owner', 'admin', 'moderator', 'member1', 'member2', 'member3', 'member4', 'member5', 'member6'])
    expect(await harmOf('owner', `.userinfo ${app.as(login).userId}`)).toEqual([])
})

test('what moderators do to people with such names, and why, is reported harmlessly', async () => {
  const { userId } = app.as('member4')
  for (const [turn, text] of Object.values(hostile).entries())
    for (const command of someOf(['.note', '.warn', '.case reason 1', '.nick'], turn))
      expect(await harmOf('owner', `${command} ${command === '.case reason 1' ? '' : userId} ${text}`)).toEqual([])
  for (const command of [`.history ${userId}`, `.warnings ${userId}`, '.case 1', '.case 2'])
    expect(await harmOf('owner', command)).toEqual([])
})

/** Every command as it can be typed. */
const paths = () =>
  app.product.services.features.flatMap(({ parts }) =>
    Object.entries(parts.commands ?? {}).flatMap(([name, one]) =>
      'subcommands' in one ? Object.keys(one.subcommands).map(sub => `${name} ${sub}`) : [name],
    ),
  )

test('no command, nor anything the bot posts because of it, pings or breaks, whatever its input', async () => {
  const owner = await app.signIn('owner')
  // In a channel of its own, since a post of the log could come between command and answer.
  const path = `/guilds/${app.guildId}/channels`
  const log = await app.as('owner').rest<{ id: string }>('POST', path, { name: 'log', type: 0 })
  await until('the channel to be known', () => app.product.services.client.channels.cache.has(log.id))
  const on = { modUpdate: true, modlog_channel: log.id }
  expect(await owner.call('POST', `/api/guild/${app.guildId}/basic`, on)).toMatchObject({ status: 200 })
  for (const { parts, contract: known } of app.product.services.features)
    if (parts.switch) await ask('owner', `.config ${known.name} on`)
  const texts = Object.values(hostile)
  const { userId } = app.as('member8')
  // Previews show a manager's text unchanged, without pinging; another test covers them.
  const asked = paths().filter(path => !path.endsWith('preview'))
  for (const [place, path] of walked(asked).entries()) {
    const text = texts[place % texts.length] ?? ''
    const given = [text, `${userId} ${text}`, `5 ${hostile.pings}`][place % 3] ?? text
    expect([path, ...(await harmOf('owner', `.${path} ${given}`))]).toEqual([path])
  }
  const said = [...app.sandbox.context.world.channels.keys()].flatMap(id => app.messages(id))
  const byBot = said.filter(({ author }) => author.id === app.botId)
  expect(byBot.filter(({ mention_everyone: all, mention_roles: roles }) => all || roles.length > 0)).toEqual([])
  expect(app.logged.filter(line => /"level":(?:50|60)/.test(line))).toEqual([])
})

test('a name that two people share is refused naming both, and neither is pinged', async () => {
  for (const login of ['member2', 'member3'])
    await app.as('owner').rest('PATCH', `/guilds/${app.guildId}/members/${app.as(login).userId}`, {
      nick: hostile.pings,
    })
  const answer = await ask('owner', `.userinfo "${hostile.pings}"`)
  expect(harm(answer)).toEqual([])
  expect(textOf(answer)).toContain('Several match')
})

test('a long doctor report about channels with long names stays within the limits', async () => {
  const demanding = feature(contract('demanding', { title: 'Demanding' }), {
    requires({ guild }) {
      const long = [...guild.channels.cache.values()].filter(({ name }) => name.length === 100)
      const why = 'to do there what this made-up feature would do, were it not made up'
      return [...long, ...long].map(({ id }) => ({ permission: 'Administrator', channelId: id, why }))
    },
  })
  const crowded = await createHarness({
    sandbox: { world: createHostileWorld() },
    features: [...crowd, demanding],
  })
  try {
    const asked = await crowded.as('owner').say(crowded.channel('general'), '.doctor')
    const answer = await crowded.answerTo(asked)
    expect(harm(answer)).toEqual([])
    expect(textOf(answer)).toContain('things to repair')
  } finally {
    await crowded.close()
  }
})

test('where the bot may not embed, the same holds for its plain text', async () => {
  const channel = app.channel('general')
  await app.as('owner').rest('PUT', `/channels/${channel}/permissions/${app.botId}`, {
    type: 1,
    // One of the commands above was panic, which denies this to everybody else.
    allow: String(PermissionFlagsBits.SendMessages),
    deny: String(PermissionFlagsBits.EmbedLinks),
  })
  await until('the bot to know', () => {
    const guild = app.product.services.client.guilds.cache.get(app.guildId)
    const me = guild?.members.me
    return me && guild.channels.cache.get(channel)?.permissionsFor(me).has('EmbedLinks') === false
  })
  for (const text of someOf(Object.values(hostile))) {
    const answer = await ask('owner', `.help ${text}`)
    expect(harm(answer)).toEqual([])
    expect(answer.embeds).toEqual([])
  }
})
