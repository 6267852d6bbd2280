import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'

/** What clients of the documented API send and read, key by key and word by word, in one server that nobody touched. */
let harness: Harness
let owner: Visitor
beforeAll(async () => {
  harness = await createHarness()
  owner = await harness.signIn('owner')
})
afterAll(() => harness.close())

const at = (path: string) => `/api/guild/${harness.guildId}/${path}`
const post = (path: string, body: Record<string, unknown>) => owner.call('POST', at(path), body)
const read = async (path: string) => (await owner.call('GET', at(path))).body
const accepted = { status: 200, body: { success: true } }
const refused = (error: string) => ({ status: 400, body: { success: false, error } })

test('a new server reads as the documented defaults', async () => {
  expect(await read('basic')).toMatchObject({
    guild: {
      name: 'Tidewater Makers',
      memberCount: expect.any(Number),
      channels: expect.arrayContaining([
        expect.objectContaining({ id: harness.channel('general'), name: 'general', type: 0 }),
      ]),
      roles: expect.arrayContaining([expect.objectContaining({ name: 'Moderator', managed: false })]),
      prefix: '.',
      flag_translation: { enabled: false },
      invite: { tracking: false },
      automod: {
        enabled: false,
        anti_spam: false,
        anti_massmention: false,
        anti_links: false,
        anti_invites: false,
        anti_ghostping: false,
        anti_attachments: false,
        max_lines: 5,
        max_mentions: 3,
        max_duplicated: 3,
        wh_channels: [],
        action: 'TIMEOUT',
        strikes: 10,
        max_strikes: 10,
      },
      max_warn: 3,
      max_warn_action: 'timeout',
      modlog_channel: null,
      stats: { enabled: false, levelup_message: expect.any(String), levelup_channel: null },
    },
  })
  const greeting = { enabled: false, channel: null, type: 'both' }
  const embed = { thumbnail: true, image: '', author: { name: '', iconURL: '' } }
  expect(await read('greeting')).toMatchObject({
    guild: { id: harness.guildId },
    settings: {
      welcome: {
        ...greeting,
        content: 'Welcome {member.mention} to {server.name}!',
        embed: {
          ...embed,
          title: 'Welcome!',
          description: 'We hope you enjoy your stay here!',
          color: '#068ADD',
          footer: 'Joined {server.name}',
        },
      },
      farewell: {
        ...greeting,
        content: '{member.tag} has left the server 👋',
        embed: {
          ...embed,
          title: 'Goodbye!',
          description: 'We hope to see you again soon!',
          color: '#ED4245',
          footer: 'Left {server.name}',
        },
      },
    },
  })
})

test('basic settings, moderation and levels are posted with on and off and names of channels', async () => {
  const basic = { basicUpdate: true, prefix: '?', flag_translation: 'on', invite_tracking: 'on' }
  const moderation = { modUpdate: true, max_warnings: 2, max_warn_action: 'kick', modlog_channel: 'mod-log' }
  const stats = { statsUpdate: true, ranking: 'on', levelup_message: 'Up: {level}', levelup_channel: 'general' }
  for (const body of [basic, moderation, stats]) expect(await post('basic', body)).toMatchObject(accepted)
  expect(await read('basic')).toMatchObject({
    guild: {
      prefix: '?',
      flag_translation: { enabled: true },
      invite: { tracking: true },
      max_warn: 2,
      max_warn_action: 'kick',
      modlog_channel: harness.channel('mod-log'),
      stats: { enabled: true, levelup_message: 'Up: {level}', levelup_channel: harness.channel('general') },
    },
  })
  expect(await post('basic', { ...stats, levelup_channel: '' })).toMatchObject(accepted)
  expect(await read('basic')).toMatchObject({ guild: { stats: { levelup_channel: null } } })
  const nowhere = 'There is no channel #nowhere in this server.'
  expect(await post('basic', { ...stats, levelup_channel: 'nowhere' })).toMatchObject({
    ...refused(nowhere),
    body: { fields: { levelup_channel: nowhere } },
  })
  expect(await post('basic', { ...moderation, modlog_channel: 'nowhere' })).toMatchObject({
    ...refused(nowhere),
    body: { fields: { modlog_channel: nowhere } },
  })
})

