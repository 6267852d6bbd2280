import { beforeEach, expect, test } from 'vitest'
import type { Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { serverPerTest } from '#test/server-per-test.ts'
import { until } from '#test/until.ts'

let harness: Harness
const openServer = serverPerTest()
beforeEach(async () => {
  harness = await openServer()
})

const say = (login: string, text: string) => harness.answer(login, text)
const form = async (path: string) =>
  (await (await harness.signIn('owner')).call('GET', `/api/guild/${harness.guildId}/tickets${path}`)).body
const roleId = () =>
  harness.product.services.client.guilds.cache.get(harness.guildId)?.roles.cache.find(({ name }) => name === 'Keeper')
    ?.id ?? ''

test('a server is set up by command, and its panels are listed', async () => {
  const channel = harness.channel('rules')
  expect(await say('owner', `.ticket setup <#${channel}>`)).toBe(`Members open tickets in <#${channel}>.`)
  const posted = harness.messages(channel).at(-1)
  expect(posted).toMatchObject({
    embeds: [{ title: 'Support Ticket', description: 'Please use the button below to create a ticket' }],
  })
  expect(await say('owner', '.ticket panels')).toContain(`**Support Ticket** (\`default\`): Deployed in <#${channel}>`)
  expect(await say('owner', '.ticket deploy "support ticket"')).toBe(`**Support Ticket** is in <#${channel}>.`)
  expect(harness.messages(channel).at(-1)?.id).toBe(posted?.id)
  expect(await say('owner', '.ticket deploy nothing')).toContain('There is no panel nothing')
  expect(await say('member1', `.ticket setup <#${channel}>`)).toContain('Manage Server')
})

test('settings are changed by command', async () => {
  const role = roleId()
  const channel = harness.channel('general')
  await say('owner', `.ticket log <#${channel}>`)
  await say('owner', `.ticket support <@&${role}>`)
  await say('owner', `.ticket roles add <@&${role}>`)
  expect(await form('/general')).toMatchObject({
    settings: { log_channel: channel, support_team_roles: role, additional_roles: [{ id: role }] },
  })
  expect(await say('owner', `.ticket roles add <@&${role}>`)).toContain('already')
  expect(await say('owner', '.ticket roles list')).toContain(`<@&${role}>`)
  await say('owner', `.ticket roles remove <@&${role}>`)
  await say('owner', '.ticket support off')
  await say('owner', '.ticket log off')
  expect(await form('/general')).toMatchObject({
    settings: { log_channel: null, support_team_roles: null, additional_roles: [] },
  })

  await say('owner', '.ticket limit 60')
  await say('owner', '.ticket userlimit 2')
  await say('owner', '.ticket cooldown 120')
  await say('owner', '.ticket autoclose 3')
  expect(await form('/limits')).toMatchObject({
    limits: {
      maxOpenTickets: 60,
      maxTicketsPerUser: 2,
      userLimits: { default: 2, vip: 10 },
      cooldownPeriod: 120,
      inactiveThreshold: 3,
      autoCloseInactive: true,
    },
  })
  await say('owner', '.ticket autoclose off')
  expect(await form('/limits')).toMatchObject({ limits: { autoCloseInactive: false, inactiveThreshold: 3 } })
  expect(await say('owner', '.ticket limit 5')).toContain('10')
  expect(await say('owner', '.ticket cooldown 5m')).toBe('A member waits 5 minutes between two tickets.')
  expect(await say('owner', '.ticket cooldown half an hour')).toBe('A member waits 30 minutes between two tickets.')
  expect(await say('owner', '.ticket cooldown off')).toBe('A member can open one ticket after another.')
  expect(await form('/limits')).toMatchObject({ limits: { rateLimitEnabled: false, cooldownPeriod: 1800 } })
  await say('owner', '.ticket cooldown 30m')
  expect(await form('/limits')).toMatchObject({ limits: { rateLimitEnabled: true } })
  expect(await say('owner', '.ticket autoclose 7d')).toContain('A ticket closes after 7 days without a message')
  expect(await say('owner', '.ticket autoclose 2 weeks')).toContain('A ticket closes after 14 days')
  expect(await say('owner', '.ticket autoclose 1 day')).toContain('A ticket closes after 1 day without')
  expect(await form('/limits')).toMatchObject({
    limits: { cooldownPeriod: 1800, inactiveThreshold: 1, autoCloseInactive: true },
  })
  expect(await say('owner', '.ticket autoclose 36h')).toContain('Tickets close after whole days: say 1d or 2d.')
  expect(await say('owner', '.ticket autoclose 31')).toContain('Time must be at most 30 days.')
  expect(await say('owner', '.ticket cooldown 30')).toContain('Time must be at least 1 minute.')
  expect(await say('owner', '.ticket cooldown 2h')).toContain('Time must be at most 1 hour.')
  expect(await form('/limits')).toMatchObject({ limits: { cooldownPeriod: 1800, inactiveThreshold: 1 } })
})

test('categories are managed by typed and slash commands', async () => {
  const guild = harness.product.services.client.guilds.cache.get(harness.guildId)
  const made = await guild?.channels.create({ name: 'Desk', type: 4 })
  const id = made?.id ?? ''
  expect(await say('owner', `.ticket category add open ${id}`)).toBe('**Desk** holds open tickets.')
  expect(await say('owner', '.ticket category list')).toContain('Desk (0 of 50), filled first')
  await harness
    .as('owner')
    .slash(harness.channel('general'), 'ticket category', { what: 'remove', type: 'open', category: id })
  await until('the slash command’s answer', () =>
    harness.shownTo('owner').some(one => textOf(one).includes('holds no new open tickets')),
  )
  expect(await say('owner', '.ticket category add open')).toContain('Say which')
})
