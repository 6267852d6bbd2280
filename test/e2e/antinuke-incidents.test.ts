import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import antinuke from '#features/antinuke/contract.ts'
import { settleSanction, writeSanction } from '#features/antinuke/engine/punish/sanctions.ts'
import { closeIncident, openIncident } from '#features/antinuke/incidents/incidents.ts'
import { updateRecovery, insertRecovery, joinedBy } from '#features/antinuke/recovery/store.ts'
import { until } from '../until.ts'
import { axeFindings } from './axe.ts'
import { createDesk, type Desk } from './desk.ts'
import { settled } from './page-settled.ts'

/** `member2` is whitelisted. */
let desk: Desk
let owner: Page

const open = (page: Page, path: string) => page.goto(desk.dashboard(`/manage/${desk.harness.guildId}/${path}`))
const own = () => desk.harness.product.services.settings.read(desk.harness.guildId, antinuke)
const idOf = (login: string) => desk.harness.as(login).userId

/** Opens an incident in which somebody is stopped for deleting roles. */
const anIncident = (punishment: 'BAN' | 'KICK', login: string) =>
  openIncident(desk.harness.product.services, {
    guildId: desk.harness.guildId,
    module: 'anti_role',
    punishment,
    actorId: idOf(login),
    startedAt: Date.now(),
  })

beforeAll(async () => {
  desk = await createDesk()
  const { product, guildId, as } = desk.harness
  const patch = { enabled: true, whitelist: [idOf('member2')] }
  product.services.settings.write(guildId, antinuke, patch, { userId: as('owner').userId, via: 'test' })
  owner = await desk.signedIn('owner')
})
afterAll(() => desk.close())

test('the owner and extra owners can say that an incident was no attack, after a confirmation that lists the consequences', async () => {
  const { services } = desk.harness.product
  const { guildId } = desk.harness
  const before = anIncident('BAN', 'member5')
  closeIncident(services, before, 'undone')
  const opened = anIncident('BAN', 'member3')
  const sanction = writeSanction(services, opened, idOf('member3'), [{ do: 'ban', enough: true }])
  settleSanction(services, sanction, { state: 'done', done: 'ban' })
  await desk.harness.as('owner').rest('PUT', `/guilds/${guildId}/bans/${idOf('member3')}`)
  const recovery = insertRecovery(services, guildId, opened.number)
  updateRecovery(services, recovery, joinedBy(recovery, before.number))

  const looking = await desk.signedIn('member2', { viewport: { width: 390, height: 844 } })
  await open(looking, `antinuke/incidents/${opened.number}`)
  const button = looking.getByRole('button', { name: 'This was meant', exact: true })
  await expect.poll(() => button.isDisabled()).toBe(true)
  await looking.getByText('Only the server owner and extra owners may say so.').waitFor()

  await open(owner, `antinuke/incidents/${opened.number}`)
  const cases = owner.getByRole('link', { name: /^View cases of / })
  await expect.poll(() => cases.getAttribute('href')).toContain(`/moderation?target=%22${idOf('member3')}%22#cases`)
  const together = owner.getByText('This restoration also covers incident')
  await expect.poll(() => together.getByRole('link', { name: String(before.number) }).count()).toBe(1)
  await owner.getByRole('button', { name: 'This was meant', exact: true }).click()
  const dialog = owner.getByRole('dialog', { name: 'Was this not an attack?' })
  await dialog
    .getByRole('listitem')
    .filter({ hasText: `(${idOf('member3')}): nothing they do is stopped.` })
    .waitFor()
  await expect.poll(() => dialog.getByRole('listitem').first().textContent()).toMatch(/^Lifts the ban of /)
  await settled(owner)
  expect(await axeFindings(owner)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(own().whitelist).not.toContain(idOf('member3'))
  await owner.getByRole('button', { name: 'This was meant', exact: true }).click()
  await dialog.getByRole('button', { name: 'It was not an attack' }).click()
  await owner.getByText('Undone', { exact: true }).first().waitFor()
  await owner.getByRole('list', { name: 'Events' }).getByText('said that this was meant').waitFor()
  await expect.poll(() => together.count()).toBe(0)
  await until(
    'the ban to be lifted',
    () => !desk.harness.sandbox.context.world.guilds.get(guildId)?.bans.has(idOf('member3')),
  )
  expect(own().whitelist).toContain(idOf('member3'))
  await expect.poll(() => owner.getByRole('button', { name: 'This was meant', exact: true }).count()).toBe(0)
})

test('if somebody left before they were punished, no undo is offered', async () => {
  const { services } = desk.harness.product
  const opened = anIncident('KICK', 'member4')
  const sanction = writeSanction(services, opened, idOf('member4'), [{ do: 'kick', enough: true }])
  settleSanction(services, sanction, { state: 'done' })
  closeIncident(services, opened, 'contained')
  await open(owner, `antinuke/incidents/${opened.number}`)
  await owner.getByText('Gone', { exact: true }).waitFor()
  await expect.poll(() => owner.getByRole('button', { name: 'Undo punishment' }).count()).toBe(0)
})
