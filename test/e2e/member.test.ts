import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayOf } from '#contract'
import { automodStrikes } from '#features/automod/table.ts'
import { inviteCredits, inviteJoins } from '#features/invites/table.ts'
import { levelingCountedDays, levelingDays, levelingMembers } from '#features/leveling/table.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'
import { everythingOn } from './everything-on.ts'
import { intercept } from './network.ts'
import { settled, turnTo } from './page-settled.ts'
import { smallTargets } from './small-targets.ts'

/** The page of one person. `member1` has a long history in every feature; `member2` has access to invites only. */
let desk: Desk
let owner: Page
let userId: string
const at = (id: string) => desk.dashboard(`/manage/${desk.harness.guildId}/members/${id}`)
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
const titles = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 })

beforeAll(async () => {
  desk = await createDesk()
  await everythingOn(desk)
  const { harness } = desk
  const { guildId, product, as } = harness
  const { db } = product.services
  userId = as('member1').userId
  const boss = as('owner')
  const role = await boss.rest<{ id: string }>('POST', `/guilds/${guildId}/roles`, {
    name: 'Helper',
    color: 0xc77dba,
    permissions: '16',
  })
  await boss.rest('PUT', `/guilds/${guildId}/members/${userId}/roles/${role.id}`)
  for (const reason of ['Off topic after being asked', 'Repeated self-promotion'])
    await harness.answer('owner', `.warn <@${userId}> ${reason}`)
  const strike = { guildId, userId, userName: 'member1', channelId: null, evidence: '' }
  for (const source of ['1', '2', '3'])
    db.insert(automodStrikes)
      .values({ ...strike, source, rule: 'spam', at: Date.now() })
      .run()
  const [talked, today] = [{ earned: 500, written: 40, voiceSeconds: 9000 }, dayOf(Date.now())]
  db.insert(levelingMembers)
    .values({ guildId, userId, name: 'member1', total: 1234, messages: 321, ...talked })
    .run()
  const [nothing, some] = [
    { earnedBefore: 0, writtenBefore: 0, voiceSecondsBefore: 1500 },
    { earnedBefore: 90, writtenBefore: 10, voiceSecondsBefore: 1500 },
  ]
  db.insert(levelingDays)
    .values([
      { guildId, userId, day: today - 6, ...nothing },
      { guildId, userId, day: today - 2, ...some },
    ])
    .run()
  for (let day = today - 9; day <= today; day++) db.insert(levelingCountedDays).values({ guildId, day }).run()
  const inviterId = as('member3').userId
  const join = { guildId, via: 'invite', certainty: 'certain', at: Date.now() } as const
  db.insert(inviteJoins)
    .values([
      { ...join, userId, inviterId, code: 'kiln-day' },
      { ...join, userId: as('member4').userId, inviterId: userId, code: 'tidewater' },
    ])
    .run()
  db.insert(inviteCredits)
    .values([
      { guildId, inviterId, userId },
      { guildId, inviterId: userId, userId: as('member4').userId },
    ])
    .run()
  await harness.heard()
  owner = await desk.signedIn('owner')
})
afterAll(() => desk.close())

test('a person who manages the server sees who somebody is and what each feature knows about them', async () => {
  await owner.goto(at(userId))
  await settled(owner)
  await expect
    .poll(() => titles(owner).allInnerTexts())
    .toEqual(['Activity', 'Cases', 'Tickets', 'Joins', 'Strikes', 'Level', 'Roles', 'Invites'])
  const region = (name: string) => owner.getByRole('region', { name, exact: true })
  await expect.poll(() => region('Cases').getByRole('listitem').count()).toBe(2)
  await region('Cases').getByText('Repeated self-promotion').waitFor()
  await region('Strikes')
    .getByRole('img', { name: /^3 of \d+ strikes$/ })
    .waitFor()
  await region('Level').getByText('1,234 XP in all, 321 messages.').waitFor()
  await region('Roles').getByText('Helper', { exact: true }).waitFor()
  await region('Roles').getByText('gives power over channels', { exact: false }).waitFor()
  await region('Joins').getByText('kiln-day', { exact: false }).waitFor()
  await region('Tickets').getByText('No tickets.').waitFor()
  await owner.getByText(userId, { exact: true }).waitFor()
  expect(await axeFindings(owner)).toEqual([])
  const activity = region('Activity')
  const best = activity.locator('.chart-bar text')
  await activity.getByText('500 XP in the last 30 days (UTC). Counted since', { exact: false }).waitFor()
  await expect.poll(() => best.allTextContents()).toEqual(['410'])
  const days = () => activity.getByRole('table').getByRole('cell').allInnerTexts()
  await expect.poll(async () => [...new Set(await days())]).toEqual(['not counted', '0', '90', '410'])
  await activity.getByText('Voice', { exact: true }).click()
  await activity.getByText('2 h 5 min in voice channels in the last 30 days', { exact: false }).waitFor()
  await expect.poll(() => best.allTextContents()).toEqual(['2 h 5 min'])
  await activity.getByRole('slider').press('ArrowLeft')
  await activity.locator('.chart-tip').getByText('none', { exact: true }).waitFor()
  // The facts about somebody take several lines at this width, and no line begins with the separator.
  await owner.setViewportSize({ width: 660, height: 720 })
  const lines = () =>
    owner.locator('.member-facts').evaluate(facts => {
      const { left } = facts.getBoundingClientRect()
      const first = [...facts.children].filter(fact => fact.getBoundingClientRect().left < left + 1)
      const isClipped = getComputedStyle(facts).clipPath !== 'none'
      const isOutside = (fact: Element) => isClipped && Number.parseFloat(getComputedStyle(fact, '::before').left) < 0
      return first.map(isOutside)
    })
  await expect.poll(async () => (await lines()).length).toBeGreaterThan(1)
  await expect.poll(async () => new Set(await lines())).toEqual(new Set([true]))
  await owner.setViewportSize({ width: 1280, height: 720 })
})

