import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Visitor } from '../visitor.ts'
import { createTransfers, type Transfers } from '../transfers.ts'
import { createDesk, type Desk } from './desk.ts'

/** The owner and somebody with access to only these features edit the same thing. */
let desk: Desk
let made: Transfers
let mara: Page
let helper: Visitor
/** Editing menus also requires Manage Roles. */
let admin: Visitor

beforeAll(async () => {
  desk = await createDesk()
  made = await createTransfers(desk.harness)
  mara = await desk.signedIn('owner')
  const { guildId, as } = desk.harness
  for (const feature of ['automations', 'customcommands']) {
    const grant = { kind: 'member', id: as('member1').userId, feature, level: 'manage', expiresAt: null }
    const { status } = await made.owner.call('POST', `/api/guild/${guildId}/access`, grant)
    if (status !== 200) throw new Error(`no access was given: ${status}`)
  }
  helper = await desk.harness.signIn('member1')
  admin = await desk.harness.signIn('admin')
})
afterAll(() => desk.close())

const dialog = () => mara.getByRole('dialog')
const save = (within: Pick<Page, 'getByRole'> = mara) => within.getByRole('button', { name: 'Save', exact: true })
const send = { id: 'a', kind: 'send', text: 'Hello' }

interface Edited {
  title: string
  kind: 'command' | 'automation' | 'menu'
  design(): object
  path(id: string): string
  list: string
  saved: RegExp
  gone: string
}
const kinds: Edited[] = [
  {
    title: 'a custom command',
    kind: 'command',
    design: () => ({ answers: [{ content: 'Hello' }] }),
    path: id => `customcommands/${id}`,
    list: 'customcommands/commands',
    saved: /^Command saved\.$/,
    gone: 'That command has been deleted in the meantime. Save it as a new one.',
  },
  {
    title: 'an automation',
    kind: 'automation',
    design: () => ({ actions: [{ ...send, channel_id: desk.harness.channel('general') }] }),
    path: id => `automations/${id}`,
    list: 'automations/list',
    saved: /^Automation saved\./,
    gone: 'That automation has been deleted in the meantime. Save it as a new one.',
  },
  {
    title: 'a menu',
    kind: 'menu',
    design: () => ({}),
    path: () => 'reactionroles',
    list: 'reactionroles/menus',
    saved: /^Menu saved\.$/,
    gone: 'That menu has been deleted in the meantime. Save it as a new one.',
  },
]

async function begin({ kind, design, path, list }: Edited) {
  made.emptied()
  const { guildId } = desk.harness
  const first = await made.save(kind, { ...design(), name: 'first' })
  const { id } = first[kind] ?? { id: '' }
  await mara.goto('about:blank')
  await mara.goto(desk.dashboard(`/manage/${guildId}/${path(id)}`))
  const name = mara.getByLabel('Name', { exact: true })
  await expect.poll(() => name.inputValue()).toBe('first')
  const stored = async () => {
    const { body } = await made.owner.call('GET', `/api/guild/${guildId}/${list}`)
    return (body as Record<string, { name: string }[]>)[`${kind}s`]?.map(one => one.name)
  }
  return {
    id,
    name,
    stored,
    theirs: (to: string) => made.save(kind, { id, name: to }, kind === 'menu' ? admin : helper),
  }
}

test.each(kinds)('$title: a person who goes back to editing is asked again', async edited => {
  const { name, stored, theirs } = await begin(edited)
  await name.fill('mine')
  await theirs('theirs')
  await save().click()
  await dialog().getByRole('button', { name: 'Back to editing' }).click()
  await dialog().waitFor({ state: 'detached' })
  await expect.poll(() => name.inputValue()).toBe('mine')
  await save().click()
  await dialog()
    .getByRole('radio', { name: /^Take theirs: theirs/ })
    .waitFor()
  expect(await stored()).toEqual(['theirs'])
  await dialog().getByRole('button', { name: 'Back to editing' }).click()
  await mara.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(() => name.inputValue()).toBe('theirs')
})

test.each(kinds)('$title: a change that was undone while the conflict was open is not shown as saved', async edited => {
  const { name, stored, theirs } = await begin(edited)
  await name.fill('mine')
  await theirs('theirs')
  await save().click()
  await dialog()
    .getByRole('radio', { name: /^Take theirs: theirs/ })
    .check()
  const history = `/api/guild/${desk.harness.guildId}/history`
  const listed = (await made.owner.call('GET', history)).body as { revisions: { id: number }[] }
  const change = `${history}/${listed.revisions[0]?.id}/restore`
  const { revision, fields } = (await made.owner.call('GET', change)).body as {
    revision: number
    fields: { key: string }[]
  }
  const restored = await made.owner.call('POST', change, { revision, keys: fields.map(({ key }) => key) })
  expect([restored.status, restored.body]).toEqual([200, expect.anything()])
  expect(await stored()).toEqual(['first'])
  await save(dialog()).click()
  await mara.getByText(edited.saved).first().waitFor()
  await expect.poll(() => name.inputValue()).toBe('first')
  expect(await stored()).toEqual(['first'])
})

test.each(kinds)('$title: if it was deleted while the conflict was open, the page says so', async edited => {
  const { id, name, stored, theirs } = await begin(edited)
  await name.fill('mine')
  await theirs('theirs')
  await save().click()
  await dialog()
    .getByRole('radio', { name: /^Take theirs: theirs/ })
    .check()
  const { guildId } = desk.harness
  const at = { command: 'customcommands/commands', automation: 'automations', menu: 'reactionroles/menus' }[edited.kind]
  expect((await made.owner.call('DELETE', `/api/guild/${guildId}/${at}/${id}`)).status).toBe(200)
  await save(dialog()).click()
  await mara.getByText(edited.gone).waitFor()
  await expect.poll(() => name.inputValue()).toBe('theirs')
  await save().click()
  await mara.getByText(edited.saved).first().waitFor()
  expect(await stored()).toEqual(['theirs'])
})

test('an automation is switched on with the other person’s changes, and the page shows these', async () => {
  const automation = kinds.find(({ kind }) => kind === 'automation')
  if (!automation) throw new Error('no automation')
  const { name, stored, theirs } = await begin(automation)
  await theirs('theirs')
  await mara.getByRole('button', { name: 'Switch on', exact: true }).click()
  await mara.getByText('Switched on.').waitFor()
  await expect.poll(() => name.inputValue()).toBe('theirs')
  await mara.getByRole('button', { name: 'Switch off', exact: true }).waitFor()
  expect(await stored()).toEqual(['theirs'])
})
