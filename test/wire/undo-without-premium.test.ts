import { afterAll, beforeAll, expect, test } from 'vitest'
import moderation from '#features/moderation/contract.ts'
import personalizer from '#features/personalizer/contract.ts'
import type { PlannedChanges } from '#kernel/many-changes/contract.ts'
import { createHarness, type Harness } from '../harness.ts'

let app: Harness
let ahead = 0
beforeAll(async () => {
  app = await createHarness({ now: () => Date.now() + ahead, env: { PREMIUM: 'granted' } })
})
afterAll(() => app.close())

test('changes that cannot be undone without premium prevent undoing the rest, and the answer says what else can be done', async () => {
  const owner = await app.signIn('owner')
  const at = (path: string) => `/api/guild/${app.guildId}/${path}`
  expect(await owner.call('POST', at('premium/claim'))).toMatchObject({ status: 200 })
  const named = await owner.call('POST', at('personalizer'), { personalizerUpdate: true, name: 'First' })
  expect(named).toMatchObject({ status: 200 })
  const { body } = await owner.call('GET', at('settings/export'))
  const settings = { personalizer: { name: 'Another', bio: 'Here' }, moderation: { maxWarn: 4 } }
  const file = JSON.stringify({ ...(body as object), settings })
  const { mark } = (await owner.call('POST', at('settings/plan'), { file })).body as PlannedChanges & { mark: string }
  const made = await owner.call('POST', at('settings'), { file, mark })
  expect(made).toMatchObject({ status: 200, body: { changes: 3 } })
  ahead = 31 * 86_400_000
  const { id } = made.body as { id: number }
  const later = await app.signIn('owner')
  expect(await later.call('POST', at(`changes/${id}/undo`))).toMatchObject({
    status: 403,
    body: {
      code: 'premium.required',
      error:
        'Bot Personalizer is a premium feature. Upgrade to premium to unlock this feature. Take the others back one by one, in History.',
    },
  })
  const { settings: stored } = app.product.services
  expect(stored.read(app.guildId, personalizer)).toMatchObject({ name: 'Another' })
  expect(stored.read(app.guildId, moderation)).toMatchObject({ maxWarn: 4 })

  const clear = JSON.stringify({ ...(body as object), settings: { personalizer: { name: '', bio: 'Other' } } })
  const cleared = (await later.call('POST', at('settings/plan'), { file: clear })).body as { mark: string }
  const after = await later.call('POST', at('settings'), { file: clear, mark: cleared.mark })
  expect(after).toMatchObject({ status: 200, body: { changes: 1 } })
  expect(stored.read(app.guildId, personalizer)).toMatchObject({ name: '', bio: 'Here' })
})