test('on a phone, strikes and level come first, then cases, and every control is large enough for a finger', async () => {
  const phone = await desk.signedIn('owner', { viewport: { width: 390, height: 844 }, colorScheme: 'light' })
  await phone.goto(at(userId))
  await settled(phone)
  await expect
    .poll(() => titles(phone).allInnerTexts())
    .toEqual(['Strikes', 'Level', 'Cases', 'Activity', 'Tickets', 'Joins', 'Roles', 'Invites'])
  expect(await axeFindings(phone)).toEqual([])
  expect(await smallTargets(phone)).toEqual([])
  const width = () => phone.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(width).toBe(390)
  await phone.close()
})

test('links in the cards lead to lists that are narrowed to this person and say so', async () => {
  await turnTo(owner, at(userId))
  for (const [card, link, place, chip] of [
    ['Cases', /^All/, 'Cases', /^Cases of jun_tan/],
    ['Cases', /^#1/, 'Details of case 1', 'Show all cases'],
    ['Strikes', /^3 of/, 'Strikes', /^Strikes of member1/],
    ['Joins', 'Recent joins', 'Recent joins', /^Joins of jun_tan/],
  ] as const) {
    await owner.getByRole('region', { name: card, exact: true }).getByRole('link', { name: link }).click()
    await expect.poll(() => focused(owner)).toContain(place)
    const isInView = () =>
      owner.evaluate(() => {
        const { top, bottom } = document.activeElement?.getBoundingClientRect() ?? new DOMRect(0, -1)
        return top >= 0 && bottom <= innerHeight
      })
    await expect.poll(isInView).toBe(true)
    await owner.getByRole('button', { name: chip }).press('Enter')
    await expect.poll(() => new URL(owner.url()).search).toBe('')
    // The button is gone, so the focus of whoever pressed Enter moves to the list.
    await expect.poll(() => focused(owner)).toContain(place === 'Details of case 1' ? 'Cases' : place)
    await turnTo(owner, at(userId))
  }
})

test('strikes can be cleared there, after a confirmation', async () => {
  await turnTo(owner, at(userId))
  await owner.getByRole('button', { name: 'Clear strikes' }).click()
  const dialog = owner.getByRole('dialog')
  expect(await axeFindings(owner, '[role=dialog]')).toEqual([])
  await dialog.getByRole('button', { name: 'Clear strikes' }).click()
  await owner.getByText('No strikes that count.').waitFor()
  await expect.poll(() => focused(owner)).toBe('Strikes')
})

test('the people named in a case link to their pages: its target and its moderator', async () => {
  const { guildId } = desk.harness
  await turnTo(owner, desk.dashboard(`/manage/${guildId}/moderation`))
  const table = owner.getByRole('table', { name: 'Cases, newest first' })
  await table.locator(`a[href$="/members/${userId}"]`).first().click()
  await owner.waitForURL(at(userId))
  const moderator = owner.getByRole('region', { name: 'Cases' }).getByRole('link', { name: /^(?!#|All)/ })
  await moderator.first().click()
  await owner.waitForURL(at(desk.harness.as('owner').userId))
  await expect.poll(() => owner.getByText('Owner', { exact: true }).count()).toBe(1)
})

test('a person with access to one feature sees its cards, and is told what is left out', async () => {
  const { harness } = desk
  const boss = await harness.signIn('owner')
  const given = { kind: 'member', id: harness.as('member2').userId, feature: 'invites', level: 'view', expiresAt: null }
  await boss.call('POST', `/api/guild/${harness.guildId}/access`, given)
  const limited = await desk.signedIn('member2')
  await limited.goto(at(userId))
  await settled(limited)
  await expect.poll(() => titles(limited).allInnerTexts()).toEqual(['Joins', 'Roles', 'Invites'])
  await limited.getByText('You do not have access to Moderation, Auto-moderation, Tickets and Levels').waitFor()
  await limited.getByText('this requires the Timeout Members permission', { exact: false }).waitFor()
  expect(await axeFindings(limited)).toEqual([])
  await limited.close()
})

test('an id that was never seen in the server has no page', async () => {
  await turnTo(owner, at('100000000000000001'))
  await owner.getByRole('heading', { name: 'No member with this ID. Never seen here.' }).waitFor()
  expect(await axeFindings(owner)).toEqual([])
})

test('a person who may view the feature Tickets but read no ticket sees no ticket card, and is told so', async () => {
  const { harness } = desk
  const boss = await harness.signIn('owner')
  const given = { kind: 'member', id: harness.as('member5').userId, feature: 'tickets', level: 'view', expiresAt: null }
  await boss.call('POST', `/api/guild/${harness.guildId}/access`, given)
  const limited = await desk.signedIn('member5')
  await limited.goto(at(userId))
  await settled(limited)
  await expect.poll(() => titles(limited).allInnerTexts()).toEqual(['Roles'])
  await expect.poll(() => limited.locator('.member-withheld').innerText()).toContain('Tickets')
  await limited.close()
})

test('a part that cannot be loaded says so and can be tried again', async () => {
  const failing = await desk.signedIn('owner')
  let isDown = true
  await intercept(failing, /\/(modules|automod\/strikes)(\?|$)/, route =>
    isDown
      ? route.fulfill({ status: 500, json: { success: false, code: 'test', error: 'Not now.' } })
      : route.fallback(),
  )
  await failing.goto(at(userId))
  const alert = failing.getByRole('main').getByText('Not now.')
  await alert.waitFor()
  isDown = false
  await failing.getByRole('button', { name: 'Try again' }).first().click()
  await failing.getByRole('region', { name: 'Strikes', exact: true }).waitFor()
  await expect.poll(() => alert.count()).toBe(0)
  await failing.close()
})

test('a long name and 100 strikes do not make a phone scroll sideways', async () => {
  const { harness } = desk
  const id = harness.as('member6').userId
  await harness.as('owner').rest('PATCH', `/guilds/${harness.guildId}/members/${id}`, { nick: 'W'.repeat(32) })
  await harness.answer('owner', '.automod strikes 100')
  harness.product.services.db
    .insert(automodStrikes)
    .values({
      guildId: harness.guildId,
      userId: id,
      userName: 'member6',
      channelId: null,
      evidence: '',
      source: '9',
      rule: 'spam',
      at: Date.now(),
    })
    .run()
  await harness.heard()
  const phone = await desk.signedIn('owner', { viewport: { width: 390, height: 844 } })
  await phone.goto(at(id))
  await settled(phone)
  const fence = phone.getByRole('img', { name: '1 of 100 strikes' })
  await fence.waitFor()
  await expect.poll(() => phone.getByRole('heading', { level: 1 }).innerText()).toBe('W'.repeat(32))
  await expect.poll(() => phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expect.poll(() => fence.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await phone.close()
})

test('the powers that somebody has over the server are listed while AntiNuke is on', async () => {
  const { harness } = desk
  const boss = await harness.signIn('owner')
  const note = owner.getByText('gives power over channels', { exact: false })
  await turnTo(owner, at(userId))
  await note.waitFor()
  await boss.call('PATCH', `/api/guild/${harness.guildId}/modules/antinuke`, { enabled: false })
  await owner.goto(at(userId))
  await settled(owner)
  await owner.getByRole('region', { name: 'Roles', exact: true }).waitFor()
  await expect.poll(() => note.count()).toBe(0)
})

test('a bot, a banned person and one who left are labeled as such, and the latter two have no roles', async () => {
  const { harness } = desk
  const { guildId } = harness
  await turnTo(owner, at(harness.botId))
  await owner.getByRole('main').getByText('Bot', { exact: true }).waitFor()
  const [left, banned] = [harness.as('member7'), harness.as('member6')]
  await harness.answer('owner', `.warn <@${left.userId}> Off topic`)
  await left.rest('DELETE', `/users/@me/guilds/${guildId}`)
  await harness.as('owner').rest('PUT', `/guilds/${guildId}/bans/${banned.userId}`)
  await harness.heard()
  for (const [id, badge] of [
    [left.userId, 'Left'],
    [banned.userId, 'Banned'],
  ] as const) {
    await turnTo(owner, at(id))
    await owner.locator('.page-head').getByText(badge, { exact: true }).waitFor()
    await expect.poll(() => titles(owner).allInnerTexts()).not.toContain('Roles')
  }
})
