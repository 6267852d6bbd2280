import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import antinuke from '#features/antinuke/contract.ts'
import { mostExtraOwners } from '#features/antinuke/rights/contract.ts'
import access, { everything } from '#features/access/contract.ts'
import { walked } from '../sampling.ts'
import { createDesk, type Desk } from './desk.ts'
import { turnTo } from './page-settled.ts'
import { routes } from './routes.ts'
import { silentButtons } from './silent-buttons.ts'

/** Every page of a server in which nothing is on, as its owner and somebody who may only look see it. */
let desk: Desk
const people: Record<string, Page> = {}
beforeAll(async () => {
  desk = await createDesk()
  const { harness } = desk
  const owner = await harness.signIn('owner')
  const looking = {
    kind: 'member',
    id: harness.as('member1').userId,
    feature: everything,
    level: 'view',
    expiresAt: null,
  }
  const { status } = await owner.call('POST', `/api/guild/${harness.guildId}/${access.page?.path}`, looking)
  if (status !== 200) throw new Error(`the access was answered with ${status}`)
  for (const login of ['owner', 'member1']) people[login] = await desk.signedIn(login)
})
afterAll(() => desk.close())

/**
 * With the maximum number of extra owners, so that the owner can add no more. Extra owners see the page differently.
 */
test.each(['owner', 'member2'])(
  'with AntiNuke on, its list of people tells %s why each disabled button is disabled',
  async login => {
    const { guildId, product, as } = desk.harness
    const others = Array.from({ length: mostExtraOwners - 1 }, (_, place) => String(10n ** 17n + BigInt(place)))
    const patch = { enabled: true, extraOwners: [as('member2').userId, ...others], whitelist: [as('member3').userId] }
    product.services.settings.write(guildId, antinuke, patch, { userId: as('owner').userId, via: 'test' })
    const page = people[login] ?? (await desk.signedIn(login))
    await turnTo(page, desk.dashboard(`/manage/${guildId}/antinuke?tab=users`))
    await page.getByRole('heading', { name: 'Extra Owners' }).waitFor()
    expect(await silentButtons(page)).toEqual([])
    product.services.settings.write(
      guildId,
      antinuke,
      { enabled: false, extraOwners: [], whitelist: [] },
      { userId: as('owner').userId, via: 'test' },
    )
  },
)

/** Editors of new things, which have an address of their own. */
const fresh = ['customcommands/new', 'automations/a1?fresh=true', 'tickets/panel?fresh=true'].map(
  path => `/manage/:id/${path}`,
)
const seen = walked([...routes('/manage/:id/'), ...fresh]).flatMap(path => [
  [path, 'owner'],
  [path, 'member1'],
])
test.each(seen)('%s tells %s why each disabled button is disabled', async (path = '', login = '') => {
  const page = people[login]
  if (!page) throw new Error(`nobody is ${login}`)
  await turnTo(page, desk.dashboard(path.replace(':id', desk.harness.guildId)))
  expect(await silentButtons(page)).toEqual([])
})