test('the auto-moderation form has no word for the master switch, and acts when it switches something on', async () => {
  const rules = {
    anti_attachments: 'off',
    anti_invites: 'off',
    anti_links: 'off',
    anti_spam: 'off',
    anti_ghostping: 'off',
    anti_massmention: 'off',
  }
  const form = { automodUpdate: true, max_strikes: 10, automod_action: 'TIMEOUT', max_lines: 5 }
  const isOn = async () => ((await read('basic')) as { guild: { automod: { enabled: boolean } } }).guild.automod.enabled
  expect(await post('basic', { ...form, ...rules })).toMatchObject(accepted)
  expect(await isOn()).toBe(false)
  expect(await post('basic', { automodUpdate: true, anti_links: 'on' })).toMatchObject(accepted)
  expect(await isOn()).toBe(false)
  expect(await post('basic', { ...form, ...rules, anti_links: 'on' })).toMatchObject(accepted)
  expect(await isOn()).toBe(true)
  const general = harness.channel('general')
  const { id } = await harness.as('member1').say(general, 'look at https://example.org')
  await until('the link is deleted', () => !harness.messages(general).some(message => message.id === id))
  expect(await post('basic', { ...form, ...rules, anti_links: 'on', enabled: 'off' })).toMatchObject(accepted)
  expect(await isOn()).toBe(false)
})

test.each(['welcome', 'farewell'] as const)(
  'a %s is posted whole, as its embed alone, previewed and disabled',
  async kind => {
    const title = kind === 'welcome' ? 'Welcome' : 'Farewell'
    const named = (values: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(values).map(([name, value]) => [`${kind}_${name}`, value]))
    const preview = () => post('greeting/preview', { type: kind })
    const seen = async () => ((await read('greeting')) as { settings: Record<string, object> }).settings[kind]

    expect(await preview()).toMatchObject(refused(`${title} messages are not enabled`))
    const whole = {
      content: String.raw`Hello {user}\nand {server}`,
      channel: '#arrivals',
      type: 'both',
      embed_title: 'Hello',
      embed_description: String.raw`One\ntwo`,
      embed_color: '#5865F2',
      embed_thumbnail: 'off',
      embed_footer: 'The end',
    }
    const update = { [`${kind}Update`]: true }
    for (const channel of ['', '#'])
      expect(await post('greeting', { ...update, ...named({ ...whole, channel }) })).toMatchObject(
        refused('Please select a channel'),
      )
    expect(await post('greeting', { ...update, ...named(whole) })).toMatchObject(accepted)
    const embed = {
      embed_title: 'Hi',
      embed_description: 'One',
      embed_color: '#3B82F6',
      embed_thumbnail: 'on',
      embed_footer: '',
      embed_image: 'https://example.org/a.png',
      embed_author_name: 'The team',
      embed_author_iconURL: 'https://example.org/i.png',
    }
    expect(await post('greeting', { ...update, ...named(embed) })).toMatchObject(accepted)
    expect(await seen()).toMatchObject({
      enabled: true,
      channel: harness.channel('arrivals'),
      content: 'Hello {user}\nand {server}',
      type: 'both',
      embed: {
        title: 'Hi',
        description: 'One',
        color: '#3B82F6',
        thumbnail: true,
        footer: '',
        image: 'https://example.org/a.png',
        author: { name: 'The team', iconURL: 'https://example.org/i.png' },
      },
    })
    expect(await preview()).toMatchObject({ status: 200, body: { success: true, message: `${title} preview sent!` } })
    expect(harness.messages(harness.channel('arrivals')).at(-1)).toMatchObject({
      content: expect.stringMatching(/^Hello .+\nand Tidewater Makers$/),
      embeds: [{ title: 'Hi', author: { name: 'The team' } }],
    })
    expect(await post('greeting', { [`${kind}Disable`]: true })).toMatchObject(accepted)
    expect(await seen()).toMatchObject({ enabled: false, embed: { title: 'Hi' } })
  },
)

test('a switch that is posted in other words than on and off is refused with these', async () => {
  for (const invite_tracking of ['yes', 'ON', 1, null])
    expect(await post('basic', { basicUpdate: true, invite_tracking })).toMatchObject(
      refused('Invite Tracking (invite_tracking) must be on or off.'),
    )
  expect(await post('antinuke', { antiNukeUpdate: true, modules: { anti_ban: 'x' } })).toMatchObject(
    refused('Anti-Ban (anti_ban) must be on or off.'),
  )
})

test('a body that says of no form that it is that one is refused with what to say', async () => {
  const one = 'Say which form this is: antiNukeUpdate must be true.'
  const several = expect.stringMatching(/^Say which form this is: exactly one of .*basicUpdate.* must be true\.$/)
  for (const body of [{}, { antiNukeUpdate: false, enabled: false }])
    expect(await post('antinuke', body)).toMatchObject(refused(one))
  for (const body of [{}, { prefix: '!' }, { basicUpdate: true, modUpdate: true }])
    expect(await post('basic', body)).toMatchObject({ status: 400, body: { error: several } })
})

test('a level-up preview says what is missing, and is written to the channel it names', async () => {
  const preview = (body: Record<string, unknown>) => post('progression/preview', body)
  expect(await preview({ message: ' ', channel: 'general' })).toMatchObject(
    refused('Please enter a level-up message first'),
  )
  for (const body of [{ message: 'Up' }, { message: 'Up', channel: '' }, { message: 'Up', channel: null }])
    expect(await preview(body)).toMatchObject(refused('Please select a channel for the preview'))
  expect(await preview({ message: 'Up', channel: 'nowhere' })).toMatchObject(
    refused('Invalid channel or bot lacks permissions'),
  )
  const message = String.raw`{member:mention}|{member:tag}|{member:name}|{member}|{username}|{user}\n{level} {server} {count}`
  expect(await preview({ message, channel: '#general' })).toMatchObject({
    status: 200,
    body: { success: true, message: expect.any(String) },
  })
  const told = harness.messages(harness.channel('general')).at(-1)?.content
  const { userId } = harness.as('owner')
  expect(told).toMatch(
    new RegExp(`^<@${userId}>\\|mara\\.w\\|[^|{}]+\\|[^|{}]+\\|mara\\.w\\|[^|{}]+\\n5 Tidewater Makers \\d+$`),
  )
})

test('a form that is posted whole is saved although a channel or a role in it was deleted meanwhile', async () => {
  const { rest } = harness.as('owner')
  const within = `/guilds/${harness.guildId}`
  const { id: channel } = await rest<{ id: string }>('POST', `${within}/channels`, { name: 'short-lived', type: 0 })
  const { id: role } = await rest<{ id: string }>('POST', `${within}/roles`, { name: 'Short-lived' })
  await harness.heard()
  const antinuke = { antiNukeUpdate: true, enabled: false, log_channel: channel }
  const general = { supportTeamRoles: role, additionalRoles: [{ id: role, name: 'Short-lived' }] }
  const moderation = { modUpdate: true, max_warnings: 4, max_warn_action: 'timeout', modlog_channel: channel }
  expect(await post('antinuke', antinuke)).toMatchObject(accepted)
  expect(await post('tickets/general', general)).toMatchObject(accepted)
  expect(await post('basic', moderation)).toMatchObject(accepted)
  await rest('DELETE', `/channels/${channel}`)
  await rest('DELETE', `${within}/roles/${role}`)
  await harness.heard()
  expect(await post('antinuke', { ...antinuke, punishment: 'KICK' })).toMatchObject(accepted)
  expect(await post('tickets/general', { ...general, ticketPadding: '5' })).toMatchObject(accepted)
  expect(await post('basic', { ...moderation, max_warnings: 5 })).toMatchObject(accepted)
  expect(await read('basic')).toMatchObject({ guild: { max_warn: 5, modlog_channel: channel } })
  // What was never set is refused as ever.
  expect(await post('basic', { statsUpdate: true, levelup_channel: channel })).toMatchObject(
    refused('That channel is not in this server.'),
  )
})
